import type { AlarmCondition, Lasts } from '../alarms';
import type { SuddenRow, SuddenRows } from './suddenRows';

/** Maximum number of callers that a sentence names. */
const MAX_NAMED_IN_SENTENCE = 5;

/** Renders a caller (fingerprint) for people. */
type CallerText = (caller: string) => string;

/** Names the callers of a row after a word; empty if the row is not theirs alone. */
function namesOf(word: string, { callers }: SuddenRow, text: CallerText): string {
  if (callers.length === 0) return '';
  const more =
    callers.length > MAX_NAMED_IN_SENTENCE ? `, and ${callers.length - MAX_NAMED_IN_SENTENCE} more` : '';
  return ` ${word} ${callers.slice(0, MAX_NAMED_IN_SENTENCE).map(text).join(', ')}${more}`;
}

/** Returns an alarm for each operation whose writes, all or those of a caller, are refused and were accepted before. */
export const refusalFindings = (rows: SuddenRows, text: CallerText, now: number): readonly AlarmCondition[] =>
  rows.found(now).map((row) => {
    const { resource: subject, operation: cause, side, bad, word, before: goodBefore } = row;
    const whose = namesOf('by', row, text);
    const last = bad === 1 ? 'write' : `${bad} writes`;
    const maybe = bad === 1 ? ': its own mistake, or one of v2' : '';
    const sentence = `${subject}: ${side} has refused the last ${last} of ${cause}${whose} (${word}), ${goodBefore} were answered before${maybe}`;
    return { kind: `refusals ${side}`, severity: 'warning', subject, part: cause, text: sentence };
  });

/**
 * Returns an alarm for each operation whose answers, all or those to a caller, differ and were equal before, unless
 * another alarm reports that. A client that polls one address is seldom a proof.
 */
export const differingFindings = (
  rows: SuddenRows,
  lasts: Lasts,
  text: CallerText,
  now: number,
): readonly AlarmCondition[] =>
  rows.found(now).flatMap((row) => {
    const { resource: subject, operation: cause, bad, before: goodBefore } = row;
    // An active alarm continues, because its end would report "over" while v2 still differs.
    if (lasts('regression', subject, cause) && !lasts('differing', subject, cause)) return [];
    const whose = namesOf('to', row, text);
    const sentence = `${subject}: the last ${bad} compared answers of ${cause}${whose} differ from v1's, ${goodBefore} did not before: see \`lifeboat diff\``;
    return [{ kind: 'differing', severity: 'warning', subject, part: cause, text: sentence }];
  });
