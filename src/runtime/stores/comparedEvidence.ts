import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Verdict } from '../../comparison/judge/judgedEvidence';
import type { Resolution } from '../../comparison/judge/resolutions';
import { createRuleWatch } from '../../comparison/judge/ruleHits';
import type { JudgedObservation } from '../../comparison/keep/collection';
import type { SeenPair } from '../../comparison/keep/observation';
import {
  comparisonAlarms,
  type createComparedFigures,
  presentIssues,
} from '../../comparison/report/comparedFigures';
import type { ComparisonReport } from '../../comparison/report/comparisonReport';
import type { Clock } from '../../contract/clock';
import type { AlarmActivityCheck } from '../../cutover/alarms';
import { callerText } from '../../cutover/callerNames';
import type { Cutover } from '../../cutover/cutover';
import type { ComparedAt } from '../../cutover/evidence/dailyEvidence';
import { suddenDifferenceAlarms } from '../../cutover/evidence/suddenFindings';
import type { SuddenStreaks } from '../../cutover/evidence/suddenStreaks';
import { cleanRequestsNeeded } from '../../cutover/evidence/rateConditions';
import type { Notice } from '../../cutover/notices';
import { LIFEBOAT } from '../../cutover/stages/mover';
import type { StageEvent } from '../../cutover/stages/stageEvent';

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

/** Selects the comparisons of one resource that count as evidence of its cutover. */
export const comparisonsOf = (resource: string, all: readonly JudgedObservation[]): readonly ComparedAt[] =>
  all
    .filter(({ observed, verdict }) => observed.resource === resource && verdict.counts)
    .map(({ observed: { at, caller, operation, signature }, verdict: { differs } }) => {
      return { kind: 'compared', at, caller, operation, signature, differs };
    });

interface NotedParts {
  readonly rules: readonly IgnoreRule[];
  readonly cutover: Pick<Cutover, 'isLeader' | 'observe'>;
  /** Receives notices of agreed differences that expire. */
  readonly notify: (notice: Notice) => void;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the function that passes an observation on to the agreed differences, the alarms, the figures and the gate. */
export function createNotes(
  { rules, cutover, notify, clock }: NotedParts,
  figures: Pick<ReturnType<typeof createComparedFigures>, 'countRequest'>,
  rows: SuddenStreaks,
): (observed: SeenPair, verdict: Verdict) => void {
  const watchRules = createRuleWatch({
    rules,
    notify: (notice) => {
      // One process notifies for all that share the store.
      if (cutover.isLeader()) notify(notice);
    },
    now: clock.now,
  });
  return (observed, verdict) => {
    const { counts, differs } = verdict;
    const { resource, caller, operation, signature } = observed;
    watchRules(observed);
    rows.count(
      { resource, operation, caller, side: 'v2', bad: differs ? 'differs' : undefined },
      clock.now(),
    );
    figures.countRequest(observed, verdict);
    if (counts) cutover.observe(resource, { kind: 'compared', caller, operation, signature, differs });
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
