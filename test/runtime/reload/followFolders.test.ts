import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import pino from 'pino';
import { createClosers } from '../../../src/runtime/closers.js';
import { followReload, stateOfFiles, stateOfFolders } from '../../../src/runtime/reload/reload.js';
import { platformOf } from '../../../src/contract/platform.js';
import { success } from '../../../src/contract/result.js';
import { createGameClock } from '../../support/gameClock.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();
const path = (name: string) => folder.path(name);
const closers = createClosers(() => undefined);

afterEach(() => closers.closeAll());

/** Follows the test's folders, or what a test names, on a clock that the test advances; counts the reloads. */
async function following(
  state = () => stateOfFolders([path('mappings'), path('mappings/fixtures')]),
  platform = 'linux',
  isCheckedLater = false,
) {
  const clock = createGameClock(0);
  const reloads: string[] = [];
  const load = (inForce: string) => {
    reloads.push(inForce === '' ? 'check' : 'reload');
    return Promise.resolve(success('unchanged' as const));
  };
  const mappings = { what: 'mappings', stays: 'the ones in force stay', isNamed: false, hash: 'first' };
  const services = { reloadOnHangup: true, alarms: { replaceFindings: () => undefined }, clock };
  await followReload(
    { ...mappings, isCheckedLater, state, load, hashOf: () => '', use: () => undefined },
    { ...services, logger: pino({ enabled: false }), platform: platformOf(platform) },
    closers,
  );
  /** Lets time pass, in which each look finishes before the next. */
  const pass = async (milliseconds: number): Promise<void> => {
    for (let past = 0; past < milliseconds; past += 500) await clock.advance(500);
  };
  await pass(1_000);
  return { reloads, pass };
}

beforeEach(() => {
  mkdirSync(path('mappings/fixtures'), { recursive: true });
  writeFileSync(path('mappings/a.yaml'), 'text');
});

describe('followed folders', () => {
  it.each([
    ['a written file', () => writeFileSync(path('mappings/a.yaml'), 'other text')],
    ['a new file', () => writeFileSync(path('mappings/new.yaml'), '')],
    ['a fixture', () => writeFileSync(path('mappings/fixtures/a.yaml'), '')],
    ['a removed file', () => rmSync(path('mappings/a.yaml'))],
    [
      'a file that replaces an existing one',
      () => {
        writeFileSync(path('aside.yaml'), 'text');
        renameSync(path('aside.yaml'), path('mappings/a.yaml'));
      },
    ],
    [
      'a replaced folder',
      () => {
        renameSync(path('mappings'), path('before'));
        mkdirSync(path('mappings'));
      },
    ],
  ])('are read once after %s', async (_, change) => {
    const { reloads, pass } = await following();
    expect(reloads).toEqual([]);
    change();
    await pass(3_000);
    expect(reloads).toEqual(['reload']);
    writeFileSync(path('mappings/later.yaml'), '');
    await pass(3_000);
    expect(reloads).toEqual(['reload', 'reload']);
  });

  it('are read only when nothing has changed for a while', async () => {
    const { reloads, pass } = await following();
    for (const text of ['one', 'two and more', 'three and even more']) {
      writeFileSync(path('mappings/a.yaml'), text);
      await pass(500);
    }
    expect(reloads).toEqual([]);
    await pass(500);
    expect(reloads).toEqual(['reload']);
  });

  it('are checked once after the start, if they are still those in force', async () => {
    const { reloads, pass } = await following(undefined, 'linux', true);
    await pass(10_000);
    expect(reloads).toEqual(['check']);
    const changed = await following(undefined, 'linux', true);
    await changed.pass(1_500);
    writeFileSync(path('mappings/a.yaml'), 'text that is not in force');
    await changed.pass(500);
    expect(changed.reloads).toEqual([]);
    await changed.pass(10_000);
    expect(changed.reloads).toEqual(['check']);
  });

  it('are read when they come into being, and not after the end', async () => {
    rmSync(path('mappings'), { recursive: true });
    const { reloads, pass } = await following();
    mkdirSync(path('mappings'));
    writeFileSync(path('mappings/a.yaml'), '');
    await pass(2_000);
    expect(reloads).toEqual(['reload']);
    writeFileSync(path('mappings/b.yaml'), '');
    await closers.closeAll();
    await pass(2_000);
    expect(reloads).toEqual(['reload']);
  });
});

describe('followed files', () => {
  it('are read when their link is replaced, and not for other files of their folder', async () => {
    for (const name of ['first.pem', 'second.pem']) writeFileSync(path(name), name);
    symlinkSync(path('first.pem'), path('cert.pem'));
    const { reloads, pass } = await following(() => stateOfFiles([path('cert.pem')]));
    writeFileSync(path('busy.log'), 'a line');
    await pass(2_000);
    expect(reloads).toEqual([]);
    symlinkSync(path('second.pem'), path('next.pem'));
    renameSync(path('next.pem'), path('cert.pem'));
    await pass(2_000);
    expect(reloads).toEqual(['reload']);
  });

  it.each([
    ['linux', 1],
    ['win32', 0],
  ] as const)('on %s react to %i SIGHUP', async (name, times) => {
    const others = process.listeners('SIGHUP');
    const { reloads } = await following(undefined, name);
    for (const listener of process.listeners('SIGHUP')) {
      if (!others.includes(listener)) listener('SIGHUP');
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(reloads).toHaveLength(times);
    await closers.closeAll();
    expect(process.listeners('SIGHUP')).toEqual(others);
  });
});
