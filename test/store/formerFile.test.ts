import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { verifyChain } from '../../src/cutover/stages/stageEvent.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { filesIn } from '../support/filesIn.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();

/** Puts the files there that version 0.1.0 left when it was killed: nearly all is in the write-ahead log. */
function putFormerFiles(path: string): void {
  for (const suffix of ['', '-wal']) {
    const packed = readFileSync(
      join(import.meta.dirname, 'support', 'former', `lifeboat-0.1.0.db${suffix}.gz`),
    );
    writeFileSync(path + suffix, gunzipSync(packed), { mode: 0o600 });
  }
}

describe('the file of a killed gateway of version 0.1.0, with SQLite 3.45.1', () => {
  it('opens with its whole content and its write-ahead log, which disappears on the last close', async () => {
    const path = folder.path('lifeboat.db');
    putFormerFiles(path);
    const firstOwnStore = await openWholeStore(path);
    const second = await openWholeStore(path);
    const events = await firstOwnStore.cutover.events();
    expect(verifyChain(events)).toMatchObject({ ok: true });
    expect(events.map(({ resource, change }) => [resource, change])).toEqual([
      ['currency-offer', { kind: 'move', to: { kind: 'shadow' } }],
      ['account', { kind: 'move', to: { kind: 'shadow' } }],
    ]);
    await firstOwnStore.close();
    expect(filesIn(folder.path('.'))).not.toHaveLength(1);
    expect((await second.cutover.events()).length).toBe(2);
    await second.close();
    expect(filesIn(folder.path('.'))).toHaveLength(1);
  });
});
