import { DAY_MS } from '../contract/clock';
import { z } from 'zod';
import type { AlarmCondition } from './alarms';
import { type CallerName, addCallerName } from './callerNames';
import { createDecisions, type DecisionParts } from './buckets';
import { explainDecision } from './stages/decide';
import { renderStage } from './stages/stage';
import type { CallerUse, Usage } from './evidence/usage';

/** Schema of a caller that was seen or is pinned at a resource: its side now, and its requests by side. */
export const seenCaller = z.object({
  caller: z.string(),
  name: z.string().optional(),
  side: z.enum(['v1', 'v2', 'gone']),
  /** Reason for the side. */
  why: z.string(),
  v1: z.int(),
  v2: z.int(),
  /** Instant of its latest request, ISO 8601. It is absent for a caller that is only pinned. */
  latest: z.string().optional(),
});

export type SeenCaller = z.output<typeof seenCaller>;

interface SeenParts extends DecisionParts {
  readonly usage: (resource: string) => Usage;
  readonly callerName: CallerName;
}

/** Number of days without a request after which a caller is no longer listed. */
const SEEN_DAYS = 14;

const never: CallerUse = { v1: 0, v2: 0, latest: 0 };

/** Lists the seen callers of a resource with the side of each. */
export function createSeenCallers({ seed, standing, now, usage, callerName }: SeenParts) {
  // A breaker or a failing store moves callers off v2 only temporarily, so they stay in the canary.
  const calmStanding = (resource: string) => ({
    ...standing(resource),
    broken: false,
    degraded: false,
    retirement: undefined,
  });
  const { decide } = createDecisions({ seed, standing: calmStanding, now });
  const recentCallers = (resource: string): readonly (readonly [string, CallerUse])[] =>
    [...usage(resource).callers].filter(([, { latest: latestAt }]) => latestAt > now() - SEEN_DAYS * DAY_MS);

  const rowOf = (resource: string, caller: string, { v1, v2, latest: latestAt }: CallerUse): SeenCaller => {
    const decision = decide(resource, caller);
    const why = explainDecision(decision).replace(/^\w+: /, '');
    const seenAt = latestAt === 0 ? {} : { latest: new Date(latestAt).toISOString() };
    return addCallerName({ caller, side: decision.side, why, v1, v2, ...seenAt }, caller, callerName);
  };
  return {
    /** Lists the callers on v2 first, then by number of requests. */
    callersOf: (resource: string): readonly SeenCaller[] => {
      const seenUses = new Map(recentCallers(resource));
      const pinned = [...standing(resource).state.pins.keys()].filter((caller) => !seenUses.has(caller));
      const rows = [...seenUses, ...pinned.map((caller) => [caller, never] as const)];
      return rows
        .map(([caller, use]) => rowOf(resource, caller, use))
        .toSorted(
          (row, nextRow) => nextRow.side.localeCompare(row.side) || nextRow.v1 + nextRow.v2 - row.v1 - row.v2,
        );
    },
    /** Warns of a canary without callers, which proves nothing at any length. */
    listFindings: (resource: string): readonly AlarmCondition[] => {
      const { stage, killed } = standing(resource).state;
      if (stage.kind !== 'canary' || killed) return [];
      const recentUses = recentCallers(resource);
      if (recentUses.length === 0 || recentUses.some(([caller]) => decide(resource, caller).side === 'v2'))
        return [];
      const text = `${resource} is at ${renderStage(stage)}, but of the callers seen in ${SEEN_DAYS} days (${recentUses.length}) none is in it, so v2 answers nobody: raise the share, or pin one`;
      return [{ kind: 'emptyCanary', severity: 'warning', subject: resource, text }];
    },
  };
}
