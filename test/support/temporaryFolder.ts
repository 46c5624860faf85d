import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh folder for each test of a file, removed after it; call inside `describe` or at the top level. */
export function temporaryFolder(): { readonly path: (name: string) => string } {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lifeboat-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return { path: (name) => join(folder, name) };
}
