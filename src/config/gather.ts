import type { Document } from '../document/document';
import { type Leaf, leaves, sections } from './leaves';
import type { Environment } from '../config';
import type { Source } from './source';

/** A value given on the command line, as text. */
export interface Override {
  /** The setting, e.g. `listen.port`. */
  readonly name: string;
  /** The option, e.g. `--port`. */
  readonly option: string;
  readonly value: string;
}

/** All given values in the shape of the file, and where each came from; the command line wins, then the environment. */
export interface Gathered {
  readonly values: unknown;
  readonly sources: ReadonlyMap<string, Source>;
}

type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy without the sections that hold nothing (`listen:` alone): YAML reads them as null. */
function fromFile(value: unknown, path: readonly string[]): unknown {
  const section = sections.some((one) => one.path.join('.') === path.join('.'));
  if (section && value === null) return undefined;
  if (!section || !isValues(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fromFile(member, [...path, name])]),
  );
}

function holds(values: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return values !== undefined;
  return isValues(values) && holds(values[name], rest);
}

/** The values with one more; a section that is not one in the file stays as it is, for the schema to refuse. */
function withValue(values: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (values !== undefined && !isValues(values)) return values;
  return { ...values, [name]: withValue(values?.[name], rest, value) };
}

const typed = (leaf: Leaf, text: string): unknown =>
  leaf.numeric && /^\d+$/.test(text) ? Number(text) : text;

/** Puts file, environment and command line together. An empty variable is the same as none. */
export function gather(
  document: Document | undefined,
  environment: Environment,
  overrides: readonly Override[],
): Gathered {
  let values: unknown = fromFile(document?.value, []) ?? {};
  const sources = new Map<string, Source>();
  const set = (leaf: Leaf, text: string, source: Source) => {
    values = withValue(values, leaf.path, typed(leaf, text));
    sources.set(leaf.name, source);
  };
  for (const leaf of leaves) {
    if (document !== undefined && holds(values, leaf.path)) {
      const { line } = document.at(leaf.path, 'key');
      sources.set(leaf.name, { kind: 'file', file: document.file, line });
    }
    const variable = environment[leaf.variable] ?? '';
    if (variable !== '') set(leaf, variable, { kind: 'variable', name: leaf.variable });
    const override = overrides.find(({ name }) => name === leaf.name);
    if (override !== undefined) set(leaf, override.value, { kind: 'option', name: override.option });
  }
  return { values, sources };
}
