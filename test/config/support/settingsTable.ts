import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Leaf, leaves } from '../../../src/config/settingSources.js';

const PAGE = join(import.meta.dirname, '../../../src/config/README.md');
const [BEGIN, END] = ['<!-- made by npm run settings -->\n', '<!-- end -->\n'];

const cell = (text: string): string => text.replaceAll('|', '\\|');

function presetOf({ preset, example, name }: Leaf): string {
  if (name === 'upstream.v2') return 'required';
  if (preset !== undefined) return `\`${JSON.stringify(preset).replaceAll('"', '')}\``;
  return example === undefined ? 'none' : `none; \`${example}\``;
}

/** The rows of the table of settings: name, default or example, values, meaning. */
export const settingsRows = (): readonly (readonly string[])[] =>
  leaves.map((leaf) => [`\`${leaf.name}\``, presetOf(leaf), leaf.wants, leaf.about].map(cell));

/** The rows of the table that stands in the page. */
export function shownRows(): readonly (readonly string[])[] {
  const page = readFileSync(PAGE, 'utf8');
  const table = page.slice(page.indexOf(BEGIN), page.indexOf(END));
  const lines = table.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((text) => text.trim()),
  );
}

/** Writes the table into the page; the formatter aligns it. */
export function writeSettingsTable(): void {
  const page = readFileSync(PAGE, 'utf8');
  const [textBefore = '', remainder = ''] = page.split(BEGIN);
  const [, textAfter = ''] = remainder.split(END);
  const head = ['| setting | default, or an example | values | what |', '| --- | --- | --- | --- |'];
  const rows = settingsRows().map((row) => `| ${row.join(' | ')} |`);
  writeFileSync(PAGE, `${textBefore}${BEGIN}\n${[...head, ...rows].join('\n')}\n\n${END}${textAfter}`);
}
