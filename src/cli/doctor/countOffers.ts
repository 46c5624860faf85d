import { randomBytes } from 'node:crypto';
import type { Clock } from '../../gateway/clock';
import { createIndexNames } from '../../gateway/lookup/indexNames';
import type { IndexCount } from '../../gateway/lookup/indexStore';
import { createMemoryIndex } from '../../gateway/lookup/createMemoryIndex';
import { readItems } from '../../gateway/lookup/readItems';
import { scanPartition } from '../../gateway/lookup/scanPartition';
import type { Refusal } from '../../gateway/refusal';
import type { LookupIndex } from '../../mapping/operation';
import { failure, type Result } from '../../translation/result';
import type { PageReader } from './pageReader';

/** What a scan of the whole list came to. */
export interface CountedOffers extends IndexCount {
  readonly outcome: Result<'complete', Refusal>;
  /** Offers in the list by its own account. */
  readonly total: number;
  readonly pages: number;
}

/** Most time (ms) for the whole list. */
const LIMIT = 60_000;
const MAXIMUM_OFFERS = 200_000;

/** Reads the list of an index through, as the gateway would, into an index that is thrown away. */
export async function countOffers(
  read: PageReader,
  index: LookupIndex,
  { clock, pageBudget }: { readonly clock: Clock; readonly pageBudget: number },
): Promise<CountedOffers> {
  const store = createMemoryIndex(MAXIMUM_OFFERS);
  const names = createIndexNames(randomBytes(32));
  const partition = names.partition(index, 'doctor');
  const until = clock.steady() + LIMIT;
  let total = 0;
  let pages = 0;
  const outcome = await scanPartition({
    partition,
    store,
    now: clock.now,
    readPage: async (number) => {
      if (clock.steady() > until)
        return failure({ code: 'upstreamTimeout', detail: `not read through in ${LIMIT / 1000} s` });
      const page = await read(number);
      pages += 1;
      if (page.ok) ({ total } = page.value);
      return page;
    },
    readItems: (page) => readItems(page, index, partition, names),
    found: () => undefined,
    freshMs: Infinity,
    pageBudget,
  });
  return { ...(await store.count(partition)), outcome, total, pages };
}
