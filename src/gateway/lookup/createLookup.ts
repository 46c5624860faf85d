import type { Operation } from '../../mapping/operation';
import { failure, type Result, success } from '../../translation/result';
import type { Errand } from '../callUpstream';
import type { Received } from '../receive';
import type { Refusal } from '../refusal';
import type { IndexEntry } from './indexStore';
import { isHit } from './isHit';
import type { Lookup, Question } from './question';
import { rank } from './rank';
import { readOffer } from './readOffer';
import { createScans, type ScanParts } from './scans';

type Answered = Result<Received, Refusal>;

/** Finds the v2 resource that a v1 operation asks for by another value than its id, and reads it. */
export type Find = (v2: Operation['v2'], lookup: Lookup, asked: string, errand: Errand) => Promise<Answered>;

/** Times that an index which proves wrong is read again for one request. */
const RESCANS = 1;

/** Lookups by a declared index: every answer is one read with the caller's own key, verified against what was asked. */
export function createLookup(parts: ScanParts): Find {
  const { upstream, store, names } = parts;
  const settle = createScans(parts);

  /** Reads the best of the candidates that still hold the login; undefined when none does. */
  async function readBest(
    v2: Operation['v2'],
    question: Question,
    candidates: readonly IndexEntry[],
  ): Promise<Answered | undefined> {
    const { place, asked } = question;
    const read = new Map<string, Received>();
    let ranked = rank(candidates);
    for (let best = ranked[0]; best !== undefined; best = ranked[0]) {
      const { id, preferred } = best;
      const known = read.get(id);
      if (known !== undefined) return success(known);
      const offer = await readOffer(upstream, v2, question, id);
      if (!offer.ok && offer.failure.code !== 'notFound') return offer;
      ranked = ranked.filter((candidate) => candidate.id !== id);
      if (!offer.ok || offer.value.item.key !== asked) {
        await store.forget(place.partition, best);
        continue;
      }
      read.set(id, offer.value);
      const now: IndexEntry = { ...best, preferred: offer.value.item.preferred };
      if (now.preferred !== preferred) await store.amend(place.partition, now);
      ranked = rank([...ranked, now]);
    }
    return undefined;
  }

  return async (v2, lookup, asked, errand) => {
    const partition = names.partition(lookup.index.name, errand.caller.key);
    const place = { partition, key: names.key(partition, asked) };
    const question = { lookup, asked, place, errand };
    let whole = false;
    for (let rescans = 0; ;) {
      const found = await store.find(place.partition, place.key);
      const hit = isHit({ ...found, complete: found.complete || whole });
      const answered = hit ? await readBest(v2, question, found.candidates) : undefined;
      if (answered !== undefined) return answered;
      if (hit ? rescans === RESCANS : whole) return failure({ code: 'notFound' });
      if (hit) rescans += 1;
      const settled = await settle(question);
      if (!settled.ok) return settled;
      whole = settled.value === 'complete';
    }
  };
}
