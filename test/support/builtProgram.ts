import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The repository. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** The program, built, as users start it. */
export const PROGRAM = join(ROOT, 'dist', 'cli.js');

/** Words with which Node runs a program of the tests from its source. */
export const sourceProgram = (path: string): readonly string[] => [
  ...['--import', pathToFileURL(join(import.meta.dirname, 'builtSources.ts')).href],
  join(ROOT, path),
];
