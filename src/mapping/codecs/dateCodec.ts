import type { Notation } from '../../contract/field';
import { instants, isSecond } from '../../contract/instantNotations';
import type { Json } from '../../contract/json';
import { type Codec, misfit } from './codec';

/** Notation of dates in v1; one setting per mapping file. */
export type DateStyle = Exclude<Notation, 'unixMilliseconds' | 'rfc2822' | 'sql'>;

/** The instant 2024-01-15T10:30:00Z, as an example for people. */
const EXAMPLE = { second: 1_705_314_600, micros: 0 };

function wordsOf(notation: Notation): string {
  const { words, isTextual, print } = instants[notation];
  return isTextual ? `${words} in UTC, such as \`${print(EXAMPLE)}\`` : words;
}

/**
 * Converts an instant from v2's notation to v1's. What v1 cannot tell is a loss that the mapping states; what v2 cannot
 * tell is never written.
 */
export function dateCodec(from: Notation, to: Notation): Codec {
  const [v2, v1] = [instants[from], instants[to]];
  const convert = (value: Json, source: typeof v1, target: typeof v2, isExact: boolean) => {
    const instant = source.read(value);
    if (instant === undefined || (isExact && instant.micros % target.step !== 0)) return misfit;
    return target.isTextual || isSecond(instant.second) ? target.print(instant) : misfit;
  };
  return {
    name: `date(${from}, ${to})`,
    exact: from === to && !v2.isTextual,
    ...(v2.step < v1.step
      ? { merges: true }
      : {
          rounds: (value: Json) =>
            (instants.iso.read(value) ?? v2.read(value) ?? EXAMPLE).micros %
              (v2.isTextual ? v1.step : v2.step) !==
            0,
        }),
    writes: { v1: wordsOf(to), v2: wordsOf(from) },
    fits: (v2Kind, v1Kind) =>
      v1Kind === `instant(${to})` &&
      (v2Kind === `instant(${from})` || (v2Kind === 'timestamp' && from === 'unix')),
    canonical: (value) => {
      const instant = v2.read(value);
      return instant && [instant.second, instant.micros];
    },
    read: (value) => convert(value, v2, v1, false),
    write: (value) => convert(value, v1, v2, true),
  };
}
