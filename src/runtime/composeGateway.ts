import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Alarms } from '../cutover/alarms';
import type { Cutover } from '../cutover/cutover';
import type { Report } from '../gateway/gatewayEvents';
import { idOfCall, type Reconcile, type Unsettled } from '../gateway/refusal';
import type { Config } from '../config/configuration';
import { createSentinel } from '../drift/driftSentinel';
import type { DriftFinding, DriftReport } from '../drift/driftReport';
import type { Clock } from '../contract/clock';
import { createGateway, type GatewayParts, type LiveGateway } from '../gateway/createGateway';
import { createRateLimit } from '../gateway/rateLimits';
import { paceUpstream } from '../gateway/rateLimits';
import { comparedAnswer, wiredUpstream } from '../gateway/outcome/wired';
import type { Answer } from '../gateway/problems';
import type { Gateway } from '../gateway/gateway';
import type { RoutedTranslation } from '../gateway/routes';
import type { ClientKeys, LiveKeys } from '../gateway/keys/clientKeys';
import type { IndexState } from '../gateway/lookup/lookups';
import type { StoredIndex } from '../gateway/lookup/indexStore';
import type { Upstream, UpstreamWatch } from '../gateway/upstream';
import type { Metrics } from '../http/observability/metrics';
import type { Mappings } from '../mapping/compile/loadMappings';
import { driftSubjects } from './driftSubjects';
import { packageVersion } from './packageVersion';
import { systemClock } from './systemClock';
import { logEvent } from './notifiers';

/** Maximum number of listed calls of one request; v1 shows no more on a page. */
const MAX_LISTED_CALLS = 1_000;

/** Renders an unsettled call as an entry of the list of writes. */
function writeOf(remainingUnsettled: Unsettled) {
  const { resource, operation, caller, problem, method, path } = remainingUnsettled;
  const call = { id: idOfCall(remainingUnsettled), target: `${method} ${path}`, side: 'v2' as const };
  return { ...call, resource, operation, caller, problem };
}

/** Adds the unsettled calls of a bulk change to the list of writes, which a person has to check. */
export const listUnsettled =
  ({ ambiguous, undone }: Pick<Cutover, 'ambiguous' | 'undone'>, report: Report): Reconcile =>
  async (unsettled) => {
    // A key that v2 does not know has no writes.
    const owned = unsettled.filter(({ problem }) => problem !== 'unauthenticated');
    const listed = owned.slice(0, MAX_LISTED_CALLS);
    const knownUnsettled = listed.filter((unsettled) => !unsettled.ambiguous);
    const unknown = listed.filter((unsettled) => unsettled.ambiguous);
    await Promise.all([
      undone(knownUnsettled.map(writeOf)),
      ...unknown.map((unsettled) => ambiguous({ ...writeOf(unsettled), executed: unsettled.executed })),
    ]);
    const [firstUnsettled] = unsettled;
    if (firstUnsettled === undefined) return;
    const { requestId, operation } = firstUnsettled;
    const [unsettledCount, missing] = [unsettled.length, owned.length - listed.length];
    report({ kind: 'unsettled', requestId, operation, left: unsettledCount, unlisted: missing });
  };

const on = { severity: 'critical', subject: '*' } as const;

/** Raises alarms for upstreams (by name) that do not answer and for a failing index store. */
export function gatewayAlarms(
  alarms: Pick<Alarms, 'watch' | 'take'>,
  upstreams: Readonly<Record<string, Pick<UpstreamWatch, 'away'>>>,
): Report {
  alarms.watch(() =>
    Object.entries(upstreams).flatMap(([name, upstream]) => {
      const kind = upstream.away();
      if (kind === undefined) return [];
      return [{ ...on, kind: `away ${name}`, text: `${name} gives no answer (${kind})` }];
    }),
  );
  return (event) => {
    if (event.kind === 'indexStoreFailed') {
      const text = `the index is in memory, as its store fails: ${event.detail}`;
      alarms.take('store', [{ ...on, severity: 'warning', kind: 'store index', text }]);
    }
    if (event.kind === 'indexStoreRecovered') alarms.take('store', []);
  };
}

