import type { Environment } from '../config';
import type { Config } from './config';
import type { ConfigFault } from './configFault';
import { explain } from './explain';
import { gather, type Override } from './gather';
import { missingSettings, type Purpose } from './missingSettings';
import { readSettingsFile } from './readSettingsFile';
import { settings, type Settings } from './settings';
import { sharedFiles } from './sharedFiles';
import type { Source } from './source';
import { toConfig } from './toConfig';
import { unknownVariables } from './unknownVariables';

/** Where to look for settings, and what for. */
export interface ConfigRequest extends Purpose {
  /** The settings file; undefined for `lifeboat.yaml` in the working directory, if there is one. */
  readonly file: string | undefined;
  readonly environment: Environment;
  readonly overrides: readonly Override[];
}

/** The settings in effect. */
export interface Effective {
  readonly settings: Settings;
  /** By setting name; one that is not in here has its default. */
  readonly sources: ReadonlyMap<string, Source>;
}

/** A configuration, or everything that is wrong; the settings also then, where each single one is fit. */
export type ReadConfig =
  | { readonly ok: true; readonly config: Config; readonly effective: Effective }
  | {
      readonly ok: false;
      readonly faults: readonly ConfigFault[];
      readonly effective: Effective | undefined;
    };

/** Reads settings from file, environment and command line (the later wins) and checks them all. */
export function readConfig(request: ConfigRequest): ReadConfig {
  const { document, faults: fileFaults } = readSettingsFile(request.file);
  const strangers = unknownVariables(request.environment);
  if (fileFaults.length > 0)
    return { ok: false, faults: [...fileFaults, ...strangers], effective: undefined };
  const { values, sources } = gather(document, request.environment, request.overrides);
  const parsed = settings.safeParse(values, { reportInput: true });
  if (!parsed.success) {
    const faults = [...explain(parsed.error.issues, document, sources), ...strangers];
    return { ok: false, faults, effective: undefined };
  }
  const effective = { settings: parsed.data, sources };
  const config = toConfig(parsed.data, sources, request);
  const faults = [...strangers, ...missingSettings(parsed.data, request), ...sharedFiles(config)];
  return faults.length > 0 ? { ok: false, faults, effective } : { ok: true, config, effective };
}
