/** Which part of a list is asked for, and in which order. */
export interface ListQuery {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  /** The column, or another expression, is SQL: it comes from the rules of a list, never from a query. */
  readonly sort: { readonly column: string; readonly descending: boolean };
  /** `filter[name]` texts as sent, by name. */
  readonly filters: ReadonlyMap<string, string>;
}