/** Options of composeGateway. */
export interface GatewayOptions {
  readonly config: Config;
  readonly mappings: Pick<Mappings, 'operations' | 'resources' | 'forms' | 'wire' | 'hash'>;
  readonly keys: ClientKeys & Partial<Pick<LiveKeys, 'callers'>>;
  /** Store of the index; absent to keep the index in memory. */
  readonly indexStore?: StoredIndex | undefined;
  readonly logger: Logger;
  /** Clock; by default that of the system. */
  readonly clock?: Clock;
  readonly metrics: Pick<Metrics, 'report'>;
  /** Receives each drift finding once; without it drift is only counted. */
  readonly drifted?: (finding: DriftFinding) => void;
  /** List of unsettled writes; without it none are listed. */
  readonly cutover?: Pick<Cutover, 'ambiguous' | 'undone'> & Partial<Pick<Cutover, 'processes'>>;
}

/** Gateway with the functions that other parts use. */
export interface ComposedGateway {
  readonly gateway: Gateway & Pick<LiveGateway, 'translate' | 'routes' | 'passed' | 'indexes'>;
  /** Answers deprecated v2 requests; absent if they are passed through unchanged. */
  readonly forms?: RoutedTranslation;
  /** Switches to other mappings; running requests finish with their first ones. */
  readonly use: (mappings: Omit<GatewayOptions['mappings'], 'wire'>) => void;
  /** Opens a gateway with the same operations over a different upstream; it counts against no caller's limit. */
  readonly shadowGateway: (upstream: Upstream, deadlineMs: number) => Gateway;
  /** Returns the progress of the indexes of all known keys; `warm` starts reading the incomplete ones. */
  readonly indexes: (warm: boolean) => Promise<readonly IndexState[]>;
  /** Reports the shapes of v2's answers so far. */
  readonly drift: () => DriftReport;
}

const SECRET_BYTES = 32;

/** Names the version of the translation: program and mappings. */
const versionOf = (hash: string): string => `${packageVersion()}-${hash}`;

/** Composes the gateway with the sentinel that checks the shapes of v2's answers. */
export function composeGateway(options: GatewayOptions, upstream: Upstream): ComposedGateway {
  const { config, mappings, keys, indexStore, logger, metrics, cutover } = options;
  const { drifted = () => undefined, clock = systemClock } = options;
  const { secret, freshSeconds, pageBudget } = config.index;
  const sentinel = createSentinel({ now: clock.now, notify: drifted });
  const report: Report = (event) => {
    logEvent(logger)(event);
    metrics.report(event);
  };
  const { unfitRows } = config.lists;
  const { wire, operations, hash } = mappings;
  sentinel.expect(driftSubjects(mappings.resources, unfitRows));
  const gatewayParts: Omit<GatewayParts, 'keys' | 'operations'> = {
    upstream: paceUpstream(wiredUpstream(upstream, wire), clock),
    clock,
    limit: createRateLimit(config.limits.requestsPerMinute, clock, options.cutover?.processes),
    answersUnchanged: config.writes.unchanged === 'answer',
    mostChanges: config.limits.changesPerRequest,
    unfitRows,
    index: {
      store: indexStore,
      secret: secret.kind === 'given' ? secret.value : randomBytes(SECRET_BYTES),
      freshMs: freshSeconds * 1000,
      pageBudget,
    },
    deadlineMs: config.deadlines.request,
    guestKey: config.guestKey,
    report,
    watch: sentinel.watch,
    ...(cutover === undefined ? {} : { reconcile: listUnsettled(cutover, report) }),
  };
  const gateway = createGateway({ ...gatewayParts, keys: keys.v1, operations, version: versionOf(hash) });
  const forms =
    config.deprecatedForms === 'translate'
      ? createGateway({ ...gatewayParts, keys: keys.v2, operations: mappings.forms })
      : undefined;
  const otherGateways: LiveGateway[] = [];
  let current = operations;
  return {
    gateway,
    shadowGateway: (over, deadlineMs) => {
      const { clock: ticks, index, guestKey, report } = gatewayParts;
      const same = { clock: ticks, index, guestKey, report, keys: keys.v1, unfitRows, operations: current };
      // The comparison uses the answer that a client would get, as it does for v1.
      const written = (answer: Answer): Answer => comparedAnswer(answer, wire);
      const opened = createGateway({ ...same, upstream: wiredUpstream(over, wire), deadlineMs, written });
      otherGateways.push(opened);
      return opened;
    },
    ...(forms === undefined ? {} : { forms }),
    use: (next) => {
      sentinel.expect(driftSubjects(next.resources, unfitRows));
      current = next.operations;
      gateway.replace(current, versionOf(next.hash));
      for (const liveGateway of otherGateways) liveGateway.replace(current);
      forms?.replace(next.forms);
    },
    indexes: (warm) => gateway.indexes(keys.callers?.() ?? [], warm),
    drift: sentinel.report,
  };
}
