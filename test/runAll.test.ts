import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './support/builtProgram.ts';
import { temporaryFolder } from './support/temporaryFolder.ts';

const folder = temporaryFolder();

const COUNTS = JSON.stringify({ files: 2, ranFiles: 2, passed: 3, skipped: 1, failures: [] });
const JEST = `require('node:fs').writeFileSync(process.env.TEST_COUNTS_FILE, '${COUNTS}');`;
/** Starts a process of its own and waits for ever; whoever reads what they print waits until both have ended. */
const ENDLESS = `
  const forever = 'setInterval(() => {}, 1000)';
  require('node:child_process').spawn(process.execPath, ['-e', forever], { stdio: 'inherit' });
  console.log('started');
  eval(forever);`;

/** Runs a copy of the runner on a project whose tools are these scripts. */
function runTools(tools: Readonly<Record<string, string>>) {
  cpSync(join(ROOT, 'test', 'support'), folder.path('test/support'), { recursive: true });
  cpSync(join(ROOT, 'test', 'package.json'), folder.path('test/package.json'));
  writeFileSync(folder.path('package.json'), JSON.stringify({ scripts: { build: 'node --version' } }));
  for (const [name, script] of Object.entries(tools)) {
    mkdirSync(folder.path(`node_modules/${name}`), { recursive: true });
    writeFileSync(folder.path(`node_modules/${name}/package.json`), JSON.stringify({ bin: 'tool.js' }));
    writeFileSync(folder.path(`node_modules/${name}/tool.js`), script);
  }
  symlinkSync(join(ROOT, 'node_modules', 'zod'), folder.path('node_modules/zod'), 'junction');
  const child = spawn(process.execPath, [folder.path('test/support/runAll.ts')]);
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const endedPromise = once(child, 'close').then(([code]) => ({
    code: code as unknown,
    last: lines.at(-1),
    lines,
  }));
  return { child, output, ended: endedPromise };
}

const checks = { oxlint: '', knip: '', oxfmt: '' };

describe('npm test', () => {
  it('ends with 0 and with what was counted', async () => {
    const { ended: endedPromise } = runTools({ ...checks, jest: JEST });
    expect(await endedPromise).toMatchObject({ code: 0, last: '3 passed, 0 failed, 1 skipped' });
  });

  it('counts the tests although a check cannot be started', async () => {
    const { code, last, lines } = await runTools({ knip: '', oxfmt: '', jest: JEST }).ended;
    expect({ code, last }).toEqual({ code: 1, last: '3 passed, 1 failed, 1 skipped' });
    expect(lines.join('\n')).toMatch(/^failed: ENOENT.*oxlint/m);
  });

  it('says why no test ran', async () => {
    const { code, last, lines } = await runTools(checks).ended;
    expect({ code, last }).toEqual({ code: 1, last: '0 passed, 1 failed, 0 skipped' });
    expect(lines.join('\n')).toMatch(/^failed: ENOENT.*jest/m);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops all that it runs at %s, and says what was counted',
    async (signal) => {
      const {
        child,
        output,
        ended: endedPromise,
      } = runTools({ ...checks, oxlint: ENDLESS, jest: JEST + ENDLESS });
      await new Promise<void>((resolve) => {
        output.on('line', (line) => line === 'started' && resolve());
      });
      child.kill(signal);
      const { code, last, lines } = await endedPromise;
      expect(code).toBe(1);
      expect(lines).toContain(`failed: stopped by ${signal}`);
      expect(last).toBe('3 passed, 2 failed, 1 skipped');
      expect(lines.join('\n')).not.toMatch(/^> (knip|format)/m);
    },
  );
});
