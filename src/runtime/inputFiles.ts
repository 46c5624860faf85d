import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { renderFault } from '../mapping/yaml/fileFault';
import { schemaFaults } from '../mapping/yaml/complaints';
import {
  compileMappings,
  type DateStyles,
  loadMappings,
  type Mappings,
  type MappingTexts,
} from '../mapping/compile/loadMappings';
import { failure, type Result, success } from '../contract/result';
import { readBytes, reasonOf } from './files';
import { type IgnoreRule, readIgnoreRules } from '../comparison/compare/ignoreRules';
import { readDocument } from '../mapping/yaml/yamlDocument';
import type { Config } from '../config/configuration';
import { type Plan, readPlan, requirementsSchema } from '../cutover/plan';
import type { CutoverSubject } from '../cutover/evidence/evidenceRegistry';
import { translationsOf } from '../mapping/yaml/meaning';
import { packageVersion } from './packageVersion';

/** Says why a folder of mappings cannot be read, and how to mend it. */
export function mappingsFault(folder: string, error: unknown): string {
  const hint = 'name a folder of mapping files with --mappings, or in the setting "mappings"';
  return `the mappings in ${folder} cannot be read: ${reasonOf(error)}\n  = hint: ${hint}`;
}

/** Compiles the texts of mappings, or returns every fault in them, rendered for a log. */
export function compileTexts(texts: MappingTexts): Result<Mappings, readonly string[]> {
  const mappings = compileMappings(texts);
  if (mappings.ok) return mappings;
  return failure(mappings.failure.map((fault) => renderFault(fault, { colour: false })));
}

/** Recognizes an error of the operating system. Any other is a bug, and its message may hold anything. */
export const isSystemError = (error: unknown): error is Error => error instanceof Error && 'code' in error;

/** Loads the mappings of a folder, or returns every fault in them, rendered for people. */
export function readMappings(
  folder: string,
  options: { readonly colour: boolean; readonly dates?: DateStyles | undefined },
): Result<Mappings, readonly string[]> {
  let mappings;
  try {
    mappings = loadMappings(folder, options.dates);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return failure([mappingsFault(folder, error)]);
  }
  if (mappings.ok) return success(mappings.value);
  return failure(mappings.failure.map((fault) => renderFault(fault, options)));
}

/** Reads the agreed differences, or returns every fault with its place. There are none without a file. */
export function readRulesFile(
  file: string | undefined,
  operations: readonly string[],
  options: { readonly colour: boolean },
): Result<readonly IgnoreRule[], readonly string[]> {
  if (file === undefined) return success([]);
  const bytes = readBytes(file);
  if (!bytes.ok) return failure([`comparison.rules: ${bytes.failure}`]);
  const text = bytes.value.toString();
  const rules = readIgnoreRules(readDocument(file, text), operations);
  if (!rules.ok) return failure(rules.failure.map((fault) => renderFault(fault, options)));
  return rules;
}

/** Returns the file of agreed differences below the mappings folder. Returns undefined if there is none. */
export function rulesFileOf(mappings: string): string | undefined {
  const file = join(mappings, 'comparison', 'ignore.yaml');
  return existsSync(file) ? file : undefined;
}

/** Lists the members of a rule that affect evidence. Stored evidence identifies a rule by its line. */
const agreedMembers = ({ path, kind, operation, comparator, line }: IgnoreRule) => [
  ...[path, kind, operation, comparator, line],
];

/** Returns the resources to move, each with its epoch: a hash of mapping file, agreed differences and version. */
export function evidenceSubject(
  { operations, resources }: Pick<Mappings, 'operations' | 'resources'>,
  rules: readonly IgnoreRule[],
): CutoverSubject {
  const translations = translationsOf(resources);
  const version = packageVersion();
  const names = [...new Set(operations.map(({ resource }) => resource))];
  return {
    resources: names.map((name) => {
      const ownOperations = operations
        .filter(({ resource }) => resource === name)
        .map((operation) => operation.name);
      const ownRules = rules.filter(
        ({ operation }) => operation === undefined || ownOperations.includes(operation),
      );
      const conditions = JSON.stringify([version, translations.get(name), ownRules.map(agreedMembers)]);
      const epoch = createHash('sha256').update(conditions).digest('hex').slice(0, 12);
      return { name, operations: ownOperations, epoch };
    }),
  };
}

