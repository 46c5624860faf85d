import type { BookLedger } from './bookLedger';
import type { Pattern, PatternPart } from './createPatterns';
import { isNoticed } from './isNoticed';

/** The name of a cause: where and what. */
export const causeOf = ({ tally, kind }: Pick<PatternPart, 'tally' | 'kind'>): string =>
  `${tally.operation} ${tally.path} ${kind}`;

/** Ways to differ as they look now: what has turned out to be noise since is no longer told. */
export function noticedPatterns({ patterns, proven }: BookLedger): readonly Pattern[] {
  return [...patterns.all()].flatMap((pattern) => {
    const parts = pattern.parts.filter((part) => isNoticed(part.tally, part, proven));
    return parts.length === 0 ? [] : [{ ...pattern, parts }];
  });
}
