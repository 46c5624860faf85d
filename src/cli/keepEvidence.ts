import type { ComparisonStore } from '../comparison/comparisonStore';
import type { Collection } from '../comparison/createCollection';
import type { Clock } from '../gateway/clock';
import { createHealth, type Health } from '../cutover/createHealth';
import type { Closers } from './closers';
import { inRounds } from './inRounds';

/** How often (ms) what has come together is kept: so much a kill costs at most. */
const ROUND = 5_000;

/** What evidence is kept with. */
export interface EvidenceKeeping extends Pick<Collection, 'flush'> {
  readonly store: Pick<ComparisonStore, 'renew'>;
  readonly logger: {
    readonly info: (text: string) => void;
    readonly error: (members: object, text: string) => void;
  };
  readonly clock: Clock;
}

/** Flushes now and again and again, and once more at the end; tells how the store is doing. */
export function keepEvidence(
  { flush, store, logger, clock }: EvidenceKeeping,
  closers: Closers,
): () => Health {
  const { health, failed, recovered } = createHealth(clock.now, (turned) => {
    if (turned.ok) logger.info('the store of the comparison works again');
    else logger.error({ reason: turned.reason }, 'the evidence waits in memory: its store fails');
  });
  const attempt = async (): Promise<void> => {
    try {
      if (!health().ok) await store.renew();
      await flush();
      recovered();
    } catch (error) {
      failed(error);
    }
  };
  closers.add(inRounds({ work: attempt, first: ROUND, pause: ROUND, clock }));
  return health;
}
