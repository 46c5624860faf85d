import type { DateStyle } from '../translation/codecs/date';
import { dateStyleOf } from './dateStyleOf';
import type { Example } from './example';
import { learnAttribute } from './learnAttribute';
import type { LearnedLine, OpenAttribute } from './learnedLine';
import { survey } from './survey';

/** What was learnt of one resource. */
export interface Learned {
  readonly dates: DateStyle;
  readonly lines: readonly LearnedLine[];
  readonly open: readonly OpenAttribute[];
}

/** Learns the attribute lines of a resource from examples. */
export function learnLines(examples: readonly Example[]): Learned {
  const dates = dateStyleOf(examples);
  const surveyed = survey(examples);
  const names = [...new Set(examples.flatMap(({ v1 }) => Object.keys(v1)))];
  const learnt = names.map((name) => learnAttribute(name, surveyed, dates));
  return {
    dates,
    lines: learnt.flatMap((one) => ('line' in one ? [one.line] : [])),
    open: learnt.flatMap((one) => ('open' in one ? [one.open] : [])),
  };
}
