import type { Disturbance, PlayedGateways } from './playGateways.ts';
import type { Answered } from './sharedClients.ts';
import { LIMIT } from './sharedDuties.ts';

/** Faults of gateways that share a store; every list is empty if all is well. */
export interface GatewayFaults {
  /** Moves that were acknowledged and are not in the log exactly once, or a sentence if none was. */
  readonly lost: readonly string[];
  /** Requests that v2 has answered, or v1 without a disturbance, though a move away from there had been acknowledged. */
  readonly stale: readonly string[];
  /** Writes that both APIs have seen. */
  readonly doubled: readonly string[];
  /** Gateways that count more or fewer requests than there were, or than another counts. */
  readonly miscounted: readonly string[];
  /** Steps of the plan, and starts and ends of brownouts, that are in the log more than once. */
  readonly repeated: readonly string[];
  /** Set if the key that is used too often got more than its limit and a share for each process that was replaced. */
  readonly exceeded: readonly string[];
  /** Gateways that have ended by themselves; then nothing else is judged. */
  readonly crashed: readonly string[];
}

/** Time (ms) before a kill in which what was answered may be in no batch yet. */
const SENT = 10_000;

/** Time (ms) for which a process that was disturbed may be cut off from the store, and have v1 answer. */
const CUT_OFF = 40_000;

const RESOURCE = 'currency-offer';

/** Returns the sides that a request may have been answered by, by the log: of the last acknowledged move before it, or later. */
function sidesOf({ log, moves }: PlayedGateways) {
  const acknowledged = new Map(moves.map(({ reason, acknowledged: at }) => [reason, at]));
  const askedMap = new Map(moves.map(({ reason, asked: at }) => [reason, at]));
  // Clocks may be apart: the log's own instants say little.
  const events = log.flatMap(({ resource, reason, change }) =>
    resource === RESOURCE && change.kind === 'move'
      ? [{ at: askedMap.get(reason) ?? 0, side: change.to.kind, by: acknowledged.get(reason) ?? Infinity }]
      : [],
  );
  return ({ start, end }: Answered): ReadonlySet<string> => {
    const last = events.findLastIndex(({ by }) => by <= start);
    const possible = events.filter(({ at }, index) => index >= last && at <= end + 5);
    return new Set([...(last < 0 ? ['v1'] : []), ...possible.map(({ side }) => side)]);
  };
}

/** Returns what a plan has done twice: a step has a reason of its own for each resource, a brownout for each phase. */
function repeatedOf({ log }: PlayedGateways): readonly string[] {
  const names = log.flatMap(({ resource, change, cause }) => {
    if (change.kind === 'brownout') return [`${change.brownout} ${change.phase}`];
    return cause === 'schedule' ? [`the plan's step of ${resource}`] : [];
  });
  return names.filter((name, at) => names.indexOf(name) !== at);
}

/** Processes that answer clients while nothing is disturbed. */
const SERVING = 6;

/** Processes that come in the place of others after a disturbance; one that is stopped for long is replaced. */
const REPLACED: Readonly<Record<Disturbance['kind'], number>> = {
  kill: 2,
  killWorker: 1,
  stop: 1,
  hole: 0,
  restart: 0,
};

function exceededOf({ admitted, disturbances }: PlayedGateways): readonly string[] {
  // Each stands in the list twice, at its begin and its end.
  const replaced = disturbances.reduce((sum, { kind }) => sum + REPLACED[kind] / 2, 0);
  const most = LIMIT + replaced * (LIMIT / SERVING);
  return admitted <= most ? [] : [`${admitted} admitted, at most ${most}`];
}

/** Returns the reasons of acknowledged moves that are not in the log once. Where none was acknowledged, nothing was tried. */
function lostOf({ moves, log }: PlayedGateways): readonly string[] {
  const acknowledged = moves.filter((move) => move.acknowledged !== undefined);
  if (acknowledged.length === 0) return ['no move was acknowledged'];
  return acknowledged.flatMap(({ reason }) =>
    log.filter((event) => event.reason === reason).length === 1 ? [] : [reason],
  );
}

/** Judges what was seen of gateways that share a store. */
export function judgeGateways(played: PlayedGateways): GatewayFaults {
  const { answers, disturbances, counted, writes, crashed } = played;
  if (crashed.length > 0)
    return { lost: [], stale: [], doubled: [], miscounted: [], repeated: [], exceeded: [], crashed };
  const sides = sidesOf(played);
  const wasDisturbed = ({ gateway, start, end }: Answered): boolean =>
    disturbances.some(
      ({ gateway: nextValue, at }) => nextValue === gateway && at <= end && start - at < CUT_OFF,
    );
  const stale = answers.filter(
    (answered) =>
      answered.side !== undefined &&
      !sides(answered).has(answered.side) &&
      (answered.side === 'v2' || !wasDisturbed(answered)),
  );
  const kills = disturbances.filter(({ kind }) => kind !== 'restart' && kind !== 'hole');
  const isSure = ({ gateway, end, side }: Answered): boolean =>
    side !== undefined &&
    kills.every(({ gateway: nextValue, at }) => nextValue !== gateway || end < at - SENT || end > at + SENT);
  const least = answers.filter(isSure).length;
  return {
    crashed,
    repeated: repeatedOf(played),
    exceeded: exceededOf(played),
    lost: lostOf(played),
    stale: stale.map(({ gateway, start, end, side }) => `gateway ${gateway}, ${side}, ${start} to ${end}`),
    doubled: [...writes].flatMap(([id, seenSet]) => (seenSet.size > 1 ? [id] : [])),
    miscounted: counted.flatMap((count, at) =>
      count >= least && count <= answers.length && count === counted[0]
        ? []
        : [`gateway ${at}: ${count} of ${least} to ${answers.length}`],
    ),
  };
}
