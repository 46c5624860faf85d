import type { IPropertyWithHooks } from 'fast-check';
import type { ResolvedResource } from '../mapping/resolveFile';

/** One law that every mapping must keep, as a property over generated values. */
export interface Law {
  readonly name: string;
  /** What holds, in one sentence. */
  readonly says: string;
  /** The properties to try on one resource; none where the law has nothing to say about it. */
  readonly properties: (resource: ResolvedResource) => readonly Trial[];
}

/** One property; its counterexample is a list of JSON values. */
export type Trial = IPropertyWithHooks<unknown[]>;

/** A violated law: says what went wrong at which mapping line. */
export class Violation extends Error {
  constructor(
    what: string,
    readonly place: string,
  ) {
    super(`${what} (${place})`);
  }
}
