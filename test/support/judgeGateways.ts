import type { Answered, PlayedGateways } from './playGateways';

/** What is wrong with what was seen of gateways that share a store; every list is empty if all is well. */
export interface GatewayFaults {
  /** Moves that were acknowledged and are not in the log exactly once. */
  readonly lost: readonly string[];
  /** Requests that v2 has answered, or v1 without a disturbance, though a move away from there had been acknowledged. */
  readonly stale: readonly string[];
  /** Writes that both APIs have seen. */
  readonly doubled: readonly string[];
  /** Gateways that count more or fewer requests than there were. */
  readonly miscounted: readonly string[];
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
  const events = log.flatMap(({ at, resource, reason, change }) =>
    resource === RESOURCE && change.kind === 'move'
      ? [{ at, side: change.to.kind, by: acknowledged.get(reason) ?? Infinity }]
      : [],
  );
  return ({ start, end }: Answered): ReadonlySet<string> => {
    const last = events.findLastIndex(({ by }) => by <= start);
    const possible = events.filter(({ at }, index) => index >= last && at <= end + 5);
    return new Set([...(last < 0 ? ['v1'] : []), ...possible.map(({ side }) => side)]);
  };
}

/** Judges what was seen of gateways that share a store. */
export function judgeGateways(played: PlayedGateways): GatewayFaults {
  const { answers, moves, disturbances, log, counted, writes, crashed } = played;
  if (crashed.length > 0) return { lost: [], stale: [], doubled: [], miscounted: [], crashed };
  const sides = sidesOf(played);
  const wasDisturbed = ({ gateway, start, end }: Answered): boolean =>
    disturbances.some(({ gateway: other, at }) => other === gateway && at <= end && start - at < CUT_OFF);
  const stale = answers.filter(
    (one) => one.side !== undefined && !sides(one).has(one.side) && (one.side === 'v2' || !wasDisturbed(one)),
  );
  const kills = disturbances.filter(({ kind }) => kind !== 'restart' && kind !== 'hole');
  const isSure = ({ gateway, end, side }: Answered): boolean =>
    side !== undefined &&
    kills.every(({ gateway: other, at }) => other !== gateway || end < at - SENT || end > at + SENT);
  const least = answers.filter(isSure).length;
  return {
    crashed,
    lost: moves.flatMap(({ reason, acknowledged }) =>
      acknowledged === undefined || log.filter((event) => event.reason === reason).length === 1
        ? []
        : [reason],
    ),
    stale: stale.map(({ gateway, start, end, side }) => `gateway ${gateway}, ${side}, ${start} to ${end}`),
    doubled: [...writes].flatMap(([id, seen]) => (seen.size > 1 ? [id] : [])),
    miscounted: counted.flatMap((count, at) =>
      count >= least && count <= answers.length
        ? []
        : [`gateway ${at}: ${count} of ${least} to ${answers.length}`],
    ),
  };
}
