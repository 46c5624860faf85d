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
