import fc from 'fast-check';
import { dataOf, isJsonObject } from '../../contract/json';
import { failure, success } from '../../contract/result';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { compileAttributes } from '../../mapping/translate/compileAttributes';
import { Mismatch } from '../../mapping/translate/madeValue';
import { translationFrom } from '../../mapping/translate/translateAnswer';
import { attributeLeaves } from '../../mapping/translate/translationRule';
import { type Exhibits, type Law, type Trial, Violation } from './law';
import { needLaw } from './needLaw';
import { requestLaws } from './requestLaws';
import { responseLaws } from './responseLaws';

/** A law that a mapping breaks, with the smallest values that show it. */
export interface BrokenLaw {
  readonly law: string;
  /** The law in one sentence. */
  readonly says: string;
  readonly resource: string;
  readonly what: string;
  /** The mapping line at fault, e.g. `account.yaml:12`. It is absent when the translation threw. */
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

/** Returns each element of lists and maps that rules make as a resource: the laws hold for them, too. */
const elementResources = (resource: ResolvedResource): readonly ResolvedResource[] =>
  attributeLeaves(resource.rules).flatMap(({ attribute, rule: { each, place: location } }) => {
    if (each === undefined) return [];
    const read = compileAttributes(each.rules, 'data');
    const answer = translationFrom((body) => {
      const data = dataOf(body);
      if (!isJsonObject(data)) return failure(new Mismatch('data', 'object', location));
      const attributes = read(data);
      if (attributes instanceof Mismatch) return failure(attributes);
      return success({ data: { attributes } });
    });
    const { rules, v1, v2 } = each;
    const name = `${resource.name} ${attribute.join('.')}[]`;
    const ownResource = { ...resource, name, rules, v1, v2, answer, operations: [] };
    return [ownResource, ...elementResources(ownResource)];
  });

function tryTrial({ name, says }: Law, trial: Trial, resource: string, options: TryOptions): BrokenLaw[] {
  const details = fc.check(trial, { numRuns: options.runs, seed: options.seed });
  if (!details.failed) return [];
  const { errorInstance: error } = details;
  const counterexample = details.counterexample ?? [];
  const broken = { law: name, says, resource, counterexample };
  if (error instanceof Violation)
    return [{ ...broken, what: error.message, place: error.location, exhibits: error.exhibits }];
  const what = error instanceof Error ? error.message : 'the law does not hold';
  return [{ ...broken, what, exhibits: { 'tried with': counterexample } }];
}

/** Lists the trials of one resource, one per property of a law; each returns the laws it found broken. */
export const lawTrials = (
  resource: ResolvedResource,
  options: TryOptions,
): readonly (() => readonly BrokenLaw[])[] =>
  [resource, ...elementResources(resource)].flatMap((subject) =>
    laws.flatMap((law) =>
      law.properties(subject).map((trial) => () => tryTrial(law, trial, subject.name, options)),
    ),
  );

/** Tries every law on one resource, each property `runs` times, and returns the broken laws. */
export const tryLaws = (resource: ResolvedResource, options: TryOptions): readonly BrokenLaw[] =>
  lawTrials(resource, options).flatMap((tryOne) => tryOne());
