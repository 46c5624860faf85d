import { createHash } from 'node:crypto';
import type { IgnoreRule } from '../comparison/ignoreRule';
import type { Config } from '../config/config';
import type { Subject } from '../cutover/evidence';
import type { Mappings } from '../mapping/loadMappings';
import { translationsOf } from '../mapping/translationsOf';
import { failure, type Result, success } from '../translation/result';
import { packageVersion } from './packageVersion';
import { readMappings } from './readMappings';
import { readRulesFile } from './readRulesFile';
import { rulesBeside } from './rulesBeside';

type Translating = Pick<Mappings, 'operations' | 'documents'>;

/** What a rule hides, and the line that kept evidence knows it by. */
const agreed = ({ path, kind, operation, comparator, line }: IgnoreRule) => [
  ...[path, kind, operation, comparator, line],
];

/**
 * Gives what there is to move, and what the evidence of each resource is collected with: what its mapping file translates,
 * the agreed differences that it is judged by, and this version of the gateway. Whoever asks for evidence asks for this.
 */
export function evidenceSubject(
  { operations, documents }: Translating,
  rules: readonly IgnoreRule[],
): Subject {
  const translations = translationsOf(documents);
  const names = [...new Set(operations.map(({ resource }) => resource))];
  return {
    resources: names.map((name) => {
      const own = operations.filter(({ resource }) => resource === name).map((operation) => operation.name);
      const its = rules.filter(({ operation }) => operation === undefined || own.includes(operation));
      const whole = JSON.stringify([packageVersion(), translations.get(name), its.map(agreed)]);
      const epoch = createHash('sha256').update(whole).digest('hex').slice(0, 12);
      return { name, operations: own, epoch };
    }),
  };
}

/** The mappings and the agreed differences of a gateway, and the subject that they make. */
export interface ReadSubject {
  readonly mappings: Mappings;
  readonly rules: readonly IgnoreRule[];
  readonly subject: Subject;
}

/** Reads the agreed differences that the settings name, or that stand beside the mappings. */
export function readAgreedRules(
  { comparison, mappings: folder }: Pick<Config, 'comparison' | 'mappings'>,
  { operations }: Pick<Mappings, 'operations'>,
  options: { readonly colour: boolean },
): Result<readonly IgnoreRule[], readonly string[]> {
  const names = operations.map(({ name }) => name);
  return readRulesFile(comparison.rules ?? rulesBeside(folder), names, options);
}

/** Reads what a gateway with these settings collects evidence with; or tells every fault of the files. */
export function readSubject(
  config: Pick<Config, 'comparison' | 'mappings'>,
  options: { readonly colour: boolean },
): Result<ReadSubject, readonly string[]> {
  const mappings = readMappings(config.mappings, options);
  if (!mappings.ok) return mappings;
  const rules = readAgreedRules(config, mappings.value, options);
  if (!rules.ok) return failure(rules.failure);
  const subject = evidenceSubject(mappings.value, rules.value);
  return success({ mappings: mappings.value, rules: rules.value, subject });
}
