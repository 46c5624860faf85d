import { chmodSync, chownSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { openStores } from '../../src/runtime/stores/openStores.js';
import { createClosers } from '../../src/runtime/closers.js';
// Loaded now: an ordinary user may not be allowed to read the repository.
import '../../src/store/wholeStore.js';
import { configFrom } from '../support/configFrom.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const NOBODY = 65_534;
const folder = temporaryFolder();
const path = () => folder.path('store.db');

/** Does it as one to whom something can be refused, which root is not. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) chownSync(folder.path('.'), NOBODY, NOBODY);
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** Opens the store; returns the message of a failed start, or undefined when it can be used. */
async function open(): Promise<string | undefined> {
  const closers = createClosers((error) => {
    throw error;
  });
  const opened = await openStores(configFrom({ LIFEBOAT_STORE: path() }, true), closers);
  await closers.closeAll();
  return opened.ok ? undefined : opened.failure.join();
}

describe('a store', () => {
  it.each([
    ['that may only be read', () => chmodSync(path(), 0o400)],
    [
      'in a folder where nothing may be made',
      () => {
        for (const name of readdirSync(folder.path('.'))) rmSync(folder.path(name), { recursive: true });
        chmodSync(folder.path('.'), 0o500);
      },
    ],
  ])('%s ends the start and names the remedy, and is opened after it', (_what, forbid) =>
    asOrdinaryUser(async () => {
      expect(await open()).toBeUndefined();
      forbid();
      const message = await open();
      chmodSync(folder.path('.'), 0o700);
      expect(message).toContain(`${path()} cannot be used: `);
      expect(message).toContain('= hint: let the user that the gateway runs as write it and its folder');
      if (existsSync(path())) chmodSync(path(), 0o600);
      expect(await open()).toBeUndefined();
    }),
  );
});
