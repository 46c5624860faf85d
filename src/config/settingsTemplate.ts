import { stringify } from 'yaml';
import { outline } from './outline';

const HEAD = `# Settings of Lifeboat, the v1-to-v2 migration gateway.
# Every setting is shown with its default, or with an example where it has none: remove the # to set it.
# The environment variable named beside a setting wins over this file. Paths are relative to this file.
# Check with: lifeboat config
`;

/** The commented settings file that `lifeboat init` writes; it sets nothing yet. */
export function settingsTemplate(): string {
  const lines = outline(({ about, variable, path, preset, example }) => [
    `# ${about} (${variable})`,
    `#${path.at(-1) ?? ''}: ${stringify(preset ?? example ?? null).trimEnd()}`,
  ]);
  return `${HEAD}\n${lines}`;
}
