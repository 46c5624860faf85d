import type { Expression, SqlBool } from 'kysely';
import type { Tables } from '../storage/tables';

/** How one table is listed. */
export interface ListRules<Table extends keyof Tables> {
  readonly table: Table;
  /** Names that the list can be sorted by; each has an index. */
  readonly sorts: readonly string[];
  /** SQL of the sorts that no column has for its name. */
  readonly sortedBy?: Readonly<Record<string, string>>;
  /** What `filter[name]=text` asks for, by name. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Filters that are set whatever is asked. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** What every row of the list must meet, beside being the caller's. */
  readonly always?: Expression<SqlBool>;
}

/** Turns the text of a filter into a condition. */
export type Filter = (text: string) => Expression<SqlBool>;
