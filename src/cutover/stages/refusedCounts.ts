import { OTHERS } from '../../contract/recent';
import type { CallerNames } from '../callerNames';

/** Maximum number of callers that the log names after a brownout. */
const SHOWN = 50;

/** Maximum number of callers of a brownout that are counted separately. */
const MOST_CALLERS = 10_000;

/** Counts the refused requests of each brownout by caller, since the start of the process. */
export function createRefusedCounts(text: CallerNames['text']) {
  const counts = new Map<string, Map<string, number>>();
  return {
    add: (id: string, caller: string): void => {
      const its = counts.get(id) ?? new Map<string, number>();
      const key = its.has(caller) || its.size < MOST_CALLERS ? caller : OTHERS;
      counts.set(id, its.set(key, (its.get(key) ?? 0) + 1));
    },
    of: (id: string): number => [...(counts.get(id)?.values() ?? [])].reduce((sum, count) => sum + count, 0),
    /** Words the callers with the most refusals. */
    affected: (id: string): readonly string[] => {
      const callers = [...(counts.get(id) ?? [])].sort(([, count], [, nextCount]) => nextCount - count);
      const hiddenCount = callers.length - SHOWN;
      return [
        ...callers.slice(0, SHOWN).map(([caller, count]) => {
          return `refused ${count} of ${caller === OTHERS ? OTHERS : text(caller)}`;
        }),
        ...(hiddenCount > 0 ? [`and requests of ${hiddenCount} more`] : []),
      ];
    },
  };
}
