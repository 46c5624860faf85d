import type { Logger } from 'pino';
import type { Collection } from '../../comparison/keep/collection';
import type { ComparisonStore } from '../../comparison/keep/comparisonStore';
import { type Clock, workInRounds } from '../../contract/clock';
import { createJournal } from '../../contract/journal';
import type { Alarms } from '../../cutover/alarms';
import type { Cutover } from '../../cutover/cutover';
import { storeFindings } from '../../cutover/cutoverFindings';
import type { Closers } from '../closers';

/** Interval (ms) of checking the store, saving evidence and following the plan. */
const PLAN_ROUND_MS = 15_000;

/** Interval (ms) of writing the counters, and the most that a killed process loses. */
const COUNTS_MS = 1_000;

/** Interval (ms) of the checks for alarms, and their longest delay. */
const ALARM_CHECK_MS = 2_000;

/** Checks, saves and follows the plan in rounds, and leaves the other processes at the end. */
export function keepCutover(
  { alarms, tick, saveCounts, leave }: Cutover,
  { logger, clock }: { readonly logger: Logger; readonly clock: Clock },
  closers: Closers,
): void {
  closers.add(leave);
  closers.add(workInRounds({ work: saveCounts, pause: COUNTS_MS, clock }));
  const check = () => Promise.resolve(void alarms.current());
  closers.add(workInRounds({ work: check, pause: ALARM_CHECK_MS, clock }));
  const saveCutover = () =>
    tick().catch((error: unknown) => logger.error({ err: error }, 'a round of the cutover failed'));
  closers.add(workInRounds({ work: saveCutover, first: 0, pause: PLAN_ROUND_MS, clock }));
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
