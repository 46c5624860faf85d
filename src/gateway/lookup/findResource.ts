import { failure, type Result, success } from '../../contract/result';
import { createScanning } from './partitionScans';
import type { ReadingParts, WaitEnd } from './indexReading';
import {
  entryOf,
  type IndexNames,
  isHit,
  type LookupRequest,
  type Question,
  rankOffers,
} from './lookupQuestion';
import { Recent } from '../../contract/recent';
import { readAnswer, type ReceivedAnswer } from '../receiveAnswer';
import { changing, type Refusal } from '../refusal';
import { isJsonObject } from '../../contract/json';
import type { IndexItem } from '../../mapping/compile/compiledOperation';
import { addValue } from '../routes';
import { callUpstream, type Upstream } from '../upstream';
import type { FoundOffers, IndexedOffer } from './indexStore';

/** Finds and reads the v2 resource that a v1 request names by another value than its id. */
export type FindResource = (request: LookupRequest) => Promise<Result<ReceivedAnswer, Refusal>>;

/** Most renames that are remembered; v2 shows most renames by a change. */
const MAX_RENAMES = 10_000;

/** Most times that one request follows the index to offers that have another login by now. */
const MAX_ROUNDS = 5;

function questionOf(request: LookupRequest, names: IndexNames): Question {
  const { v2, lookup, parameters, context } = request;
  const login = parameters[lookup.by] ?? '';
  const partition = names.partition(lookup.index, context.caller.key);
  const indexPlace = { partition, key: names.key(partition, login) };
  return { v2, lookup, parameters, context, indexPlace };
}

/** One offer as read for a lookup, with the values that the index needs. */
type ReadOffer = ReceivedAnswer & { readonly item: IndexItem };

/** Reads one offer with the caller's own key, so that the upstream decides if the caller may see it. */
async function readOffer(
  upstream: Upstream,
  { v2, lookup, parameters, context }: Question,
  id: string,
): Promise<Result<ReadOffer, Refusal>> {
  const { method } = v2;
  const path = v2.path(addValue(parameters, lookup.fills, id));
  const received = readAnswer(await callUpstream(upstream, context, { method, path }), v2);
  if (!received.ok) return received;
  const { headers, body } = received.value;
  context.watch(`${method} ${v2.template}`, body);
  const item = isJsonObject(body) ? lookup.index.read(body['data'] ?? null) : undefined;
  if (item?.id !== id) return failure({ code: 'upstreamUnfit', detail: 'data is not the offer asked for' });
  return success({ headers, body, item });
}

/** The result of reading the candidates: an offer, a refusal, or whether v2 knows any of them. */
type Best = Result<ReadOffer, Refusal> | 'unknown' | 'renamed';

/** Reads the best candidate with the login. If `isExact`, an offer that shows none is the one that the list names. */
type ReadBest = (candidates: readonly IndexedOffer[], isExact: boolean) => Promise<Best>;

/**
 * Logins that only a read has shown, although the offer has not changed since, by the old key and by the new one;
 * `seenAt` is the instant (clock ms) at which the login was first seen.
 */
type Renames = Recent<string, { readonly offer: IndexedOffer; readonly seenAt: number }>;

/** Recognizes another login of an offer that has not changed since. The list is believed, or the old login is lost. */
const isContradiction = (shownOffer: IndexedOffer, knownOffer: IndexedOffer): boolean =>
  shownOffer.key !== knownOffer.key &&
  (knownOffer.changed ?? null) !== null &&
  (shownOffer.changed ?? Infinity) <= (knownOffer.changed ?? 0);

/** Creates the reader of candidates for one question: reads each once, and corrects the store by what it shows. */
function createReadBest(
  { upstream, store, names, clock, freshMs }: ReadingParts,
  renames: Renames,
  question: Question,
): ReadBest {
  const { partition, key } = question.indexPlace;
  const read = new Map<string, ReadOffer>();

  const noteRename = (namedBefore: IndexedOffer, offer: IndexedOffer): void => {
    const now = clock.now();
    const { offer: renamedOffer, seenAt = now } = renames.get(namedBefore.key ?? '') ?? {};
    const isKnown = renamedOffer?.key === offer.key && Math.abs(now - seenAt) < freshMs;
    const rename = { offer, seenAt: isKnown ? seenAt : now };
    for (const name of [namedBefore.key, offer.key]) if (name !== null) renames.set(name, rename);
  };
  const forgetRename = (): void => {
    if (renames.get(key)?.offer.key === key) renames.delete(key);
  };

  /** Returns the offer as a read shows it now, or `renamed` if the offer is no candidate any more. */
  const readAgain = async (
    { item }: ReadOffer,
    best: IndexedOffer,
    isExact: boolean,
  ): Promise<IndexedOffer | 'renamed'> => {
    if (item.key === null) return isExact ? best : 'renamed';
    const shownOffer = entryOf(item, partition, names);
    const settledOffer = shownOffer.key === key ? shownOffer : 'renamed';
    const isAsKnown = shownOffer.key === best.key && shownOffer.preferred === best.preferred;
    if (settledOffer === 'renamed') forgetRename();
    if (isContradiction(shownOffer, best)) noteRename(best, shownOffer);
    else if (!isAsKnown) await store.correct(partition, best, shownOffer);
    return settledOffer;
  };
  const readNextCandidate = async (
    ranked: readonly IndexedOffer[],
    outcome: 'unknown' | 'renamed',
    isExact: boolean,
  ): Promise<Best> => {
    const [best, ...lessLikely] = ranked;
    if (best === undefined) return outcome;
    const alreadyRead = read.get(best.id);
    if (alreadyRead?.item.preferred === best.preferred) return success(alreadyRead);
    const offer = await readOffer(upstream, question, best.id);
    if (!offer.ok) {
      if (offer.failure.code !== 'notFound') return offer;
      forgetRename();
      await store.correct(partition, best, undefined);
      return readNextCandidate(lessLikely, outcome, isExact);
    }
    const shownOffer = await readAgain(offer.value, best, isExact);
    if (shownOffer === 'renamed') return readNextCandidate(lessLikely, shownOffer, isExact);
    if (lessLikely.length === 0 && shownOffer.preferred && offer.value.item.preferred) return offer;
    read.set(best.id, offer.value);
    return readNextCandidate(rankOffers([...lessLikely, shownOffer]), outcome, isExact);
  };
  return (candidates, isExact) => readNextCandidate(rankOffers(candidates), 'unknown', isExact);
}

