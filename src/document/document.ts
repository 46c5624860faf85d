import type { Fault } from './fault';
import type { Position } from './position';

/** Where a value sits inside a document: member names and list indices from the root. */
export type Path = readonly (string | number)[];

/** A YAML text as plain data that still knows where everything stood. */
export interface Document {
  readonly file: string;
  /** Plain data; `undefined` when there are faults, so that half a document is never used. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /** The place of a path; for one that the text does not hold, of its nearest ancestor that it does. */
  readonly at: (path: Path, part?: 'key' | 'value') => Position;
  /** One line of the text, counted from 1, without its line end. */
  readonly line: (number: number) => string;
}
