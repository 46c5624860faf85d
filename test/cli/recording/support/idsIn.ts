import { readFileSync } from 'node:fs';

/** The ids of the exchanges in a recording. */
export const idsIn = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly id: string }).id);
