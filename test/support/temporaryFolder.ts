import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeBehindTest } from './closeBehindTest.ts';

/** Makes a folder that is removed behind the test, or behind the tests of the hook. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-'));
  closeBehindTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A fresh folder for each test of a file, removed behind it; call inside `describe` or at the top level. */
export function temporaryFolder(): { readonly path: (name: string) => string } {
  let folder = '';
  beforeEach(() => {
    folder = openFolder();
  });
  return { path: (name) => join(folder, name) };
}
