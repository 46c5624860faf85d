import type { Relation } from './relation';

/** What is different. */
export type DifferenceKind =
  | 'missing' // v1 has it, v2 has not
  | 'extra' // v2 has it, v1 has not
  | 'type'
  | 'value'
  | 'null_vs_absent'
  | 'empty' // one kind of nothing for another: "", [], {}, null
  | 'order'
  | 'length' // of an array
  | 'precision' // the same number with other digits: 1.10 and 1.1
  | 'unavailable' // v1 answered, and v2 gave no answer that a client could use
  | 'status'
  | 'header';

/** What it means for a client. */
export type Severity = 'breaking' | 'suspicious' | 'benign' | 'wire';

/** One difference between two answers. */
export interface Difference {
  /** Where, with `{}` for keys of maps and `[]` for elements of arrays: `data.attributes.data.{}`. */
  readonly path: string;
  /** Where in this one answer: a JSON Pointer (RFC 6901). */
  readonly at: string;
  readonly kind: DifferenceKind;
  readonly severity: Severity;
  /** What turns the one value into the other, where something simple does. */
  readonly relation?: Relation;
  /** The values as JSON text, cut off where they are long; absent on the side that has none. */
  readonly v1?: string;
  readonly v2?: string;
}
