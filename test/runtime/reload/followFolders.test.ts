import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import pino from 'pino';
import { createClosers } from '../../../src/runtime/closers';
import { followReload, watchFolders } from '../../../src/runtime/reload/reload';
import type { Clock } from '../../../src/contract/clock';
import { platformOf } from '../../../src/contract/platform';
import { success } from '../../../src/contract/result';
import { realClock } from '../../support/realClock';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();
let watched: ReturnType<typeof watchFolders> | undefined;

afterEach(() => watched?.close());

/** Watches the test's folder with a clock that the test advances, and that notifies when something waits for it. */
function watchBench() {
  let waiting: (() => void) | undefined;
  let scheduled = 0;
  let wake: () => void = () => undefined;
  const clock: Clock = {
    now: () => 0,
    steady: () => 0,
    schedule: (_delay, action) => {
      waiting = action;
      scheduled += 1;
      wake();
      return () => {
        if (waiting === action) waiting = undefined;
      };
    },
  };
  const notified: string[] = [];
  const folders = [folder.path('mappings'), folder.path('mappings/fixtures')] as const;
  const open = (state?: () => string) => {
    watched = watchFolders({
      folders: [...folders],
      ...(state === undefined ? {} : { state }),
      clock,
      changed: () => notified.push('changed'),
      failed: (_place, reason) => notified.push(reason),
    });
    return watched;
  };
  return {
    notified,
    open,
    /** Waits for a change to be noticed. */
    noticed: async () => {
      while (waiting === undefined) await new Promise<void>((resolve) => (wake = resolve));
    },
    scheduled: () => scheduled,
    pending: () => waiting !== undefined,
    pass: () => {
      const action = waiting;
      waiting = undefined;
      action?.();
    },
  };
}

beforeEach(() => mkdirSync(folder.path('mappings/fixtures'), { recursive: true }));

describe('watched folders', () => {
  it('notify of a change after a quiet time, and of a burst once', async () => {
    const { notified, open, noticed, pass } = watchBench();
    open();
    for (const text of ['one', 'two', 'three']) writeFileSync(folder.path('mappings/a.yaml'), text);
    await noticed();
    expect(notified).toEqual([]);
    pass();
    expect(notified).toEqual(['changed']);
  });

  it.each([
    ['a new file', () => writeFileSync(folder.path('mappings/new.yaml'), '')],
    ['a fixture', () => writeFileSync(folder.path('mappings/fixtures/a.yaml'), '')],
    [
      'a file that replaces an existing one',
      () => {
        writeFileSync(folder.path('aside.yaml'), 'other');
        renameSync(folder.path('aside.yaml'), folder.path('mappings/a.yaml'));
      },
    ],
  ])('notify of %s', async (_, change) => {
    const { notified, open, noticed, pass } = watchBench();
    open();
    change();
    await noticed();
    pass();
    expect(notified).toEqual(['changed']);
  });

  it('are still watched after a replacement', async () => {
    const { notified, open, noticed, pass } = watchBench();
    open();
    mkdirSync(folder.path('other'));
    renameSync(folder.path('mappings'), folder.path('before'));
    renameSync(folder.path('other'), folder.path('mappings'));
    await noticed();
    pass();
    writeFileSync(folder.path('mappings/a.yaml'), '');
    await noticed();
    pass();
    expect(notified).toEqual(['changed', 'changed']);
  });

  it('notify only of changes that matter, without waiting for others', async () => {
    const { notified, open, noticed, pass, scheduled } = watchBench();
    const state = () => readFileSync(folder.path('mappings/a.yaml'), 'utf8');
    writeFileSync(folder.path('mappings/a.yaml'), 'one');
    open(state);
    writeFileSync(folder.path('mappings/busy.log'), 'a line');
    writeFileSync(folder.path('mappings/a.yaml'), 'two');
    await noticed();
    const countBefore = scheduled();
    writeFileSync(folder.path('mappings/busy.log'), 'another line');
    await new Promise((resolve) => setImmediate(resolve));
    expect([notified, scheduled()]).toEqual([[], countBefore]);
    pass();
    expect(notified).toEqual(['changed']);
  });

  it('report when the first one cannot be watched; a missing folder of fixtures is no failure', () => {
    rmSync(folder.path('mappings'), { recursive: true });
    const { notified, open } = watchBench();
    const { renew } = open();
    expect(notified).toEqual(['ENOENT']);
    mkdirSync(folder.path('mappings'));
    renew();
    expect(notified).toEqual(['ENOENT']);
  });

  it('notify of nothing after they are closed', async () => {
    const { notified, open, noticed, pass, pending } = watchBench();
    const { close } = open();
    writeFileSync(folder.path('mappings/a.yaml'), '');
    await noticed();
    close();
    expect(pending()).toBe(false);
    pass();
    expect(notified).toEqual([]);
  });
});

describe('followed files', () => {
  const opened = (platform: string, reloads: string[]) => {
    const closers = createClosers(() => undefined);
    const warnings: string[] = [];
    const write = (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg);
    const unchanged = () => {
      reloads.push('reload');
      return Promise.resolve(success('unchanged' as const));
    };
    const mappings = { what: 'mappings', stays: 'the ones in force stay', isNamed: false, hash: '' };
    const services = { reloadOnHangup: true, alarms: { take: () => undefined }, clock: realClock };
    followReload(
      {
        ...{ ...mappings, folders: [folder.path('missing')], load: unchanged },
        ...{ hashOf: () => '', use: () => undefined },
      },
      { ...services, logger: pino({ level: 'warn' }, { write }), platform: platformOf(platform) },
      closers,
    );
    return { warnings, close: closers.closeAll };
  };

  it.each([
    ['linux', 1, 'send SIGHUP'],
    ['win32', 0, 'restart'],
  ] as const)(
    'on %s react to %i SIGHUP, and say what to do if they cannot be watched',
    async (name, times, remedy) => {
      const reloads: string[] = [];
      const otherListeners = process.listeners('SIGHUP');
      const { warnings, close } = opened(name, reloads);
      for (const listener of process.listeners('SIGHUP')) {
        if (!otherListeners.includes(listener)) listener('SIGHUP');
      }
      await new Promise((resolve) => setImmediate(resolve));
      expect(reloads).toHaveLength(times);
      expect(new Set(warnings)).toEqual(new Set([`the folder is not watched: ${remedy} after a change`]));
      await close();
      expect(process.listeners('SIGHUP')).toEqual(otherListeners);
    },
  );
});
