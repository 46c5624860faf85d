import { stringify } from 'yaml';
import { leaves } from './leaves';
import { outline } from './outline';
import type { Settings } from './settings';
import { renderSource, type Source } from './source';

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

/** The effective settings as YAML, secrets masked, with the source of each value beside it. */
export function renderSettings(settings: Settings, sources: ReadonlyMap<string, Source>): string {
  return outline(({ path, name, secret }) => {
    const key = path.at(-1) ?? '';
    const value = valueAt(settings, path);
    if (value === undefined) return [`# ${key}: not set`];
    const shown = stringify(secret === true ? MASK : value, { lineWidth: 0 }).trimEnd();
    return [`${key}: ${shown} # ${renderSource(sources.get(name) ?? { kind: 'default' })}`];
  });
}

/** The effective settings by their names, for programs: each with its source, secrets masked. */
export const listSettings = (settings: Settings, sources: ReadonlyMap<string, Source>) =>
  Object.fromEntries(
    leaves.map(({ path, name, secret }) => {
      const value = valueAt(settings, path);
      const shown = secret === true && value !== undefined ? MASK : value;
      return [name, { value: shown, source: renderSource(sources.get(name) ?? { kind: 'default' }) }];
    }),
  );
