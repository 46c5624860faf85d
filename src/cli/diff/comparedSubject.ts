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

/** The mappings and the agreed differences as configured; or every fault of settings and files. */
export function comparedSubject(
  file: string | undefined,
  environment: Environment,
  options: { readonly colour: boolean },
): Result<ComparedSubject, readonly string[]> {
  const read = readConfig({ file, environment, overrides: [], sandbox: true });
  if (!read.ok) return failure(read.faults.map((fault) => renderConfigFault(fault, options)));
  const { config } = read;
  const mappings = readMappings(config.mappings, options);
  if (!mappings.ok) return mappings;
  const names = mappings.value.operations.map(({ name }) => name);
  const rules = readRulesFile(config.comparison.rules ?? rulesBeside(config.mappings), names, options);
  return rules.ok ? success({ config, mappings: mappings.value, rules: rules.value.rules }) : rules;
}
