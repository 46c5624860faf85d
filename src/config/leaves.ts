import { z } from 'zod';
import { type SettingFacts, settingFacts } from './settingFacts';
import { settings } from './settings';

type Schema = z.core.$ZodType;

/** One setting, with everything that follows from its place in the schema. */
export interface Leaf extends SettingFacts {
  readonly path: readonly string[];
  /** The path as people write it, e.g. `listen.port`. */
  readonly name: string;
  /** The environment variable that sets it, e.g. `LIFEBOAT_LISTEN_PORT`. */
  readonly variable: string;
  /** True when text from a variable or option is to be read as a number. */
  readonly numeric: boolean;
  readonly preset?: unknown;
}

/** A group of settings: a mapping in the file. */
export interface Section {
  readonly path: readonly string[];
  readonly members: readonly string[];
}

interface Bare {
  readonly schema: Schema;
  readonly facts?: SettingFacts;
  readonly preset?: unknown;
}

function bare(schema: Schema): Bare {
  const own = settingFacts.get(schema);
  const facts = own === undefined ? {} : { facts: own };
  if (schema instanceof z.ZodDefault) {
    return { ...bare(schema.unwrap()), ...facts, preset: schema.def.defaultValue };
  }
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return { ...bare(schema.unwrap()), ...facts };
  }
  return { schema, ...facts };
}

const variableOf = (path: readonly string[]): string =>
  ['LIFEBOAT', ...path.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())].join(
    '_',
  );

function collect(schema: Schema, path: readonly string[]): { leaves: Leaf[]; sections: Section[] } {
  const { schema: inner, facts, preset } = bare(schema);
  if (inner instanceof z.ZodObject) {
    const shape: Record<string, Schema> = inner.shape;
    const below = Object.entries(shape).map(([name, member]) => collect(member, [...path, name]));
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
export const { leaves, sections } = collect(settings, []);
