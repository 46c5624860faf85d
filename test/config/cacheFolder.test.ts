import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../src/config.js';
import { runCli } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

describe('cacheFolder', () => {
  it.each([
    ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache/lifeboat'],
    ['linux', { XDG_CACHE_HOME: 'cache' }, join(homedir(), '.cache', 'lifeboat')],
    ['darwin', {}, join(homedir(), '.cache', 'lifeboat')],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/lifeboat'],
    ['win32', { XDG_CACHE_HOME: '/cache' }, undefined],
  ] as const)('is a folder of the user on %s with %j', (platform, environment, folder) => {
    expect(cacheFolder(environment, platform)).toBe(folder);
  });
});

describe('compiled code', () => {
  const folder = temporaryFolder();

  /** Runs a command with these variables, each of which names a path below the folder. */
  async function run(names: Readonly<Record<string, string>>) {
    mkdirSync(folder.path('tmp'));
    writeFileSync(folder.path('file'), '');
    const variables = Object.entries(names).map(([name, path]) => [name, path && folder.path(path)] as const);
    const environment = { TMPDIR: folder.path('tmp'), ...Object.fromEntries(variables) };
    const { code, stderr } = await runCli(['schema', 'plan'], { cwd: folder.path('.'), environment }).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(existsSync(folder.path('tmp/node-compile-cache'))).toBe(false);
  }

  it('is kept in the cache folder of the user', async () => {
    await run({ HOME: 'home', XDG_CACHE_HOME: 'own' });
    expect([existsSync(folder.path('own/lifeboat')), existsSync(folder.path('home'))]).toEqual([true, false]);
  });

  it('is kept in the home of a user without a cache folder', async () => {
    await run({ HOME: 'home' });
    expect(existsSync(folder.path('home/.cache/lifeboat'))).toBe(true);
  });

  it('is kept in the folder of NODE_COMPILE_CACHE, whatever else is set', async () => {
    await run({ HOME: 'home', NODE_COMPILE_CACHE: 'asked' });
    expect([existsSync(folder.path('asked')), existsSync(folder.path('home'))]).toEqual([true, false]);
  });

  it.each([
    ['that cannot be written', 'file'],
    ['that has no name', ''],
  ])('is not kept in a home %s, and the command works', (_what, home) => run({ HOME: home }));
});
