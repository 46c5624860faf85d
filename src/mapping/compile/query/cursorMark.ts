/** Beginning of a cursor of v2 that a client of v1 is given. */
const MARK = 'v2.';

/** The number that stands for v2's cursor 0 where v1 gives its cursors as numbers: no list is as long. */
const FIRST_NUMBER = 9_000_000_000_000_000;

/** Marks a cursor of v2, so that it is told from one of v1: to the other API it is nonsense, or another place. */
export const markCursor = (cursor: string): string => MARK + cursor;

/** Returns a marked cursor as a number, unless it is written in other digits or in too many. */
export function numberOfMarked(marked: string): number | string {
  const digits = /^v2\.(0|[1-9]\d*)$/.exec(marked)?.[1];
  const number = FIRST_NUMBER + Number(digits);
  return Number.isSafeInteger(number) ? number : marked;
}

/** Returns v2's own cursor in a marked one, as text or as a number; undefined for a cursor of v1. */
export function unmarkCursor(text: string): string | undefined {
  if (text.startsWith(MARK) && text !== MARK) return text.slice(MARK.length);
  const number = /^9\d{15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? String(number - FIRST_NUMBER) : undefined;
}
