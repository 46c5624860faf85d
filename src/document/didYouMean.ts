import { distance } from 'fastest-levenshtein';

const FARTHEST = 3;
const LEAST_SIMILARITY = 0.4;

/** The hint `did you mean "port"?` with the candidate nearest to a mistyped word; undefined when none is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const asked = word.toLowerCase();
  let best: { readonly candidate: string; readonly away: number } | undefined;
  for (const candidate of candidates) {
    const away = distance(asked, candidate.toLowerCase());
    const similarity = 1 - away / Math.max(word.length, candidate.length);
    const near = away <= FARTHEST && similarity > LEAST_SIMILARITY;
    if (near && (best === undefined || away < best.away)) best = { candidate, away };
  }
  return best === undefined ? undefined : `did you mean "${best.candidate}"?`;
}
