import { ROOT } from './builtProgram.ts';
import { unpackBrowser } from './launchBrowser.ts';
import { runNpm } from './toolProgram.ts';

/** Builds the program, which the tests import and start as users do, unless it has just been built; unpacks the browser. */
export default function buildProgram(): void {
  unpackBrowser();
  if (process.env['TESTS_FIND_BUILD'] !== undefined) return;
  if (runNpm(ROOT, ['run', '--silent', 'build']) !== 0) throw new Error('npm run build failed: see above');
}
