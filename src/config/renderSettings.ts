import { stringify } from 'yaml';
import { type Leaf, leaves, renderSource, type SettingSource } from './settingSources';
import type { Settings } from './settings';

/** Renders text in the shape of a settings file: section headings, then the lines that `linesOf` gives for each setting. */
function renderOutline(linesOf: (leaf: Leaf) => readonly string[]): string {
  let open: readonly string[] = [];
  const text = leaves.flatMap((leaf) => {
    const above = leaf.path.slice(0, -1);
    const shared = above.findIndex((name, depth) => name !== open[depth]);
    const headings =
      shared === -1 ? [] : above.slice(shared).map((name, depth) => `${'  '.repeat(shared + depth)}${name}:`);
    open = above;
    return [...headings, ...linesOf(leaf).map((line) => `${'  '.repeat(above.length)}${line}`)];
  });
  return `${text.join('\n')}\n`;
}

const TEMPLATE_HEAD = `# Settings of Lifeboat, the v1-to-v2 migration gateway.
# Every setting is shown with its default, or with an example where it has none: remove the # to set it.
# The environment variable named with a setting wins over this file. Paths are relative to this file.
# Check with: lifeboat config
`;

/** Renders the commented settings file of `lifeboat init`. It sets nothing yet. */
export function renderTemplate(): string {
  const lines = renderOutline(({ about, variable, path, preset, example }) => [
    `# ${about} (${variable})`,
    `#${path.at(-1) ?? ''}: ${stringify(preset ?? example ?? null).trimEnd()}`,
  ]);
  return `${TEMPLATE_HEAD}\n${lines}`;
}

const MASK = '***';

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    values,
  );
}

/** Renders the effective settings as YAML, secrets masked, with the source of each value in a comment. */
export function renderSettings(settings: Settings, sources: ReadonlyMap<string, SettingSource>): string {
  return renderOutline(({ path, name, secret }) => {
    const key = path.at(-1) ?? '';
    const value = valueAt(settings, path);
    if (value === undefined) return [`# ${key}: not set`];
    const shownText = stringify(secret === true ? MASK : value, { lineWidth: 0 }).trimEnd();
    return [`${key}: ${shownText} # ${renderSource(sources.get(name) ?? { kind: 'default' })}`];
  });
}

/** Lists the settings that have a source, with their values, secrets included. */
export const listGivenSettings = (settings: Settings, sources: ReadonlyMap<string, SettingSource>) =>
  leaves.flatMap((leaf) => {
    const source = sources.get(leaf.name);
    const value = valueAt(settings, leaf.path);
    return source === undefined || value === undefined ? [] : [{ leaf, source, value }];
  });

/** Lists the effective settings by name, for programs: each with its source, secrets masked. */
export const listSettings = (settings: Settings, sources: ReadonlyMap<string, SettingSource>) =>
  Object.fromEntries(
    leaves.map(({ path, name, secret }) => {
      const value = valueAt(settings, path);
      const shownValue = secret === true && value !== undefined ? MASK : value;
      return [name, { value: shownValue, source: renderSource(sources.get(name) ?? { kind: 'default' }) }];
    }),
  );
