import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { ServingCompare } from '../comparison/compare/compareInThread';
import type { Accounts } from '../comparison/keep/comparisonAccounts';
import type { Config } from '../config/configuration';
import type { Clock } from '../contract/clock';
import type { Alarms } from '../cutover/alarms';
import type { ServingCutover } from '../cutover/cutover';
import type { DriftFinding } from '../drift/driftReport';
import { createSentinel } from '../drift/driftSentinel';
import { createGateway, type LiveGateway } from '../gateway/createGateway';
import type { Gateway } from '../gateway/gateway';
import type { ReportEvent } from '../gateway/gatewayEvents';
import type { ClientKeys, LiveKeys } from '../gateway/keys/clientKeys';
import type { StoredIndex } from '../gateway/lookup/indexStore';
import type { WriteJournal } from '../gateway/outcome/recordOutcome';
import { comparedPart, createPairUpstream } from '../gateway/outcome/pairDialect';
import { createRateLimit, createPacedUpstream } from '../gateway/rateLimits';
import type { EventRelay } from './stores/eventRelay';
import { createUnsettledList } from './stores/leftWrites';
import type { Upstream } from '../gateway/upstream';
import type { AdminPage } from '../http/admin/adminApp';
import type { Mappings } from '../mapping/compile/loadMappings';
import type { Recorder } from '../shadow/recorder';
import type { ShadowParts } from '../shadow/shadowParts';
import type { CountUsage } from '../usage/usageCounter';
import { driftSubjects } from './driftSubjects';
import { packageVersion } from './packageVersion';

/** The comparison as the edge uses it. */
export interface ServingComparison extends Pick<ShadowParts, 'seen' | 'wantsControl'> {
  readonly compare: ServingCompare['compare'];
  readonly accounts: Pick<Accounts, 'open'>;
  readonly recorder: Recorder;
}

/** Parts of the public edge and of its gateway; nothing is done for an absent one. */
export interface EdgeParts {
  readonly config: Config;
  readonly mappings: Pick<Mappings, 'operations' | 'resources' | 'forms' | 'wire' | 'hash' | 'profile'>;
  readonly keys: ClientKeys & Partial<Pick<LiveKeys, 'callers'>>;
  /** Origins of the upstreams: the configured ones, or the sandbox. */
  readonly origins: { readonly v2: string; readonly v1: string | undefined };
  readonly cutover: ServingCutover;
  /** Receives failures that do not stop requests from being answered. */
  readonly alarms: Pick<Alarms, 'addSource' | 'replaceFindings'>;
  /** Store of the index; absent to keep the index in memory. */
  readonly indexStore?: StoredIndex | undefined;
  readonly comparison?: ServingComparison | undefined;
  /** Receives each drift finding once. */
  readonly drifted?: (finding: DriftFinding) => void;
  readonly linesLost?: (() => number) | undefined;
  readonly usage?: CountUsage;
  readonly journal?: WriteJournal | undefined;
  /** Relays v2's events. Absent: none are taken. */
  readonly relay?: EventRelay | undefined;
  readonly guidePage?: () => Promise<AdminPage>;
  readonly logger: Logger;
  readonly clock: Clock;
}

const SECRET_BYTES = 32;

const versionOf = (hash: string): string => `${packageVersion()}-${hash}`;

/** Returns the settings of the index. Without a configured secret the index ends with the process. */
const indexParts = (
  { secret, freshSeconds, pageBudget }: Config['index'],
  store: EdgeParts['indexStore'],
) => ({
  store,
  secret: secret.kind === 'given' ? secret.value : randomBytes(SECRET_BYTES),
  freshMs: freshSeconds * 1000,
  pageBudget,
});

/** Composes the gateway with the sentinel that checks the shapes of v2's answers. */
export function composeGateway(
  { config, mappings, keys, indexStore, cutover, drifted = () => undefined, clock }: EdgeParts,
  report: ReportEvent,
  upstream: Upstream,
) {
  const sentinel = createSentinel({ now: clock.now, notify: drifted });
  const { unfitRows } = config.lists;
  const { wire, operations, hash } = mappings;
  sentinel.replaceSubjects(driftSubjects(mappings.resources, unfitRows));
  const shared = {
    clock,
    unfitRows,
    tellsLength: wire.tellsLength,
    report,
    guestKey: config.guestKey,
    index: indexParts(config.index, indexStore),
  };
  const gatewayParts = {
    ...shared,
    upstream: createPacedUpstream(createPairUpstream(upstream, wire), clock),
    limit: createRateLimit(config.limits.requestsPerMinute, clock, cutover.processes),
    answersUnchanged: config.writes.unchanged === 'answer',
    mostChanges: config.limits.changesPerRequest,
    deadlineMs: config.deadlines.request,
    watch: sentinel.observeAnswer,
    reconcile: createUnsettledList(cutover, report),
  };
  const gateway = createGateway({ ...gatewayParts, keys: keys.v1, operations, version: versionOf(hash) });
  const forms =
    config.deprecatedForms === 'translate'
      ? createGateway({ ...gatewayParts, keys: keys.v2, operations: mappings.forms })
      : undefined;
  const comparedGateways: LiveGateway[] = [];
  return {
    gateway,
    /** Answers deprecated v2 requests. It is undefined if they are passed through unchanged. */
    forms,
    /** Opens a gateway with the same operations over a different upstream; it counts against no caller's limit. */
    shadowGateway: (over: Upstream, deadlineMs: number): Gateway => {
      const compared = createGateway({
        ...shared,
        keys: keys.v1,
        operations,
        deadlineMs,
        upstream: createPairUpstream(over, wire),
        // The comparison uses the answer that a client would get, as it does for v1.
        writeAnswer: (answer) => comparedPart(answer, wire),
      });
      comparedGateways.push(compared);
      return compared;
    },
    /** Switches to other mappings. Running requests finish with their first ones. */
    use: (next: Omit<EdgeParts['mappings'], 'wire' | 'profile'>): void => {
      sentinel.replaceSubjects(driftSubjects(next.resources, unfitRows));
      gateway.replace(next.operations, versionOf(next.hash));
      for (const compared of comparedGateways) compared.replace(next.operations);
      forms?.replace(next.forms);
    },
    /** Returns the progress of the indexes of all known keys. `warm` starts reading the incomplete ones. */
    indexes: (warm: boolean) => gateway.indexes(keys.callers?.() ?? [], warm),
    drift: sentinel.report,
  };
}
