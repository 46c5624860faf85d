import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type WatchedFolders, watchFolders } from '../../../src/runtime/reload/followFolders';
import type { Clock } from '../../../src/contract/clock';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();
let watched: WatchedFolders | undefined;

afterEach(() => watched?.close());

/** A clock whose time comes when the test says so, and that tells when something waits for it. */
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
  const told: string[] = [];
  const folders = [folder.path('mappings'), folder.path('mappings/fixtures')] as const;
  const open = (state?: () => string) => {
    watched = watchFolders({
      folders: [...folders],
      ...(state === undefined ? {} : { state }),
      clock,
      changed: () => told.push('changed'),
      failed: (_place, reason) => told.push(reason),
    });
    return watched;
  };
  return {
    told,
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
  it('tell of a change when nothing has followed it for a while, and of a burst once', async () => {
    const { told, open, noticed, pass } = watchBench();
    open();
    for (const text of ['one', 'two', 'three']) writeFileSync(folder.path('mappings/a.yaml'), text);
    await noticed();
    expect(told).toEqual([]);
    pass();
    expect(told).toEqual(['changed']);
  });

  it.each([
    ['a new file', () => writeFileSync(folder.path('mappings/new.yaml'), '')],
    ['a fixture', () => writeFileSync(folder.path('mappings/fixtures/a.yaml'), '')],
    [
      'a file that takes the place of another',
      () => {
        writeFileSync(folder.path('aside.yaml'), 'other');
        renameSync(folder.path('aside.yaml'), folder.path('mappings/a.yaml'));
      },
    ],
  ])('tell of %s', async (_, change) => {
    const { told, open, noticed, pass } = watchBench();
    open();
    change();
    await noticed();
    pass();
    expect(told).toEqual(['changed']);
  });

  it('are watched on when they were replaced by others', async () => {
    const { told, open, noticed, pass } = watchBench();
    open();
    mkdirSync(folder.path('other'));
    renameSync(folder.path('mappings'), folder.path('before'));
    renameSync(folder.path('other'), folder.path('mappings'));
    await noticed();
    pass();
    writeFileSync(folder.path('mappings/a.yaml'), '');
    await noticed();
    pass();
    expect(told).toEqual(['changed', 'changed']);
  });

  it('tell only of what matters, and wait for nothing else', async () => {
    const { told, open, noticed, pass, scheduled } = watchBench();
    const state = () => readFileSync(folder.path('mappings/a.yaml'), 'utf8');
    writeFileSync(folder.path('mappings/a.yaml'), 'one');
    open(state);
    writeFileSync(folder.path('mappings/busy.log'), 'a line');
    writeFileSync(folder.path('mappings/a.yaml'), 'two');
    await noticed();
    const before = scheduled();
    writeFileSync(folder.path('mappings/busy.log'), 'another line');
    await new Promise((resolve) => setImmediate(resolve));
    expect([told, scheduled()]).toEqual([[], before]);
    pass();
    expect(told).toEqual(['changed']);
  });

  it('say so when the first one cannot be watched; a missing folder of fixtures is none', () => {
    rmSync(folder.path('mappings'), { recursive: true });
    const { told, open } = watchBench();
    const { renew } = open();
    expect(told).toEqual(['ENOENT']);
    mkdirSync(folder.path('mappings'));
    renew();
    expect(told).toEqual(['ENOENT']);
  });

  it('tell nothing once they are closed', async () => {
    const { told, open, noticed, pass, pending } = watchBench();
    const { close } = open();
    writeFileSync(folder.path('mappings/a.yaml'), '');
    await noticed();
    close();
    expect(pending()).toBe(false);
    pass();
    expect(told).toEqual([]);
  });
});
