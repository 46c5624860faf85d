import { type AlarmCondition, type AlarmActivityCheck, listed, MAX_NAMED } from '../alarms';
import type { BadRow, SuddenRows } from './suddenRows';

/** Row of all callers of an operation, or else the longest of single callers, with the words that name these. */
interface SuddenRow extends Pick<BadRow, 'operation' | 'side' | 'bad' | 'word'> {
  readonly resource: string;
  /** Number of good requests before. */
  readonly good: number;
  /** Names the callers with separate rows after a word; empty if all callers together have one. */
  readonly whose: (word: string) => string;
}

function suddenRows(rows: SuddenRows, text: (caller: string) => string, now: number): readonly SuddenRow[] {
  return [...rows.resources()].flatMap((resource) =>
    rows.of(resource, now).flatMap((its) => {
      const longestFirst = its.toSorted((row, nextRow) => nextRow.bad - row.bad);
      const ofAll = its.find(({ caller }) => caller === '');
      const row = ofAll ?? longestFirst[0];
      if (row === undefined) return [];
      const callers = longestFirst.map(({ caller }) => text(caller));
      const whose = (word: string) => (ofAll === undefined ? ` ${word} ${listed(callers, MAX_NAMED)}` : '');
      return [{ ...row, resource, good: row.before ?? 0, whose }];
    }),
  );
}

/** Returns an alarm for each operation whose writes, all or those of a caller, are refused and were accepted before. */
export const refusalFindings = (...found: Parameters<typeof suddenRows>): readonly AlarmCondition[] =>
  suddenRows(...found).map(({ resource: subject, operation: cause, side, bad, word, good, whose }) => {
    const last = bad === 1 ? 'write' : `${bad} writes`;
    const maybe = bad === 1 ? ': its own mistake, or one of v2' : '';
    const text = `${subject}: ${side} has refused the last ${last} of ${cause}${whose('by')} (${word}), ${good} were answered before${maybe}`;
    return { kind: `refusals ${side}`, severity: 'warning', subject, part: cause, text };
  });

/**
 * Returns an alarm for each operation whose answers, all or those to a caller, differ and were equal before, unless
 * another alarm reports that. A client that polls one address is seldom a proof.
 */
export const differingFindings = (
  lasts: AlarmActivityCheck,
  ...found: Parameters<typeof suddenRows>
): readonly AlarmCondition[] =>
  suddenRows(...found).flatMap(({ resource: subject, operation: cause, bad, good, whose }) => {
    // An active alarm continues, because its end would report "over" while v2 still differs.
    if (lasts('regression', subject, cause) && !lasts('differing', subject, cause)) return [];
    const text = `${subject}: the last ${bad} compared answers of ${cause}${whose('to')} differ from v1's, ${good} did not before: see \`lifeboat diff\``;
    return [{ kind: 'differing', severity: 'warning', subject, part: cause, text }];
  });
