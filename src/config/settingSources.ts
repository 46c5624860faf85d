import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { type SettingFacts, settingFacts } from './settingKinds';
import { settings } from './settings';
import type { YamlDocument } from '../mapping/yaml/yamlDocument';
import type { Environment } from '../config';

export type SettingSource =
  | { readonly kind: 'default' }
  | { readonly kind: 'file'; readonly file: string; readonly line: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'option'; readonly name: string };

/** Renders a source for people, e.g. `lifeboat.yaml:3`. */
export function renderSource(source: SettingSource): string {
  if (source.kind === 'default') return 'default';
  return source.kind === 'file' ? `${source.file}:${source.line}` : source.name;
}

type Schema = z.core.$ZodType;

/** One setting, with the facts that follow from its place in the schema. */
export interface Leaf extends SettingFacts {
  readonly path: readonly string[];
  /** Path as people write it, e.g. `listen.port`. */
  readonly name: string;
  /** The environment variable that sets it, e.g. `LIFEBOAT_LISTEN_PORT`. */
  readonly variable: string;
  /** True if text from a variable or option is read as a number. */
  readonly numeric: boolean;
  readonly preset?: unknown;
}

/** A group of settings. */
type Section = Readonly<Record<'path' | 'members', readonly string[]>>;

/** Unwraps a schema to the one inside, with its facts and its default. */
function innerSchema(schema: Schema): {
  readonly schema: Schema;
  readonly facts?: SettingFacts;
  readonly preset?: unknown;
} {
  const ownFacts = settingFacts.get(schema);
  const facts = ownFacts && { facts: ownFacts };
  if (schema instanceof z.ZodDefault) {
    return { ...innerSchema(schema.unwrap()), ...facts, preset: schema.def.defaultValue };
  }
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return { ...innerSchema(schema.unwrap()), ...facts };
  }
  return { schema, ...facts };
}

const variableOf = (path: readonly string[]): string =>
  ['LIFEBOAT', ...path.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())].join(
    '_',
  );

/** Collects the settings and sections of a schema by their paths. */
function collectLeaves(schema: Schema, path: readonly string[]): { leaves: Leaf[]; sections: Section[] } {
  const { schema: inner, facts, preset } = innerSchema(schema);
  if (inner instanceof z.ZodObject) {
    const shape: Record<string, Schema> = inner.shape;
    const below = Object.entries(shape).map(([name, member]) => collectLeaves(member, [...path, name]));
    return {
      leaves: below.flatMap(({ leaves }) => leaves),
      sections: [{ path, members: Object.keys(shape) }, ...below.flatMap(({ sections }) => sections)],
    };
  }
  const name = path.join('.');
  if (facts === undefined) throw new Error(`the setting ${name} has no facts`);
  const leaf = { ...facts, path, name, variable: variableOf(path), numeric: inner instanceof z.ZodNumber };
  return { leaves: [preset === undefined ? leaf : { ...leaf, preset }], sections: [] };
}

/** Every setting and every group of settings, in the order of the schema. */
export const { leaves, sections } = collectLeaves(settings, []);

/** A value given on the command line, as text. */
export interface Override {
  /** The setting, e.g. `listen.port`. */
  readonly name: string;
  /** The option, e.g. `--port`. */
  readonly option: string;
  readonly value: string;
}

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists settings that a program gives by their names, such as `upstream.v2`, with their values as text. */
export function listOverrides(settings: object, above: readonly string[] = []): readonly Override[] {
  return Object.entries(settings).flatMap(([key, value]: readonly [string, unknown]) => {
    const path = [...above, key];
    if (value === undefined) return [];
    if (isValues(value)) return listOverrides(value, path);
    const name = path.join('.');
    return [{ name, option: name, value: typeof value === 'string' ? value : JSON.stringify(value) }];
  });
}

/** Copies values without empty sections (`listen:` alone), which YAML reads as null. */
function dropEmptySections(value: unknown, path: readonly string[]): unknown {
  const section = sections.some((named) => named.path.join('.') === path.join('.'));
  if (section && value === null) return undefined;
  if (!section || !isValues(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, dropEmptySections(member, [...path, name])]),
  );
}

function hasValue(values: unknown, path: readonly string[]): boolean {
  const [name, ...innerPath] = path;
  if (name === undefined) return values !== undefined;
  return isValues(values) && hasValue(values[name], innerPath);
}

/** Finds a file that a setting names: relative to the settings file if set there, else to the working directory. */
export const locatePath = (source: SettingSource | undefined, path: string): string =>
  source?.kind === 'file' ? resolve(dirname(source.file), path) : resolve(path);

/** Adds a value. A section that is no mapping in the file stays unchanged, so that the schema refuses it. */
export function addSetting(values: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...innerPath] = path;
  if (name === undefined) return value;
  if (values !== undefined && !isValues(values)) return values;
  return { ...values, [name]: addSetting(values?.[name], innerPath, value) };
}

const typedValue = (leaf: Leaf, text: string): unknown =>
  leaf.numeric && /^\d+$/.test(text) ? Number(text) : text;

/**
 * Merges file, environment and command line into values in the shape of the file, with their sources. The command line
 * wins, then the environment. An empty variable counts as absent.
 */
export function gatherSettings(
  document: YamlDocument | undefined,
  environment: Environment,
  overrides: readonly Override[],
) {
  let values: unknown = dropEmptySections(document?.value, []) ?? {};
  const sources = new Map<string, SettingSource>();
  const setLeaf = (leaf: Leaf, text: string, source: SettingSource) => {
    values = addSetting(values, leaf.path, typedValue(leaf, text));
    sources.set(leaf.name, source);
  };
  for (const leaf of leaves) {
    if (document !== undefined && hasValue(values, leaf.path)) {
      const { line } = document.at(leaf.path, 'key');
      sources.set(leaf.name, { kind: 'file', file: document.file, line });
    }
    const variable = environment[leaf.variable] ?? '';
    if (variable !== '') setLeaf(leaf, variable, { kind: 'variable', name: leaf.variable });
    const override = overrides.find(({ name }) => name === leaf.name);
    if (override !== undefined) setLeaf(leaf, override.value, { kind: 'option', name: override.option });
  }
  return { values, sources };
}
