import { chmodSync, chownSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { createClosers } from '../../src/runtime/closers';
import { openComparisonStore } from '../../src/store/openComparisonStore';
import { openCutoverStore } from '../../src/store/openCutoverStore';
import { openIndex } from '../../src/runtime/stores/openIndex';
import { storeFault } from '../../src/runtime/files';
import { temporaryFolder } from '../support/temporaryFolder';

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

/** What is said at the start of a store that cannot be used; undefined of one that can. */
const stores: Readonly<Record<string, () => Promise<string | undefined>>> = {
  index: async () => {
    const closers = createClosers((error) => {
      throw error;
    });
    const opened = await openIndex({ store: { kind: 'file', file: path() } }, closers);
    await closers.closeAll();
    return opened.ok ? undefined : opened.failure;
  },
  cutover: () =>
    openCutoverStore(path()).then(
      ({ close }) => close().then(() => undefined),
      (error: unknown) => storeFault('cutover.store', path(), error, 'other'),
    ),
  comparison: () =>
    openComparisonStore(path(), { pairs: 1, age: 1 }).then(
      ({ close }) => close().then(() => undefined),
      (error: unknown) => storeFault('comparison.store', path(), error, 'other'),
    ),
};

describe.each(Object.entries(stores))('a store of the %s', (_name, open) => {
  it.each([
    ['that may only be read', () => chmodSync(path(), 0o400)],
    [
      'in a folder where nothing may be made',
      () => {
        for (const name of readdirSync(folder.path('.'))) rmSync(folder.path(name));
        chmodSync(folder.path('.'), 0o500);
      },
    ],
  ])('%s ends the start with what to do, and is opened once it is done', (_what, forbid) =>
    asOrdinaryUser(async () => {
      expect(await open()).toBeUndefined();
      forbid();
      const said = await open();
      chmodSync(folder.path('.'), 0o700);
      expect(said).toContain(`${path()} cannot be used: `);
      expect(said).toContain('= hint: let the user that the gateway runs as write it and its folder');
      if (existsSync(path())) chmodSync(path(), 0o600);
      expect(await open()).toBeUndefined();
    }),
  );
});
