import fc from 'fast-check';
import type { ResolvedResource } from '../mapping/resolveFile';
import { requestLaws } from './requestLaws';
import { responseLaws } from './responseLaws';

/** A law that a mapping breaks, with the smallest values that show it. */
export interface BrokenLaw {
  readonly law: string;
  readonly resource: string;
  readonly what: string;
  /** The shrunk inputs, as JSON values: a v2 object, or a v1 body and a v2 object. */
  readonly counterexample: readonly unknown[];
}

/** How the laws are tried: the same seed gives the same values. */
export interface TryOptions {
  readonly runs: number;
  readonly seed: number;
}

/** All laws, in the order in which they are tried. */
export const laws = [...responseLaws, ...requestLaws];

/** Tries every law on one resource, `runs` times each property; answers what is broken. */
export function tryLaws(resource: ResolvedResource, { runs, seed }: TryOptions): readonly BrokenLaw[] {
  return laws.flatMap((law) =>
    law.properties(resource).flatMap((property): BrokenLaw[] => {
      const details = fc.check(property, { numRuns: runs, seed });
      if (!details.failed) return [];
      const error: unknown = details.errorInstance;
      const what = error instanceof Error ? error.message : 'the law does not hold';
      return [{ law: law.name, resource: resource.name, what, counterexample: details.counterexample ?? [] }];
    }),
  );
}
