import type { BookLedger } from './bookLedger';
import type { Pattern } from './createPatterns';
import { isNoticed } from './isNoticed';

/** Ways to differ as they look now: what has turned out to be noise since is no longer told. */
export function noticedPatterns({ patterns, proven }: BookLedger): readonly Pattern[] {
  return [...patterns.all()].flatMap((pattern) => {
    const parts = pattern.parts.filter((part) => isNoticed(part.tally, part, proven));
    return parts.length === 0 ? [] : [{ ...pattern, parts }];
  });
}