/** Recognizes a result that ends the lookup: a refusal, a listed offer, or any offer once the list is settled. */
const isFinal = (best: Best | undefined, isSettled: boolean): best is Exclude<Best, string> =>
  typeof best === 'object' && (!best.ok || best.value.item.preferred || isSettled);

/** Reports whether the list still names an offer after a read that shows another login. v2 contradicts itself. */
const isContradicted = (foundBy: 'matched' | 'complete' | 'exact', best: Best | undefined): boolean =>
  foundBy === 'matched' && best !== undefined && best !== 'unknown';

/** Returns the refusal for an offer that v2 lists but answers with a 404 in every round: a client cannot have it. */
const refuseUnsettled = (best: Best | undefined): Result<never, Refusal> =>
  failure(best === 'unknown' ? { code: 'notFound' } : changing);

/**
 * Creates the lookup by a declared index. A known listed offer takes one read with the caller's own key, verified
 * against the login. Any other login, above all an unknown one, is answered only by an index that shows v2 as it was
 * after the request came: a client that looks up, gets 404 and creates must never make a second offer.
 */
export function createLookup(
  readingParts: ReadingParts,
  scanning = createScanning(readingParts),
): FindResource {
  const { store, names } = readingParts;
  const { scans, settle } = scanning;
  const renames: Renames = new Recent(MAX_RENAMES);
  const findOffers = async ({ indexPlace: { partition, key } }: Question): Promise<FoundOffers> => {
    const foundOffers = await store.find(partition, key);
    const offer = renames.get(key)?.offer;
    return foundOffers.candidates.length === 0 && offer?.key === key
      ? { ...foundOffers, candidates: [offer] }
      : foundOffers;
  };
  /** Reads the whole list again for a rename that the index misses although it was seen after the last reading. */
  const settleAgain = async (question: Question, best: Best | undefined): Promise<WaitEnd> => {
    const { partition, key } = question.indexPlace;
    const rename = best === 'renamed' ? renames.get(key) : undefined;
    const state = rename && (await store.state(partition));
    const isMissed = rename !== undefined && (state?.beganAt ?? 0) <= rename.seenAt;
    const renewed = isMissed ? await scans.wait(question, 0) : success('complete');
    return renewed.ok ? settle(question) : renewed;
  };

  /** Settles the index and looks again, until the best answer is final or the rounds are used up. */
  const findInRounds = async (
    question: Question,
    readBest: ReadBest,
    firstBest: Best | undefined,
  ): Promise<Result<ReceivedAnswer, Refusal>> => {
    let best = firstBest;
    let bestOfRound: Best | undefined;
    let isContrary = false;
    for (let round = 1; ; round += 1) {
      const settled = await settleAgain(question, bestOfRound);
      if (!settled.ok) return settled;
      const isExact = settled.value === 'exact';
      isContrary ||= isContradicted(settled.value, best);
      if (round === MAX_ROUNDS) return refuseUnsettled(best);
      const isSettled = isExact || isContrary;
      const foundOffers = await findOffers(question);
      best = isHit(foundOffers) ? await readBest(foundOffers.candidates, isSettled) : undefined;
      if (isFinal(best, isSettled)) return best;
      if (isExact && foundOffers.candidates.length === 0) return failure({ code: 'notFound' });
      bestOfRound = best;
    }
  };

  return async (request) => {
    const question = questionOf(request, names);
    const readBest = createReadBest(readingParts, renames, question);
    const foundOffers = await findOffers(question);
    const best = isHit(foundOffers) ? await readBest(foundOffers.candidates, false) : undefined;
    return isFinal(best, false) ? best : findInRounds(question, readBest, best);
  };
}
