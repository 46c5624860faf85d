import type { Resolution } from '../../comparison/judge/resolutions';
import {
  type ComparedFigures,
  comparisonFindings,
  presentIssues,
} from '../../comparison/report/comparedFigures';
import type { ComparisonReport } from '../../comparison/report/comparisonReport';
import type { Clock } from '../../contract/clock';
import { callerText } from '../../cutover/callerNames';
import type { Lasts } from '../../cutover/alarms';
import type { Cutover } from '../../cutover/cutover';
import { differingFindings } from '../../cutover/evidence/suddenFindings';
import type { SuddenRows } from '../../cutover/evidence/suddenRows';
import { cleanRequestsNeeded } from '../../cutover/evidence/rateConditions';
import { LIFEBOAT } from '../../cutover/stages/mover';
import type { StageEvent } from '../../cutover/stages/stageEvent';

/** Reads the resolutions of issues from the log. */
export const resolutionsIn = (events: readonly StageEvent[]): readonly Resolution[] =>
  events.flatMap(({ at, actor: by, reason, change }) =>
    change.kind === 'resolve'
      ? change.causes.map((cause) => ({ ...cause, at, by, reason, agreed: change.agreed }))
      : [],
  );

/** Adds the findings about differences to the sources of the alarms. */
export function watchCompared(
  { alarms, figures: figuresOf, callerName }: Pick<Cutover, 'alarms' | 'figures' | 'callerName'>,
  rows: SuddenRows,
  figures: Pick<ComparedFigures, 'report'>,
  clock: Pick<Clock, 'now'>,
): void {
  const isServed = (resource: string): boolean => figuresOf(resource).percent > 0;
  const nameOf = (caller: string): string => callerText(caller, callerName(caller));
  alarms.watch((lasts) => {
    const present = presentIssues(figures.report());
    const lastsHere: Lasts = (kind, subject, operation) =>
      kind === 'regression'
        ? present.some(({ places }) => places.some((issuePlace) => issuePlace.operation === operation))
        : lasts(kind, subject, operation);
    const differing = differingFindings(lastsHere, rows, nameOf, clock.now());
    return [...comparisonFindings(present, isServed), ...differing];
  });
}

/**
 * Resolves each outage of v2 once as many requests were compared after it as a fresh start needs: it no longer counts,
 * and stays in the log.
 */
export async function resolveOutages(
  { change, isLeader }: Pick<Cutover, 'change' | 'isLeader'>,
  { issues, budget }: Pick<ComparisonReport, 'issues' | 'budget'>,
): Promise<void> {
  // One process acts for all that share the store.
  if (!isLeader()) return;
  const needed = cleanRequestsNeeded(0, 0, budget);
  for (const { id, resource, kind, countedSince, places } of issues) {
    if (kind !== 'unavailable' || countedSince < needed) continue;
    const causes = places.map(({ requests: _, ...cause }) => cause);
    const reason = `v2 has answered again, ${countedSince} compared requests since the last that it did not`;
    await change({ resource, actor: LIFEBOAT, reason, change: { kind: 'resolve', issue: id, causes } });
  }
}
