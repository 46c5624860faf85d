import { join } from 'node:path';

/** The repository. */
export const ROOT = join(__dirname, '..', '..');

/** A source file, compiled by the setup of jest, or another file of the repository beside which it lies. */
export const built = (path: string): string =>
  join(ROOT, 'node_modules', '.cache', 'lifeboat', path.replace(/\.tsx?$/, '.js'));

/** The program: bundled, where all tests are run, as users start it, else compiled by the setup of jest. */
export const PROGRAM = process.env['LIFEBOAT_PROGRAM'] ?? built('src/cli.ts');

/** The shipped YAML files, read by the setup of jest: each gateway that a test starts would read them again. */
export const PREPARED = built('prepared.json');
