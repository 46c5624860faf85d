import fc from 'fast-check';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { elementResources, type Exhibits, type Law, type Trial, Violation } from './law';
import { responseLaws } from './responseLaws';
import { needLaw } from './needLaw';
import { requestLaws } from './requestLaws';

/** A law that a mapping breaks, with the smallest values that show it. */
export interface BrokenLaw {
  readonly law: string;
  /** The law in one sentence. */
  readonly says: string;
  readonly resource: string;
  readonly what: string;
  /** The mapping line at fault, e.g. `account.yaml:12`; absent when the translation threw. */
  readonly place?: string;
  /** The shrunk values and their translations, each under its description. */
  readonly exhibits: Exhibits;
  /** The shrunk inputs, as JSON values: a v2 object, or a v1 body and a v2 object. */
  readonly counterexample: readonly unknown[];
}

/** Options of tryLaws; the same seed gives the same values. */
export interface TryOptions {
  readonly runs: number;
  readonly seed: number;
}

/** All laws, in the order in which they are tried. */
export const laws = [...responseLaws, needLaw, ...requestLaws];

function tryTrial(law: Law, trial: Trial, resource: ResolvedResource, options: TryOptions): BrokenLaw[] {
  const details = fc.check(trial, { numRuns: options.runs, seed: options.seed });
  if (!details.failed) return [];
  const error: unknown = details.errorInstance;
  const what = error instanceof Error ? error.message : 'the law does not hold';
  const counterexample = details.counterexample ?? [];
  const shownExhibits =
    error instanceof Violation
      ? { place: error.location, exhibits: error.exhibits }
      : { exhibits: { 'tried with': counterexample } };
  return [{ law: law.name, says: law.says, resource: resource.name, what, ...shownExhibits, counterexample }];
}

/** Lists the trials of one resource, one per property of a law; each returns the laws it found broken. */
export const lawTrials = (
  resource: ResolvedResource,
  options: TryOptions,
): readonly (() => readonly BrokenLaw[])[] =>
  [resource, ...elementResources(resource)].flatMap((subject) =>
    laws.flatMap((law) =>
      law.properties(subject).map((trial) => () => tryTrial(law, trial, subject, options)),
    ),
  );

/** Tries every law on one resource, each property `runs` times, and returns the broken laws. */
export const tryLaws = (resource: ResolvedResource, options: TryOptions): readonly BrokenLaw[] =>
  lawTrials(resource, options).flatMap((tryOne) => tryOne());