/** Reads the agreed differences from the configured file, or from the mappings folder. */
function readAgreedRules(
  { comparison, mappings: folder }: Pick<Config, 'comparison' | 'mappings'>,
  { operations }: Pick<Mappings, 'operations'>,
  options: { readonly colour: boolean },
): Result<readonly IgnoreRule[], readonly string[]> {
  const names = operations.map(({ name }) => name);
  return readRulesFile(comparison.rules ?? rulesFileOf(folder), names, options);
}

/** Reads mappings, agreed differences and subject for these settings; or returns every fault of the files. */
export function readSubject(
  config: Pick<Config, 'comparison' | 'mappings' | 'dates'>,
  options: { readonly colour: boolean },
) {
  const mappings = readMappings(config.mappings, { ...options, dates: config.dates });
  if (!mappings.ok) return mappings;
  const rules = readAgreedRules(config, mappings.value, options);
  if (!rules.ok) return rules;
  const subject = evidenceSubject(mappings.value, rules.value);
  return success({ mappings: mappings.value, rules: rules.value, subject });
}

/** Keys that a plan may use, for "did you mean". */
const PLAN_KEYS = [
  ...['zone', 'advance', 'steps', 'resource', 'to', 'notBefore', 'window', 'require', 'onNotReady'],
  ...['brownouts', 'freeze', 'at', 'minutes', 'clients', 'except', 'resources', 'percent', 'status', 'from'],
  ...Object.keys(requirementsSchema.shape),
];

/** Reads a plan, or returns every fault in it with its place. */
export function readPlanFile(
  file: string,
  { resources }: CutoverSubject,
  options: { readonly colour: boolean },
): Result<Plan, readonly string[]> {
  const bytes = readBytes(file);
  if (!bytes.ok) return failure([`the plan ${bytes.failure}`]);
  const document = readDocument(file, bytes.value.toString());
  if (document.faults.length > 0) return failure(document.faults.map((fault) => renderFault(fault, options)));
  const read = readPlan(document.value, resources);
  if (read.ok) return success(read.plan);
  const faults = schemaFaults(document, read.error, PLAN_KEYS);
  return failure(faults.map((fault) => renderFault(fault, options)));
}

/** Facts in the files beside the mappings that concern a cutover and its evidence. */
export interface EvidenceFiles {
  /** Plan of the settings. It is undefined if they name none. */
  readonly plan: Plan | undefined;
  /** Agreed differences. */
  readonly rules: readonly IgnoreRule[];
}

/** Reads agreed differences and plan for these settings, or returns every fault in them. */
export function readEvidenceFiles(
  config: Pick<Config, 'comparison' | 'mappings' | 'cutover'>,
  mappings: Mappings,
  options: { readonly colour: boolean },
): Result<EvidenceFiles, readonly string[]> {
  const rules = readAgreedRules(config, mappings, options);
  if (!rules.ok) return rules;
  const { plan: file, end } = config.cutover;
  if (file === undefined) return success({ plan: undefined, rules: rules.value });
  const plan = readPlanFile(file, evidenceSubject(mappings, rules.value), options);
  if (!plan.ok) return plan;
  if (plan.value.brownouts.length === 0 || end !== undefined)
    return success({ plan: plan.value, rules: rules.value });
  const hint =
    'set it to the instant at which v1 ends here: each refusal names it, and so does the Sunset header';
  return failure([
    `cutover.end: the plan ${file} has brownouts, and nothing says when v1 ends\n  = hint: ${hint}`,
  ]);
}
