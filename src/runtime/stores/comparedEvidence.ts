import type { Resolution } from '../../comparison/judge/resolutions';
import type { Collection } from '../../comparison/keep/collection';
import type { ComparisonStore } from '../../comparison/keep/comparisonStore';
import { comparisonAlarms, presentIssues } from '../../comparison/report/comparedFigures';
import type { ComparisonReport } from '../../comparison/report/comparisonReport';
import { workInRounds, type Clock } from '../../contract/clock';
import { createJournal } from '../../contract/journal';
import type { Alarms, AlarmActivityCheck } from '../../cutover/alarms';
import { callerText } from '../../cutover/callerNames';
import type { Cutover } from '../../cutover/cutover';
import { storeFindings } from '../../cutover/cutoverFindings';
import { suddenDifferenceAlarms } from '../../cutover/evidence/suddenFindings';
import type { SuddenStreaks } from '../../cutover/evidence/suddenStreaks';
import { cleanRequestsNeeded } from '../../cutover/evidence/rateConditions';
import { LIFEBOAT } from '../../cutover/stages/mover';
import type { StageEvent } from '../../cutover/stages/stageEvent';
import type { Closers } from '../closers';

/** Reads the resolutions of issues from the log. */
export const readResolutions = (events: readonly StageEvent[]): readonly Resolution[] =>
  events.flatMap(({ at, actor: by, reason, change }) =>
    change.kind === 'resolve'
      ? change.causes.map((cause) => ({ ...cause, at, by, reason, agreed: change.agreed }))
      : [],
  );

/** Creates the check that the log has a further resolution since the last check, by whichever process. */
export function createResolutionCheck({ events }: Pick<Cutover, 'events'>): () => boolean {
  const countResolutions = (): number => readResolutions(events()).length;
  let counted = countResolutions();
  return () => {
    const previousCount = counted;
    counted = countResolutions();
    return counted > previousCount;
  };
}

/** Adds the findings about differences to the sources of the alarms. */
export function watchCompared(
  { alarms, stageFigures: figuresOf, callerName }: Pick<Cutover, 'alarms' | 'stageFigures' | 'callerName'>,
  rows: SuddenStreaks,
  report: () => Pick<ComparisonReport, 'issues'>,
  clock: Pick<Clock, 'now'>,
): void {
  const isServed = (resource: string): boolean => figuresOf(resource).percent > 0;
  const nameOf = (caller: string): string => callerText(caller, callerName(caller));
  alarms.addSource((lasts) => {
    const present = presentIssues(report());
    const regressed = new Set(present.flatMap(({ places }) => places.map(({ operation }) => operation)));
    const isLasting: AlarmActivityCheck = (kind, subject, operation) => {
      if (kind !== 'regression') return lasts(kind, subject, operation);
      return operation !== undefined && regressed.has(operation);
    };
    const differing = suddenDifferenceAlarms(isLasting, rows, nameOf, clock.now());
    return [...comparisonAlarms(present, isServed), ...differing];
  });
}

/**
 * Resolves each outage of v2 after enough further compared requests: as many as a canary needs that starts from nothing.
 * A resolved outage no longer counts, and stays in the log.
 */
export async function resolveOutages(
  { change, isLeader }: Pick<Cutover, 'change' | 'isLeader'>,
  { issues, budget }: Pick<ComparisonReport, 'issues' | 'budget'>,
): Promise<void> {
  // One process acts for all that share the store.
  if (!isLeader()) return;
  // A fresh start: no requests and no differences so far.
  const neededRequests = cleanRequestsNeeded(0, 0, budget);
  for (const { id, resource, kind, countedSince, places } of issues) {
    if (kind !== 'unavailable' || countedSince < neededRequests) continue;
    const causes = places.map(({ requests: _, ...cause }) => cause);
    const reason = `v2 has answered again, ${countedSince} compared requests since the last that it did not`;
    await change({ resource, actor: LIFEBOAT, reason, change: { kind: 'resolve', issue: id, causes } });
  }
}

/** Interval (ms) of saving evidence, and the most that a killed process loses. */
const SAVING_MS = 5_000;

interface EvidenceKeeping extends Pick<Collection, 'flush'> {
  readonly store: Pick<ComparisonStore, 'renew'>;
  readonly alarms: Pick<Alarms, 'replaceFindings'>;
  readonly clock: Clock;
}

/** Flushes evidence in rounds and once more at the end. Raises an alarm while the store fails. */
export function keepEvidence({ flush, store, alarms, clock }: EvidenceKeeping, closers: Closers): void {
  const { attend } = createJournal(clock.now, (health) =>
    alarms.replaceFindings('comparison.store', storeFindings('comparison', health)),
  );
  const saveEvidence = () => attend({ renew: store.renew, save: flush });
  closers.add(workInRounds({ work: saveEvidence, pause: SAVING_MS, clock }));
}
