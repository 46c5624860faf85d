/** A place in a text, both counted from 1; a column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}
