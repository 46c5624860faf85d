import { z } from 'zod';
import { type Fault, renderFault } from '../mapping/yaml/fileFault';
import { leaves, type Override, sections, type SettingSource } from './settingSources';
import { didYouMean, faultAt } from '../mapping/yaml/complaints';
import type { YamlDocument } from '../mapping/yaml/yamlDocument';
import type { Environment } from '../config';

/** Fault of a configuration: at a place in the settings file, or of a variable, option or setting by name. */
export type ConfigFault =
  | { readonly kind: 'file'; readonly fault: Fault }
  | {
      readonly kind: 'named';
      /** Name to look for: `LIFEBOAT_LISTEN_PORT`, `--port`, `upstream.v2`. */
      readonly place: string;
      readonly code: string;
      /** Text after the place: `must be a port`. */
      readonly message: string;
      readonly hint?: string;
    };

/** Renders a fault for people: the line with a caret, or the name, and then a hint. */
export function renderConfigFault(fault: ConfigFault, options: { readonly colour: boolean }): string {
  if (fault.kind === 'file') return renderFault(fault.fault, options);
  const { place, message, hint } = fault;
  return hint === undefined ? `${place} ${message}` : `${place} ${message}\n  = hint: ${hint}`;
}

const secretNames = leaves.filter(({ secret }) => secret === true).map(({ path }) => path.at(-1) ?? '');
const afterSecretName = new RegExp(`((?:${secretNames.join('|')})["']?\\s*:\\s*).+`, 'i');

/** Masks secrets and credentials in addresses in the quoted line of a settings file. */
export function maskSecrets(fault: Fault): Fault {
  const text = fault.text.replace(afterSecretName, '$1***').replace(/\/\/\S*@/, '//***@');
  return { ...fault, text };
}

type Issue = z.core.$ZodIssue;
type IssuePath = readonly (string | number)[];

interface Complaint {
  readonly path: IssuePath;
  readonly code: string;
  /** Text after the name of the setting or its source. */
  readonly message: string;
  readonly hint?: string | undefined;
  readonly part?: 'key' | 'value';
}

/** Returns a hint for a top-level setting that was written inside a section. */
function hintFor(key: string, path: IssuePath): string | undefined {
  if (path.length === 0 || !leaves.some(({ name }) => name === key)) return undefined;
  return `write "${key}" at the top of the file, not below ${path.join('.')}`;
}

function unknownKeys(path: IssuePath, keys: readonly string[]): Complaint[] {
  const memberNames = sections.find((section) => section.path.join('.') === path.join('.'))?.members ?? [];
  return keys.map((key) => ({
    path: [...path, key],
    code: 'unknown-setting',
    message: 'is not a setting',
    hint: hintFor(key, path) ?? didYouMean(key, memberNames) ?? `settings here: ${memberNames.join(', ')}`,
    part: 'key',
  }));
}

/** Renders one issue of the schema as complaints about settings, with a hint where one helps. */
function complaintsOf(issue: Issue): Complaint[] {
  const path = issue.path.map((name) => (typeof name === 'number' ? name : String(name)));
  if (issue.code === 'unrecognized_keys') return unknownKeys(path, issue.keys);
  const leaf = leaves.find(({ name }) => name === path.join('.'));
  if (leaf === undefined) {
    return [{ path, code: 'not-a-section', message: 'must be lines of the form "name: value"' }];
  }
  if (issue.code === 'custom') {
    const hint = z.string().safeParse(issue.params?.['hint']).data;
    return [{ path, code: 'bad-setting', message: issue.message, hint }];
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    const hint = `add it, or set ${leaf.variable}`;
    return [{ path, code: 'missing-setting', message: `is missing: ${leaf.wants}`, hint }];
  }
  return [{ path, code: 'bad-setting', message: `must be ${leaf.wants}` }];
}

function placeComplaint(
  complaint: Complaint,
  document: YamlDocument | undefined,
  source: SettingSource | undefined,
): ConfigFault {
  const { path, code, message, hint } = complaint;
  const name = path.length === 0 ? 'the file' : path.join('.');
  if (document !== undefined && (source === undefined || source.kind === 'file')) {
    const fault = faultAt(document, path, { ...complaint, message: `${name} ${message}` });
    return { kind: 'file', fault: maskSecrets(fault) };
  }
  const settingName = source !== undefined && 'name' in source ? source.name : name;
  return { kind: 'named', place: settingName, code, message, ...(hint !== undefined && { hint }) };
}

/** Ranks a fault: faults in files come first, in the order of their lines. */
const rank = (fault: ConfigFault): number =>
  fault.kind === 'file' ? fault.fault.line : Number.MAX_SAFE_INTEGER;

/** Turns schema issues into faults that point at the line, variable or option. */
export function explainIssues(
  issues: readonly Issue[],
  document: YamlDocument | undefined,
  sources: ReadonlyMap<string, SettingSource>,
): ConfigFault[] {
  return issues
    .flatMap(complaintsOf)
    .map((complaint) => placeComplaint(complaint, document, sources.get(complaint.path.join('.'))))
    .toSorted((fault1, fault2) => rank(fault1) - rank(fault2));
}

const VARIABLE_PREFIX = 'LIFEBOAT_';
/** Prefix of the variables with key values for an exchange table; users choose the rest of the name. */
const KEY_VARIABLE_PREFIX = 'LIFEBOAT_KEY_';

const refuseVariable = (variable: string, code: string, hint: string): ConfigFault => ({
  kind: 'named',
  place: variable,
  code,
  hint,
  message: 'is not a setting',
});

/** Returns a fault for each variable that looks like a setting and is none: most likely an unnoticed typo. */
export function findUnknownVariables(environment: Environment): ConfigFault[] {
  const variables = leaves.map(({ variable }) => variable);
  // The prefix is the same in all of them and would make any two look alike.
  const words = variables.map((variable) => variable.slice(VARIABLE_PREFIX.length));
  return Object.keys(environment)
    .filter((name) => name.startsWith(VARIABLE_PREFIX) && !name.startsWith(KEY_VARIABLE_PREFIX))
    .filter((name) => !variables.includes(name))
    .toSorted()
    .map((name) => {
      const meant = didYouMean(name.slice(VARIABLE_PREFIX.length), words);
      const hint = meant?.replace('"', `"${VARIABLE_PREFIX}`);
      return refuseVariable(
        name,
        'unknown-variable',
        hint ?? 'unset it; `lifeboat config` shows all settings',
      );
    });
}

/** Returns a fault for each unknown setting. */
export function findUnknownSettings(overrides: readonly Pick<Override, 'name'>[]): ConfigFault[] {
  const names = leaves.map(({ name }) => name);
  return overrides
    .filter(({ name }) => !names.includes(name))
    .map(({ name }) => {
      const hint = didYouMean(name, names) ?? '`lifeboat config` shows all settings';
      return refuseVariable(name, 'unknown-setting', hint);
    });
}
