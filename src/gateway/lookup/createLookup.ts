import { failure, type Result } from '../../translation/result';
import type { Received } from '../receive';
import type { Refusal } from '../refusal';
import { createLooks } from './createLooks';
import { createScanning, type Scanning } from './createScans';
import type { IndexNames } from './indexNames';
import type { ReadingParts } from './indexReading';
import { isHit } from './isHit';
import type { Asked, Question } from './question';
import { createReadBest } from './readBest';
import type { Settled } from './waitingRoom';

/** Finds the v2 resource that a v1 request asks for by another value than its id, and reads it. */
export type Find = (asked: Asked) => Promise<Result<Received, Refusal>>;

/** How often one request follows the index to offers that prove to be others. */
const ROUNDS = 5;

function questionOf(asked: Asked, names: IndexNames): Question {
  const { lookup, parameters, errand } = asked;
  const login = parameters[lookup.by] ?? '';
  const partition = names.partition(lookup.index, errand.caller.key);
  const place = { partition, key: names.key(partition, login) };
  return { v2: asked.v2, lookup, parameters, errand, place };
}

/** Waits until more is known: the whole list, then what stands first in it. */
function createSettle(
  parts: ReadingParts,
  { pauses, scans }: Scanning,
): (question: Question) => Promise<Settled> {
  const { clock, store, freshMs } = parts;
  const look = createLooks(parts, pauses, scans);
  return async (question) => {
    const { partition } = question.place;
    const refusal = pauses.of(partition);
    if (refusal !== undefined) return failure(refusal);
    const { completeAt = null } = (await store.state(partition)) ?? {};
    if (completeAt === null) {
      const settled = await scans.wait(question);
      if (!settled.ok || settled.value !== 'complete') return settled;
    } else if (Math.abs(clock.now() - completeAt) >= freshMs) scans.start(question, freshMs);
    return look(question);
  };
}

type Best = Awaited<ReturnType<ReturnType<typeof createReadBest>>>;

/** True for what answers the lookup: a refusal, a listed offer, or any offer once the list is known to be as it is. */
const isFinal = (best: Best | undefined, isSettled: boolean): best is Exclude<Best, string> =>
  typeof best === 'object' && (!best.ok || best.value.item.preferred || isSettled);

/**
 * Lookups by a declared index. A listed offer that is known is one read with the caller's own key, verified against
 * what was asked. Everything else, a login that is not known above all, is answered only by an index that is as v2 was
 * after the request came: a client that looks up, hears 404 and creates must never make a second offer.
 */
export function createLookup(parts: ReadingParts, scanning = createScanning(parts)): Find {
  const { upstream, store, names } = parts;
  const settle = createSettle(parts, scanning);

  return async (asked) => {
    const question = questionOf(asked, names);
    const { partition, key } = question.place;
    const readBest = createReadBest(upstream, store, names, question);
    let isExact = false;
    let isConfirmed = false;
    let isUnknown = false;
    for (let round = 0; round < ROUNDS; round += 1) {
      const found = await store.find(partition, key);
      const best: Best | undefined = isHit(found)
        ? await readBest(found.candidates, isExact || isConfirmed)
        : undefined;
      if (isFinal(best, isExact || isConfirmed)) return best;
      isUnknown = best === 'unknown';
      if (isExact && found.candidates.length === 0) return failure({ code: 'notFound' });

      const settled = await settle(question);
      if (!settled.ok) return settled;
      isExact = settled.value === 'exact';
      // The list names the offer also after a read that shows it otherwise: v2 will go on to contradict itself.
      isConfirmed ||= settled.value === 'matched' && best !== undefined && !isUnknown;
    }
    // v2 lists the offer and answers each read of it with a 404, round after round: a client cannot have it.
    if (isUnknown) return failure({ code: 'notFound' });
    return failure({ code: 'listChanging', headers: { 'retry-after': '1' } });
  };
}
