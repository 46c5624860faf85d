import type { Path } from '../document/document';

/** One change to a parsed mapping file: a value put at a path; without one the member there is taken away. */
export interface Edit {
  readonly path: Path;
  readonly value?: unknown;
}

/** A mapping file with one plausible mistake in it. */
export interface Mutant {
  /** The mistake in words, e.g. `source title instead of slug`. */
  readonly what: string;
  /** The place in the file that it stands at. */
  readonly path: Path;
  readonly edits: readonly Edit[];
}
