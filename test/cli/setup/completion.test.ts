import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createProgram } from '../../../src/cli/program.js';
import {
  listCompletions,
  completionScript,
  readLiveNames,
  SHELLS,
} from '../../../src/cli/setup/completion.js';
import { runHere } from '../../support/runHere.ts';
import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { openAdminPort } from '../../http/admin/support/openAdminPort.ts';
import { answering, startUpstream } from '../../support/upstream.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { itWith } from '../../support/systemPrograms.ts';

const live = {
  resources: ['account', 'currency-offer'],
  operations: ['getAccount'],
  callers: ['own-shop', '96e0618ddc9e'],
};

const folder = temporaryFolder();

let program: Command;

beforeAll(async () => {
  program = await createProgram('');
});

const words = (...typed: readonly string[]) =>
  listCompletions(program, typed, live).map((line) => line.split('\t')[0]);

describe('the words that complete', () => {
  it('begin with the typed text, and have a description', () => {
    expect(listCompletions(program, ['sta'], live)).toEqual([
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

  it('are callers and resources for every option that names one, and the rest of a stage', () => {
    expect(words('usage', '--client', '')).toEqual(['own-shop', '96e0618ddc9e']);
    expect(words('stage', 'set', 'account', 'gone', '--confirm', '')).toEqual(['account', 'currency-offer']);
    expect(words('stage', 'set', '--all', '')).toEqual(['v1', 'shadow', 'canary', 'v2', 'gone']);
    expect(words('stage', 'set', 'account', 'canary', '')).toEqual(expect.arrayContaining(['5%', '25%']));
    expect(words('stage', 'pin', 'account', '96e0', '')).toEqual(['v1', 'v2', 'none']);
  });

  it('are commands and topics after help', () => {
    expect(words('help', '')).toEqual(expect.arrayContaining(['stage', 'doctor', 'language', 'switch']));
    expect(words('help', 'stage', 'p')).toEqual(['pin']);
    expect(words('help', 'language', '')).toEqual([]);
  });

  it('are the choices of an option or argument, and none for a file or a text', () => {
    expect(words('tail', '--side', '')).toEqual(['v1', 'v2']);
    expect(words('schema', '')).toEqual(['settings', 'mapping', 'profile', 'plan', 'rules']);
    expect(words('serve', '--config', '')).toEqual([]);
    expect(words('stage', 'set', 'account', 'v2', '--reason', '')).toEqual([]);
  });
});

describe('the names of a running gateway', () => {
  it('come from the gateway that the command line names', async () => {
    const cutover = await openTestCutover({
      subject: { resources: [{ name: 'account', operations: ['listAccounts'], epoch: '' }] },
    });
    await cutover.label('96e0618ddc9e', 'own-shop');
    await cutover.change({
      resource: 'account',
      actor: 'ada',
      reason: 'to see',
      change: { kind: 'pin', caller: 'own-shop', side: 'v1' },
    });
    const upstream = await openAdminPort(cutover, undefined, { openReads: true });
    const names = { resources: ['account'], operations: ['listAccounts'], callers: ['own-shop'] };
    expect(await readLiveNames({}, ['stage', 'set', '--admin', upstream.origin, ''])).toEqual(names);
    writeFileSync(folder.path('other.yaml'), `admin: { port: ${new URL(upstream.origin).port} }`);
    expect(await readLiveNames({}, ['stage', 'set', '-c', folder.path('other.yaml'), ''])).toEqual(names);
  });

  it('are empty if no gateway answers', async () => {
    const upstream = await startUpstream(answering(404, '{}'));
    const port = new URL(upstream.origin).port;
    const none = { resources: [], operations: [], callers: [] };
    expect(await readLiveNames({ LIFEBOAT_ADMIN_PORT: port })).toEqual(none);
    await upstream.close();
    expect(await readLiveNames({ LIFEBOAT_ADMIN_PORT: port })).toEqual(none);
  });
});

describe('the script for a shell', () => {
  it.each(SHELLS)('asks the program: %s', (shell) => {
    expect(completionScript(shell)).toContain('lifeboat __complete --');
  });

  it('is printed as JSON with --json', async () => {
    const { code, stdout } = await runHere(['completion', 'fish', '--json'], { cwd: folder.path('.') });
    const printed: unknown = JSON.parse(stdout.join('\n'));
    expect([code, printed]).toEqual([0, { shell: 'fish', script: completionScript('fish') }]);
  });

  /** Completes a command line in a shell, and returns what it offers and what the program was asked. */
  function offered(shell: 'bash' | 'zsh' | 'fish', ask: string): readonly string[] {
    const answer = listCompletions(program, ['stage', 'p'], live).join('\n');
    writeFileSync(
      folder.path('lifeboat'),
      `#!/bin/sh\necho "$*" > ${folder.path('asked')}\ncat <<'END'\n${answer}\nEND\n`,
    );
    chmodSync(folder.path('lifeboat'), 0o755);
    const environment = { HOME: folder.path('.'), PATH: `${folder.path('.')}:${process.env['PATH'] ?? ''}` };
    const options = { encoding: 'utf8', env: environment, cwd: folder.path('.') } as const;
    const message = execFileSync(shell, ['-c', `${completionScript(shell)}\n${ask}`], options);
    return [...message.trim().split('\n'), readFileSync(folder.path('asked'), 'utf8').trim()];
  }

  itWith('bash')('completes in a real bash', () => {
    const ask = `COMP_WORDS=(lifeboat stage p); COMP_CWORD=2; _lifeboat; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(offered('bash', ask)).toEqual(['pin', '__complete -- stage p']);
  });

  itWith('zsh')('completes in a real zsh, with what each word does', () => {
    const ask = `_describe() { print -l "\${(@P)2}" }; words=(lifeboat stage p); CURRENT=3; _lifeboat`;
    expect(offered('zsh', ask)).toEqual([expect.stringMatching(/^pin:\w/), '__complete -- stage p']);
  });

  itWith('fish')('completes in a real fish, with what each word does', () => {
    expect(offered('fish', `complete -C 'lifeboat stage p'`)).toEqual([
      expect.stringMatching(/^pin\t\w/),
      '__complete -- stage p',
    ]);
  });
});
