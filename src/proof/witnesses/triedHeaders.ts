import type { ResolvedHeaders } from '../../mapping/compile/query/resolveHeaders';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';

type Named = Readonly<Record<string, string>> | undefined;

/** Makes one value for each header that a mapping takes, or further ones alone. Returns undefined if it names none. */
export const takenHeaders = (
  { headers }: ResolvedOperation,
  isEverything: boolean,
  furtherHeaders: Named,
): Named =>
  headers && {
    ...Object.fromEntries(
      isEverything
        ? headers.takes.map(({ name, words: [word = `"some ${name}"`] = [] }) => [name, word])
        : [],
    ),
    ...furtherHeaders,
  };

/** Makes one value for each header of v2 that a mapping shows. Returns undefined where it names no headers. */
export const givenHeaders = ({ headers }: ResolvedOperation): Named =>
  headers && Object.fromEntries(headers.treatment.shown.map(([, source]) => [source, `some ${source}`]));

/** Lists the headers to try one by one: each word, another word, and what the mapping leaves out or refuses. */
export const triedHeaders = ({
  takes,
  losses,
}: ResolvedHeaders): readonly (readonly [name: string, value: string])[] => [
  ...takes.flatMap(({ name, words }) =>
    words === undefined ? [] : [...words, 'another word'].map((word) => [name, word] as const),
  ),
  ...losses.map(({ member }) => [member.slice(0, -1), 'something'] as const),
];
