import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createProgram } from '../../../src/cli/program';
import { completions, completionScript, liveNames, SHELLS } from '../../../src/cli/setup/completion';
import { answering, startUpstream } from '../../support/upstream';
import { temporaryFolder } from '../../support/temporaryFolder';

const live = {
  resources: ['account', 'currency-offer'],
  operations: ['getAccount'],
  callers: ['own-shop', '96e0618ddc9e'],
};

let program: Command;

beforeAll(async () => {
  program = await createProgram('');
});

const words = (...typed: readonly string[]) =>
  completions(program, typed, live).map((line) => line.split('\t')[0]);

describe('the words that complete', () => {
  it('begin with what was typed, and say what they do', () => {
    expect(completions(program, ['sta'], live)).toEqual([
      'stage\tsee and change the stages of a running gateway',
    ]);
    expect(words('')).toEqual(expect.arrayContaining(['serve', 'diff', 'help']));
    expect(words('')).not.toContain('worker');
  });

  it('are the commands of a group, then its options', () => {
    expect(words('stage', 'p')).toEqual(['pin']);
    expect(words('stage', 'pin', '--')).toEqual(expect.arrayContaining(['--reason', '--json', '--help']));
  });

  it('are resources, stages, operations and callers of the running gateway', () => {
    expect(words('stage', 'set', 'a')).toEqual(['account']);
    expect(words('stage', 'set', '--yes', 'account', '')).toEqual(['v1', 'shadow', 'canary', 'v2', 'gone']);
    expect(words('stage', 'pin', 'account', 'own')).toEqual(['own-shop']);
    expect(words('tail', '--operation', '')).toEqual(['getAccount']);
    expect(words('tail', '--resource', 'cur')).toEqual(['currency-offer']);
  });

  it('are what an option or an argument can be, and nothing where a file or a text is', () => {
    expect(words('tail', '--side', '')).toEqual(['v1', 'v2']);
    expect(words('schema', '')).toEqual(['settings', 'mapping', 'plan', 'rules']);
    expect(words('serve', '--config', '')).toEqual([]);
    expect(words('stage', 'set', 'account', 'v2', '--reason', '')).toEqual([]);
  });
});

describe('the names of a running gateway', () => {
  it('are none where no gateway answers', async () => {
    const upstream = await startUpstream(answering(404, '{}'));
    const port = new URL(upstream.origin).port;
    const none = { resources: [], operations: [], callers: [] };
    expect(await liveNames({ LIFEBOAT_ADMIN_PORT: port })).toEqual(none);
    await upstream.close();
    expect(await liveNames({ LIFEBOAT_ADMIN_PORT: port })).toEqual(none);
  });
});

describe('the script for a shell', () => {
  const folder = temporaryFolder();

  it.each(SHELLS)('asks the program: %s', (shell) => {
    expect(completionScript(shell)).toContain('lifeboat __complete --');
  });

  it('completes in a real bash', () => {
    const answer = completions(program, ['stage', 'p'], live).join('\n');
    writeFileSync(
      folder.path('lifeboat'),
      `#!/bin/sh\necho "$*" > ${folder.path('asked')}\ncat <<'END'\n${answer}\nEND\n`,
    );
    chmodSync(folder.path('lifeboat'), 0o755);
    const script = `PATH=${folder.path('.')}:$PATH\n${completionScript('bash')}
COMP_WORDS=(lifeboat stage p); COMP_CWORD=2; _lifeboat; printf '%s\\n' "\${COMPREPLY[@]}"; cat ${folder.path('asked')}`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('pin\n__complete -- stage p\n');
  });
});
