import type { Position } from './position';

/** Something wrong in a file, said so that the reader can go there and repair it. */
export interface Fault extends Position {
  /** Stable and kebab-case: what tests and tools match on. */
  readonly code: string;
  readonly message: string;
  readonly file: string;
  /** The whole offending line. */
  readonly text: string;
  /** What to do about it. */
  readonly hint?: string;
}
