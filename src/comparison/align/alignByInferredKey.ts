import { isMembers, type Tree } from '../body/tree';
import type { Aligned } from './aligned';
import { alignByKey } from './alignByKey';

const KEYS: readonly RegExp[] = [/^id$/, /_id$/, /^uuid$/, /^slug$/, /^name$/];

/** Members of an element that look like its key, the likeliest first. */
function candidates(element: Tree | undefined): readonly string[] {
  if (!isMembers(element)) return [];
  const names = [...element.keys()];
  return KEYS.flatMap((looks) => names.filter((name) => looks.test(name)));
}

/** Pairs elements by the member that is a key in both arrays and has most keys in common; undefined without one. */
export function alignByInferredKey(lists: readonly [readonly Tree[], readonly Tree[]]): Aligned | undefined {
  const enough = Math.min(lists[0].length, lists[1].length) / 2;
  let best: Aligned | undefined;
  for (const name of candidates(lists[0][0])) {
    const aligned = alignByKey('inferredKey', name, lists);
    if (aligned === undefined) continue;
    if (aligned.pairs.length >= enough) return aligned;
    if (best === undefined || aligned.pairs.length > best.pairs.length) best = aligned;
  }
  return best;
}
