import { readServerUrl, type ServerPlace } from '../../config/postgresUrl';
import { existsSync } from 'node:fs';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Environment } from '../../config';
import type { Config } from '../../config/configuration';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { failure, type Result, success } from '../../contract/result';
import { evidenceSubject, readMappings, readRulesFile, rulesFileOf } from '../../runtime/inputFiles';
import { readSettings } from '../command';
import { createHash } from 'node:crypto';
import { SHIPPED_MAPPINGS } from '../../mapping/yaml/mappingFolder';

/** Mappings and agreed differences of a comparison. */
export interface ComparedSubject {
  readonly config: Config;
  readonly mappings: Mappings;
  /** The agreed differences in force. */
  readonly rules: readonly IgnoreRule[];
}

/** Options that override the settings. */
interface SubjectOptions {
  readonly colour: boolean;
  /** Folder of the mappings; it also holds the file of agreed differences unless a setting names that. */
  readonly mappings?: string | undefined;
  /** File of the agreed differences. */
  readonly rules?: string | undefined;
}

/** Reads the configured mappings and agreed differences; the failure lists every fault of settings and files. */
export function comparedSubject(
  file: string | undefined,
  environment: Environment,
  options: SubjectOptions,
): Result<ComparedSubject, readonly string[]> {
  const read = readSettings({ file, environment, colour: options.colour });
  if (!read.ok) return read;
  const config = read.value;
  const folder = options.mappings ?? config.mappings;
  const mappings = readMappings(folder, { ...options, dates: config.dates });
  if (!mappings.ok) return mappings;
  const names = mappings.value.operations.map(({ name }) => name);
  const agreed = options.rules ?? config.comparison.rules ?? rulesFileOf(folder);
  const rules = readRulesFile(agreed, names, options);
  return rules.ok ? success({ config, mappings: mappings.value, rules: rules.value }) : rules;
}

/** Finds the store of the evidence: the named one, or the configured one. */
export function storeOf(
  { store }: { readonly store?: string | undefined },
  { config }: Pick<ComparedSubject, 'config'>,
): Result<string | ServerPlace, string> {
  const configured = config.store;
  if (store !== undefined) return success(readServerUrl(store) ?? store);
  if (configured.kind === 'postgres') return success(configured);
  const isKept = configured.kind === 'file' && (config.isStoreNamed || existsSync(configured.file));
  return !isKept
    ? failure(
        'nothing is kept: start the gateway, or name a store with --store; of mappings a recording shows more: --recording',
      )
    : success(configured.file);
}

/** Mappings and agreed differences for the replay of a recording. */
export interface ReplaySubject {
  readonly mappings: Mappings;
  /** The agreed differences next to the mappings. */
  readonly rules: readonly IgnoreRule[];
  /** Hash of both, of the version, and of v2's address: the answers of another v2 are separate evidence. */
  readonly epoch: string;
}

/** Reads mappings (the shipped ones without a folder) and their agreed differences; the failure lists every fault. */
export function replaySubject(
  folder: string | undefined,
  against: string,
  options: { readonly colour: boolean },
): Result<ReplaySubject, readonly string[]> {
  const mappings = readMappings(folder ?? SHIPPED_MAPPINGS, options);
  if (!mappings.ok) return mappings;
  const names = mappings.value.operations.map(({ name }) => name);
  const agreed = readRulesFile(rulesFileOf(folder ?? SHIPPED_MAPPINGS), names, options);
  if (!agreed.ok) return agreed;
  const rules = agreed.value;
  const { resources } = evidenceSubject(mappings.value, rules);
  const conditions = JSON.stringify([resources.map(({ epoch }) => epoch), against]);
  const epoch = createHash('sha256').update(conditions).digest('hex').slice(0, 12);
  return success({ mappings: mappings.value, rules, epoch });
}
