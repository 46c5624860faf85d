import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Config } from '../../config/configuration';
import { readServerUrl, type ServerPlace } from '../../config/storePlace';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { evidenceSubject, readMappings, readRulesFile, rulesFileOf } from '../../runtime/inputFiles';
import { CommandEnd, valueOrEnd, readSettings, type Surroundings } from '../command';

/** Mappings and agreed differences of a comparison. */
export interface ComparedSubject {
  readonly config: Config;
  readonly mappings: Mappings;
  /** The agreed differences in force. */
  readonly rules: readonly IgnoreRule[];
}

/** Options that override the settings. */
interface SubjectOptions {
  /** Folder of the mappings; it also holds the file of agreed differences unless a setting names that. */
  readonly mappings?: string | undefined;
  readonly rules?: string | undefined;
}

/** Reads the configured mappings and agreed differences; ends the command with every fault of settings and files. */
export function comparedSubject(
  file: string | undefined,
  { environment, terminal: { colour } }: Surroundings,
  options: SubjectOptions = {},
): ComparedSubject {
  const config = valueOrEnd(readSettings({ file, environment, colour }), 3);
  const folder = options.mappings ?? config.mappings;
  const mappings = valueOrEnd(readMappings(folder, { colour, dates: config.dates }), 3);
  const names = mappings.operations.map(({ name }) => name);
  const agreed = options.rules ?? config.comparison.rules ?? rulesFileOf(folder);
  return { config, mappings, rules: valueOrEnd(readRulesFile(agreed, names, { colour }), 3) };
}

/** Finds the store of the evidence: the named one, or the configured one. */
export function storeOf(
  { store }: { readonly store?: string | undefined },
  { config }: Pick<ComparedSubject, 'config'>,
): string | ServerPlace {
  const configured = config.store;
  if (store !== undefined) return readServerUrl(store) ?? store;
  if (configured.kind === 'postgres') return configured;
  const isKept = configured.kind === 'file' && (config.isStoreNamed || existsSync(configured.file));
  if (isKept) return configured.file;
  const remedy = 'start the gateway, or name a store with --store; of mappings a recording shows more';
  throw new CommandEnd([`nothing is kept: ${remedy}: --recording`], 3);
}

/** Makes the epoch of a replay: the answers of other mappings, rules, versions or of another v2 are separate evidence. */
export function replayEpoch({ mappings, rules }: Omit<ComparedSubject, 'config'>, against: string): string {
  const { resources } = evidenceSubject(mappings, rules);
  const conditions = JSON.stringify([resources.map(({ epoch }) => epoch), against]);
  return createHash('sha256').update(conditions).digest('hex').slice(0, 12);
}
