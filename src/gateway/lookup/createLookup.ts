import { failure, type Result } from '../../translation/result';
import type { Received } from '../receive';
import type { Refusal } from '../refusal';
import type { IndexNames } from './indexNames';
import { isHit } from './isHit';
import type { Asked, Question } from './question';
import { readBest } from './readBest';
import { createScans, type ScanParts } from './createScans';

/** Finds the v2 resource that a v1 request asks for by another value than its id, and reads it. */
export type Find = (asked: Asked) => Promise<Result<Received, Refusal>>;

/** How often one request has an index read again that has proved wrong. */
const RESCANS = 1;

function questionOf(asked: Asked, names: IndexNames): Question {
  const { lookup, parameters, errand } = asked;
  const login = parameters[lookup.by] ?? '';
  const partition = names.partition(lookup.index, errand.caller.key);
  const place = { partition, key: names.key(partition, login) };
  return { v2: asked.v2, lookup, parameters, errand, login, place };
}

/**
 * Lookups by a declared index: a hit is one read with the caller's own key, verified against what was asked; a miss
 * waits for the scan of the list, and is 404 only when the whole list has been seen.
 */
export function createLookup(parts: ScanParts): Find {
  const { upstream, store, names } = parts;
  const settle = createScans(parts);

  return async (asked) => {
    const question = questionOf(asked, names);
    const { partition, key } = question.place;
    let whole = false;
    let disproved = 0;
    for (;;) {
      const found = await store.find(partition, key);
      const hit = isHit({ candidates: found.candidates, complete: found.complete || whole });
      const best = hit ? await readBest(upstream, store, question, found.candidates) : undefined;
      if (best !== undefined) return best;
      if (hit) disproved += 1;
      if (disproved > RESCANS || (whole && !hit)) return failure({ code: 'notFound' });

      const settled = await settle(question);
      if (!settled.ok) return settled;
      whole = settled.value === 'complete';
    }
  };
}
