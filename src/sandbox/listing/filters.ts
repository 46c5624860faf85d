import { sql, type SqlBool } from 'kysely';
import type { Filter } from './listRules';

const commaList = (text: string): string[] => text.split(',').map((part) => part.trim());

/** The column holds one of the comma-separated texts. */
export const oneOfTexts =
  (column: string): Filter =>
  (text) =>
    sql<SqlBool>`${sql.ref(column)} in (${sql.join(commaList(text))})`;

/** The column holds one of the comma-separated whole numbers; other text matches nothing. */
export const oneOfNumbers =
  (column: string): Filter =>
  (text) => {
    const numbers = commaList(text).map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : -1));
    return sql<SqlBool>`${sql.ref(column)} in (${sql.join(numbers)})`;
  };

/** The column contains the text, in any case of ASCII letters. */
export const contains =
  (column: string): Filter =>
  (text) =>
    sql<SqlBool>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** The column, in Unix seconds, lies between two instants parted by a comma; what is no instant matches nothing. */
export const within =
  (column: string): Filter =>
  (text) => {
    const [from, to = Infinity] = text.split(',').map((part, place) => instantOf(part.trim(), place));
    return from === undefined || Number.isNaN(from + to)
      ? sql<SqlBool>`0`
      : sql<SqlBool>`${sql.ref(column)} between ${from} and ${Math.min(to, Number.MAX_SAFE_INTEGER)}`;
  };

/** Unix seconds of a number or an ISO 8601 text; a day alone ends with its last second. */
function instantOf(text: string, place: number): number {
  if (text === '') return place === 0 ? 0 : Infinity;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return NaN;
  const isDay = text.length === 10;
  return Math.floor(Date.parse(text) / 1_000) + (isDay && place === 1 ? 86_399 : 0);
}
