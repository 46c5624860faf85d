import type { ComparisonStore } from '../comparison/comparisonStore';
import type { Collection } from '../comparison/createCollection';
import type { Clock } from '../gateway/clock';
import type { Alarms } from '../cutover/alarms';
import type { Closers } from './closers';
import { inRounds } from './inRounds';
import { reasonOf } from './reasonOf';

/** How often (ms) what has come together is kept: so much a kill costs at most. */
const ROUND = 5_000;

/** What evidence is kept with. */
export interface EvidenceKeeping extends Pick<Collection, 'flush'> {
  readonly store: Pick<ComparisonStore, 'renew'>;
  readonly alarms: Pick<Alarms, 'take'>;
  readonly clock: Clock;
}

/** Flushes now and again and again, and once more at the end; it is an alarm when the store fails. */
export function keepEvidence({ flush, store, alarms, clock }: EvidenceKeeping, closers: Closers): void {
  let isSound = true;
  const failed = (error: unknown): void => {
    isSound = false;
    const text = `the store of the comparison cannot be relied on (${reasonOf(error)}): evidence waits in memory`;
    alarms.take('comparison.store', [{ kind: 'store comparison', severity: 'warning', subject: '*', text }]);
  };
  const attempt = async (): Promise<void> => {
    try {
      if (!isSound) await store.renew();
      await flush();
      isSound = true;
      alarms.take('comparison.store', []);
    } catch (error) {
      failed(error);
    }
  };
  closers.add(inRounds({ work: attempt, first: ROUND, pause: ROUND, clock }));
}
