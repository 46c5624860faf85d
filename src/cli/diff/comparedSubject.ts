import type { IgnoreRule } from '../../comparison/ignoreRule';
import type { Environment } from '../../config';
import type { Config } from '../../config/config';
import { readConfig } from '../../config/readConfig';
import { renderConfigFault } from '../../config/renderConfigFault';
import type { Mappings } from '../../mapping/loadMappings';
import { failure, type Result, success } from '../../translation/result';
import { readMappings } from '../readMappings';
import { readRulesFile } from '../readRulesFile';
import { rulesBeside } from '../rulesBeside';

/** What is compared by. */
export interface ComparedSubject {
  readonly config: Config;
  readonly mappings: Mappings;
  /** The agreed differences in force. */
  readonly rules: readonly IgnoreRule[];
}

/** What is not to be as it is configured. */
interface SubjectOptions {
  readonly colour: boolean;
  /** Folder of the mappings; agreed differences that no setting names are looked for beside them. */
  readonly mappings?: string | undefined;
  /** File of the agreed differences. */
  readonly rules?: string | undefined;
}

/** The mappings and the agreed differences as configured; or every fault of settings and files. */
export function comparedSubject(
  file: string | undefined,
  environment: Environment,
  options: SubjectOptions,
): Result<ComparedSubject, readonly string[]> {
  const read = readConfig({ file, environment, overrides: [], sandbox: true });
  if (!read.ok) return failure(read.faults.map((fault) => renderConfigFault(fault, options)));
  const { config } = read;
  const folder = options.mappings ?? config.mappings;
  const mappings = readMappings(folder, options);
  if (!mappings.ok) return mappings;
  const names = mappings.value.operations.map(({ name }) => name);
  const agreed = options.rules ?? config.comparison.rules ?? rulesBeside(folder);
  const rules = readRulesFile(agreed, names, options);
  return rules.ok ? success({ config, mappings: mappings.value, rules: rules.value }) : rules;
}
