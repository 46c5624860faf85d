import fc from 'fast-check';
import type { ResolvedResource } from '../mapping/resolveFile';
import type { Law, Trial } from './law';
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

function tryTrial(law: Law, trial: Trial, resource: ResolvedResource, options: TryOptions): BrokenLaw[] {
  const details = fc.check(trial, { numRuns: options.runs, seed: options.seed });
  if (!details.failed) return [];
  const error: unknown = details.errorInstance;
  const what = error instanceof Error ? error.message : 'the law does not hold';
  return [{ law: law.name, resource: resource.name, what, counterexample: details.counterexample ?? [] }];
}

/** Tries the laws one property at a time, for those who have other things to do in between: a few ms each. */
export function* stepThroughLaws(
  resource: ResolvedResource,
  options: TryOptions,
): Generator<readonly BrokenLaw[]> {
  for (const law of laws) {
    for (const trial of law.properties(resource)) yield tryTrial(law, trial, resource, options);
  }
}

/** Tries every law on one resource, `runs` times each property; answers what is broken. */
export function tryLaws(resource: ResolvedResource, options: TryOptions): readonly BrokenLaw[] {
  return [...stepThroughLaws(resource, options)].flat();
}
