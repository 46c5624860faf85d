import { createHash } from 'node:crypto';
import { SHIPPED_MAPPINGS } from '../../config/shippedMappings';
import type { IgnoreRule } from '../../comparison/ignoreRule';
import type { Mappings } from '../../mapping/loadMappings';
import { type Result, success } from '../../translation/result';
import { evidenceSubject } from '../evidenceSubject';
import { readMappings } from '../readMappings';
import { readRulesFile } from '../readRulesFile';
import { rulesBeside } from '../rulesBeside';

/** What a recording is played through. */
export interface ReplaySubject {
  readonly mappings: Mappings;
  /** The differences agreed beside the mappings. */
  readonly rules: readonly IgnoreRule[];
  /** Hash of both, of the version, and of where v2 is: what another one answers is evidence of something else. */
  readonly epoch: string;
}

/** The mappings of a folder, the shipped ones without one, and what is agreed beside them; or every fault of the files. */
export function replaySubject(
  folder: string | undefined,
  against: string,
  options: { readonly colour: boolean },
): Result<ReplaySubject, readonly string[]> {
  const mappings = readMappings(folder ?? SHIPPED_MAPPINGS, options);
  if (!mappings.ok) return mappings;
  const names = mappings.value.operations.map(({ name }) => name);
  const agreed = readRulesFile(rulesBeside(folder ?? SHIPPED_MAPPINGS), names, options);
  if (!agreed.ok) return agreed;
  const rules = agreed.value;
  const { resources } = evidenceSubject(mappings.value, rules);
  const whole = JSON.stringify([resources.map(({ epoch }) => epoch), against]);
  const epoch = createHash('sha256').update(whole).digest('hex').slice(0, 12);
  return success({ mappings: mappings.value, rules, epoch });
}
