import { rulesInForce } from '../../comparison/compare/agreement';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Environment } from '../../config';
import type { Config } from '../../config/configuration';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { failure, type Result, success } from '../../contract/result';
import { readMappings, readRulesFile, rulesFileOf } from '../../runtime/inputFiles';
import { readSettings } from '../command';

/** True at the places of one operation's answer that may differ in any way, by agreement; `now` is clock ms. */
export function agreedPlaces(
  rules: readonly IgnoreRule[],
  operation: string,
  now: number,
): (place: string) => boolean {
  const whole = rulesInForce(rules, operation, now).filter(
    ({ rule: { comparator, kind } }) => comparator.kind === 'ignore' && kind === undefined,
  );
  return (place) => {
    const path = place.replace(/\[\d+\]/g, '[]');
    return whole.some(({ matches }) => matches(path));
  };
}

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
  const read = readSettings({ file, environment, colour: options.colour });
  if (!read.ok) return read;
  const config = read.value;
  const folder = options.mappings ?? config.mappings;
  const mappings = readMappings(folder, options);
  if (!mappings.ok) return mappings;
  const names = mappings.value.operations.map(({ name }) => name);
  const agreed = options.rules ?? config.comparison.rules ?? rulesFileOf(folder);
  const rules = readRulesFile(agreed, names, options);
  return rules.ok ? success({ config, mappings: mappings.value, rules: rules.value }) : rules;
}

/** The file of the evidence: the one that is named, or else the configured one. */
export function storeOf(
  { store }: { readonly store?: string | undefined },
  { config }: Pick<ComparedSubject, 'config'>,
): Result<string, string> {
  const configured = config.comparison.store;
  const file = store ?? (configured.kind === 'file' ? configured.file : undefined);
  return file === undefined
    ? failure(
        'nothing is kept: name a store with --store, or set comparison.store; of mappings a recording tells more, --recording',
      )
    : success(file);
}
