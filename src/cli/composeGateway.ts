import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config/config';
import type { Cutover } from '../cutover/cutover';
import { createSentinel } from '../drift/createSentinel';
import type { DriftReport } from '../drift/driftReport';
import type { Finding } from '../drift/finding';
import type { Clock } from '../gateway/clock';
import { createGateway, type GatewayParts, type LiveGateway } from '../gateway/createGateway';
import { createRateLimit } from '../gateway/createRateLimit';
import type { Report } from '../gateway/event';
import type { Gateway } from '../gateway/gateway';
import type { LiveKeys } from '../gateway/keys/createClientKeys';
import type { ClientKeys } from '../gateway/keys/keys';
import type { IndexState } from '../gateway/lookup/createWarmer';
import type { KeptIndexStore } from '../gateway/lookup/indexStore';
import { paceUpstream } from '../gateway/paceUpstream';
import type { Upstream } from '../gateway/upstream';
import type { Metrics } from '../http/createMetrics';
import type { Mappings } from '../mapping/loadMappings';
import { driftSubjects } from './driftSubjects';
import { listUnsettled } from './listUnsettled';
import { logEvent } from './logEvent';
import { systemClock } from './systemClock';

/** What the gateway is made of beside the configuration. */
export interface GatewayMakings {
  readonly config: Config;
  readonly mappings: Pick<Mappings, 'operations' | 'resources' | 'forms'>;
  readonly keys: ClientKeys & Partial<Pick<LiveKeys, 'callers'>>;
  /** Absent to keep the index in memory. */
  readonly indexStore?: KeptIndexStore | undefined;
  readonly logger: Logger;
  /** The machine's unless given. */
  readonly clock?: Clock;
  readonly metrics: Pick<Metrics, 'report'>;
  /** Told of each way in which v2's answers have drifted, once; absent: it is only counted. */
  readonly drifted?: (finding: Finding) => void;
  /** Keeps the list of what is left of a write; absent: nobody does. */
  readonly cutover?: Pick<Cutover, 'ambiguous' | 'undone'>;
}

/** A gateway, and what others do with it. */
export interface ComposedGateway {
  readonly gateway: Gateway & Pick<LiveGateway, 'passed' | 'indexes'>;
  /** Answers deprecated v2 requests; absent where they are passed on as they are. */
  readonly forms?: Gateway;
  /** Puts other mappings in force; requests under way finish with the ones they began with. */
  readonly use: (mappings: GatewayMakings['mappings']) => void;
  /** Another gateway with the same operations over another upstream, which counts against no caller's limit. */
  readonly another: (upstream: Upstream, deadlineMs: number) => Gateway;
  /** How far the indexes are of the keys that are known; `warm` begins to read what is not complete. */
  readonly indexes: (warm: boolean) => Promise<readonly IndexState[]>;
  /** The shapes of v2's answers so far. */
  readonly drift: () => DriftReport;
}

const SECRET_BYTES = 32;

/** Puts the gateway together with the sentinel that sees what v2 answers. */
export function composeGateway(makings: GatewayMakings, upstream: Upstream): ComposedGateway {
  const { config, mappings, keys, indexStore, logger, metrics, cutover } = makings;
  const { drifted = () => undefined, clock = systemClock } = makings;
  const log = logEvent(logger);
  const { secret, freshSeconds, pageBudget } = config.index;
  const sentinel = createSentinel({ now: clock.now, told: drifted });
  const report: Report = (event) => {
    log(event);
    metrics.report(event);
  };
  const { unfitRows } = config.lists;
  sentinel.expect(driftSubjects(mappings.resources, unfitRows));
  const parts: Omit<GatewayParts, 'keys' | 'operations'> = {
    upstream: paceUpstream(upstream, clock),
    clock,
    limit: createRateLimit(config.limits.requestsPerMinute, clock),
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
  const gateway = createGateway({ ...parts, keys: keys.v1, operations: mappings.operations });
  const forms =
    config.deprecatedForms === 'translate'
      ? createGateway({ ...parts, keys: keys.v2, operations: mappings.forms })
      : undefined;
  const others: LiveGateway[] = [];
  let current = mappings.operations;
  return {
    gateway,
    another: (over, deadlineMs) => {
      const { clock: ticks, index, guestKey, report } = parts;
      const same = { clock: ticks, index, guestKey, report, keys: keys.v1, unfitRows, operations: current };
      const opened = createGateway({ ...same, upstream: over, deadlineMs });
      others.push(opened);
      return opened;
    },
    ...(forms === undefined ? {} : { forms }),
    use: ({ operations, resources, forms: next }) => {
      sentinel.expect(driftSubjects(resources, unfitRows));
      current = operations;
      for (const one of [gateway, ...others]) one.replace(operations);
      forms?.replace(next);
    },
    indexes: (warm) => gateway.indexes(keys.callers?.() ?? [], warm),
    drift: sentinel.report,
  };
}
