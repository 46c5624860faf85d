import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The repository. */
export const ROOT = join(__dirname, '..', '..');

/** The program, built, as users start it. */
export const PROGRAM = join(ROOT, 'dist', 'cli.js');

/** Words with which Node runs a program of the tests from its source. */
export const sourceProgram = (path: string): readonly string[] => [
  ...['--import', pathToFileURL(createRequire(__filename).resolve('tsx')).href],
  join(ROOT, path),
];
