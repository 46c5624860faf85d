import { after, failure, type Later, type Result, success } from '../../contract/result';
import { isJsonObject } from '../../contract/json';
import type { IndexItem } from '../../mapping/compile/compiledOperation';
import { callUpstream, type Upstream } from '../upstream';
import { receive, type Received } from '../receiveAnswer';
import type { Refusal } from '../refusal';
import { withValue } from '../routes';
import { type IndexedOffer, type IndexStore, rank } from './indexStore';
import { entryOf, type IndexNames, type Question } from './lookupQuestion';

/** One offer as read for a lookup, with what the index needs of it. */
interface ReadOffer extends Received {
  readonly item: IndexItem;
}

/** Reads one offer with the caller's own key, so that the upstream decides what the caller may see. */
function readOffer(
  upstream: Upstream,
  { v2, lookup, direct, parameters, context }: Question,
  id: string,
): Later<Result<ReadOffer, Refusal>> {
  const { method } = v2;
  const path = v2.path(withValue(parameters, lookup.fills, id));
  return after(callUpstream(upstream, context, { method, path }), (outcome) => {
    const received = receive(outcome, v2, direct);
    if (!received.ok) return received;
    const { headers, body, direct: translated } = received.value;
    context.watch(`${method} ${v2.template}`, body, translated?.forms);
    const item = isJsonObject(body) ? lookup.verify(body['data'] ?? null) : undefined;
    if (item?.id !== id) return failure({ code: 'upstreamUnfit', detail: 'data is not the offer asked for' });
    return success({ headers, body, direct: translated, item });
  });
}

/** The result of reading the candidates: an offer, a refusal, or whether v2 knows any of them. */
export type Best = Result<ReadOffer, Refusal> | 'unknown' | 'renamed';

/**
 * Reads the best of the candidates that still have the login asked for; without one, says whether v2 knows any. With an
 * index that is as v2 is (`isExact`) an offer that shows no login at all is the one that the list names.
 */
export type ReadBest = (candidates: readonly IndexedOffer[], isExact: boolean) => Later<Best>;

/** True for another login at an offer that has not changed since: the list is believed, or the old login were lost. */
const contradicts = (shown: IndexedOffer, known: IndexedOffer): boolean =>
  shown.key !== known.key &&
  (known.changed ?? null) !== null &&
  (shown.changed ?? Infinity) <= (known.changed ?? 0);

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
  let read: Map<string, ReadOffer> | undefined;

  /** The offer as it is shown now; `unknown` and `renamed` where it is no candidate any more. */
  const shownAs = (
    offer: ReadOffer,
    best: IndexedOffer,
    isExact: boolean,
  ): Later<IndexedOffer | 'renamed'> => {
    const { item } = offer;
    if (item.key === null) return isExact ? best : 'renamed';
    const shown = entryOf(item, partition, names);
    const settled = shown.key === key ? shown : 'renamed';
    const isAsKnown = shown.key === best.key && shown.preferred === best.preferred;
    if (isAsKnown || contradicts(shown, best)) return settled;
    return after(store.correct(partition, best, shown), () => settled);
  };
  const next = (
    ranked: readonly IndexedOffer[],
    outcome: 'unknown' | 'renamed',
    isExact: boolean,
  ): Later<Best> => {
    const [best, ...others] = ranked;
    if (best === undefined) return outcome;
    const known = read?.get(best.id);
    if (known?.item.preferred === best.preferred) return success(known);
    return after(readOffer(upstream, question, best.id), (offer): Later<Best> => {
      if (!offer.ok) {
        if (offer.failure.code !== 'notFound') return offer;
        return after(store.correct(partition, best, undefined), () => next(others, outcome, isExact));
      }
      return after(shownAs(offer.value, best, isExact), (shown) => {
        if (shown === 'renamed') return next(others, shown, isExact);
        if (others.length === 0 && shown.preferred && offer.value.item.preferred) return offer;
        (read ??= new Map()).set(best.id, offer.value);
        return next(rank([...others, shown]), outcome, isExact);
      });
    });
  };
  return (candidates, isExact) => next(rank(candidates), 'unknown', isExact);
}
