import { storeAt } from '../store/support/places.ts';
import { openWholeStore } from '../../src/store/wholeStore.js';
import type { SeenPair } from '../../src/comparison/keep/observation.js';

/** Writes one batch after the other into a store and says of each that it is kept, until it is killed. */
async function fill(name: string): Promise<void> {
  const { comparison: store } = await openWholeStore(storeAt(name), { pairs: 1_000_000, age: 1e9 });
  for (let batch = 1; ; batch += 1) {
    const observed = Array.from({ length: 20 }, (_, at): SeenPair => ({
      id: `${batch}-${at}`,
      at: batch,
      epoch: 'e',
      resource: 'account',
      operation: 'getAccount',
      caller: '',
      request: 'r',
      signature: 's',
      outcome: 'compared',
      differences: [],
    }));
    const endedMap = new Map([['getAccount', new Map([['compared', batch * 20] as const])]]);
    await store.save({ observed, samples: [], ended: endedMap }, batch);
    process.stdout.write(`${batch}\n`);
  }
}

void fill(process.argv[2] ?? '');
