import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bytes of every file in a folder and the folders below it, as Latin-1. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
