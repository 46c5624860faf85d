import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge.js';
import { createCollection, type Epochs } from '../../../src/comparison/keep/collection.js';
import { createAccounts } from '../../../src/comparison/keep/comparisonAccounts.js';
import { createPrivacy } from '../../../src/comparison/keep/privacy.js';
import { openMemoryStore } from '../../../src/store/wholeStore.js';

type Parts = Parameters<typeof createCollection>[0];

/** Opens a collection over an empty store in memory, which keeps no value, with some parts of its own. */
export async function openCollection(epochs: Epochs, parts: Partial<Parts> = {}) {
  return createCollection(
    {
      privacy: createPrivacy({ secret: 's', kept: [] }),
      accounts: createAccounts(),
      store: (await openMemoryStore()).comparison,
      openJudge: (now) => createComparisonJudge({ epoch: [...now.values()].join(), rules: [] }),
      onObserved: () => undefined,
      recounted: () => undefined,
      window: 100,
      now: () => 1,
      ...parts,
    },
    epochs,
  );
}
