import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from './builtProgram.ts';
import { nodeOf } from './nodeOf.ts';

/** `npm run matrix [-- VERSION...]`: what `npm test` runs, on each supported Node; ends with 1 if one of them fails. */

const SUPPORTED = ['22', '24', '26'];

function passesOn(version: string): boolean {
  const node = nodeOf(version);
  const path = `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`;
  console.log(`> Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);
  const { status } = spawnSync(node, [join(import.meta.dirname, 'runAll.ts')], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  return status === 0;
}

const givenTexts = process.argv.slice(2);
const results = (givenTexts.length > 0 ? givenTexts : SUPPORTED).map((version) => ({
  version,
  ok: passesOn(version),
}));
for (const { version, ok } of results) console.log(`Node ${version}: ${ok ? 'passed' : 'FAILED'}`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
