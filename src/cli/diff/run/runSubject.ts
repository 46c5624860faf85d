import type { IgnoreRule } from '../../../comparison/ignoreRule';
import type { Environment } from '../../../config';
import { readConfig } from '../../../config/readConfig';
import { renderConfigFault } from '../../../config/renderConfigFault';
import { renderFault } from '../../../document/renderFault';
import type { Mappings } from '../../../mapping/loadMappings';
import { failure, type Result, success } from '../../../translation/result';
import { readIgnoreFile } from '../../readIgnoreFile';
import { readMappings } from '../../readMappings';

/** What is compared by. */
export interface RunSubject {
  readonly mappings: Mappings;
  readonly rules: readonly IgnoreRule[];
}

/** The mappings as configured, and the differences agreed beside them; or every fault of settings and files. */
export function runSubject(
  file: string | undefined,
  environment: Environment,
  options: { readonly colour: boolean },
): Result<RunSubject, readonly string[]> {
  const read = readConfig({ file, environment, overrides: [], sandbox: true });
  if (!read.ok) return failure(read.faults.map((fault) => renderConfigFault(fault, options)));
  const mappings = readMappings(read.config.mappings, options);
  if (!mappings.ok) return mappings;
  const names = mappings.value.operations.map(({ name }) => name);
  const rules = readIgnoreFile(read.config.mappings, names);
  return rules.ok
    ? success({ mappings: mappings.value, rules: rules.value })
    : failure(rules.failure.map((fault) => renderFault(fault, options)));
}
