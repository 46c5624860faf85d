import { type Result, success } from '../../translation/result';
import type { Received } from '../receive';
import type { Refusal } from '../refusal';
import type { Upstream } from '../upstream';
import type { IndexEntry, IndexStore } from './indexStore';
import type { Question } from './question';
import { rank } from './rank';
import { readOffer } from './readOffer';

/**
 * Reads the best of the candidates that still have the login asked for; undefined when none has. What a read shows
 * to be wrong is corrected in the store, and the candidates are ranked anew.
 */
export async function readBest(
  upstream: Upstream,
  store: IndexStore,
  question: Question,
  candidates: readonly IndexEntry[],
): Promise<Result<Received, Refusal> | undefined> {
  const { place, login } = question;
  const read = new Map<string, Received>();
  let ranked = rank(candidates);
  for (let best = ranked[0]; best !== undefined; best = ranked[0]) {
    const { id, preferred } = best;
    const known = read.get(id);
    if (known !== undefined) return success(known);

    const offer = await readOffer(upstream, question, id);
    if (!offer.ok && offer.failure.code !== 'notFound') return offer;
    ranked = ranked.slice(1);
    if (!offer.ok || offer.value.item.key !== login) {
      await store.forget(place.partition, best);
      continue;
    }
    const { headers, body, item } = offer.value;
    read.set(id, { headers, body });
    const shown = { ...best, preferred: item.preferred };
    if (shown.preferred !== preferred) await store.amend(place.partition, shown);
    ranked = rank([...ranked, shown]);
  }
  return undefined;
}
