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

/** Values that show a violation, each under what it is: `v2 object`, `v1 object`, `v1 request`, ... */
export type Exhibits = Readonly<Record<string, unknown>>;

/** A violated law: says what went wrong at which mapping line, and shows it. */
export class Violation extends Error {
  constructor(
    what: string,
    readonly place: string,
    readonly exhibits: Exhibits,
  ) {
    super(`${what} (${place})`);
  }
}
