import { type Result, success } from '../../translation/result';
import type { Refusal } from '../refusal';
import type { Upstream } from '../upstream';
import { entryOf } from './entryOf';
import type { IndexEntry, IndexStore } from './indexStore';
import type { IndexNames } from './indexNames';
import type { Question } from './question';
import { rank } from './rank';
import { type ReadOffer, readOffer } from './readOffer';

/**
 * Reads the best of the candidates that still have the login asked for; without one, says whether v2 knows any. With an
 * index that is as v2 is (`isExact`) an offer that shows no login at all is the one that the list names.
 */
type ReadBest = (
  candidates: readonly IndexEntry[],
  isExact: boolean,
) => Promise<Result<ReadOffer, Refusal> | 'unknown' | 'renamed'>;

/**
 * Reads candidates for one question, each once as long as nothing else is known of it. What a read shows to be wrong
 * is corrected in the store, and the candidates are ranked anew.
 */
export function createReadBest(
  upstream: Upstream,
  store: IndexStore,
  names: Pick<IndexNames, 'key'>,
  question: Question,
): ReadBest {
  const { partition, key } = question.place;
  const read = new Map<string, ReadOffer>();

  const verify = async (
    best: IndexEntry,
    isExact: boolean,
  ): Promise<
    Result<{ readonly offer: ReadOffer; readonly shown: IndexEntry } | 'unknown' | 'renamed', Refusal>
  > => {
    const offer = await readOffer(upstream, question, best.id);
    if (!offer.ok && offer.failure.code !== 'notFound') return offer;
    if (offer.ok && offer.value.item.key === null)
      return success(isExact ? { offer: offer.value, shown: best } : 'renamed');
    const shown = offer.ok ? entryOf(offer.value.item, partition, names) : undefined;
    const isAsKnown = shown?.key === best.key && shown.preferred === best.preferred;
    if (!isAsKnown) await store.correct(partition, best, shown);
    if (!offer.ok || shown === undefined) return success('unknown');
    return success(shown.key === key ? { offer: offer.value, shown } : 'renamed');
  };

  return async (candidates, isExact) => {
    let ranked = rank(candidates);
    let outcome: 'unknown' | 'renamed' = 'unknown';
    for (let best = ranked[0]; best !== undefined; best = ranked[0]) {
      const known = read.get(best.id);
      if (known?.item.preferred === best.preferred) return success(known);
      const verified = await verify(best, isExact);
      if (!verified.ok) return verified;
      ranked = ranked.slice(1);
      if (verified.value === 'renamed') outcome = 'renamed';
      if (typeof verified.value === 'string') continue;
      const { offer, shown } = verified.value;
      read.set(best.id, offer);
      ranked = rank([...ranked, shown]);
    }
    return outcome;
  };
}
