import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { platformOf } from '../../../src/contract/platform.js';
import { renderFault } from '../../../src/mapping/yaml/fileFault.js';
import { digestKey, exchangeKeys } from '../../../src/gateway/keys/clientKeys.js';
import {
  addKey,
  addSuccessor,
  emptyKeyTable,
  listKeys,
  writeKeyFile,
} from '../../../src/gateway/keys/editKeyTable.js';
import {
  type KeyTable,
  loadExchanges,
  loadKeyTable,
  parseKeyTable,
} from '../../../src/gateway/keys/keyTable.js';
import type { Result } from '../../../src/contract/result.js';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const V1 = digestKey('old-key').toString('hex');
const entry = { name: 'bot', v1: V1, v2: [{ value: 'canary-v2' }], created: '2025-01-01' };
const table = (...keys: object[]) => JSON.stringify({ keys });
const NEW = { name: 'bot', v1Key: 'old-key', v2: { env: 'V2_KEY' }, created: '2025-01-01' };

function edited(result: Result<KeyTable, string>): KeyTable {
  if (!result.ok) throw new Error(result.failure);
  return result.value;
}

describe('a key table', () => {
  it.each([
    ['no entries', table()],
    ['a key in the table', table(entry)],
    ['a key in the environment', table({ ...entry, v2: [{ env: 'V2_KEY' }] })],
    ['two keys', table({ ...entry, v2: [{ value: 'a' }, { env: 'B' }] })],
    ['YAML', `keys:\n  - name: bot\n    v1: ${V1}\n    v2: [{ env: V2_KEY }]\n    created: 2025-01-01\n`],
  ])('may hold %s', (_name, text) => {
    expect(parseKeyTable('keys.yaml', text).ok).toBe(true);
  });

  it.each([
    ['syntax', 'keys: [canary'],
    ['syntax', 'keys:\n  - *canary\n'],
    ['duplicate-key', `keys: []\nkeys: canary`],
    ['wrong-value', ''],
    ['wrong-value', 'canary'],
    ['wrong-value', 'keys: canary'],
    ['wrong-value', table({ ...entry, name: 'canary '.repeat(20) })],
    ['wrong-value', table({ ...entry, v1: 'canary' })],
    ['wrong-value', table({ ...entry, v2: [] })],
    ['wrong-value', table({ ...entry, v2: 'canary' })],
    ['wrong-value', table({ ...entry, v2: [{ value: 'canary canary' }] })],
    ['wrong-value', table({ ...entry, v2: [{ canary: 'canary' }] })],
    ['wrong-value', table({ ...entry, v2: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] })],
    ['wrong-value', table({ ...entry, created: 'canary' })],
    ['unknown-key', table({ ...entry, canary: 'canary' })],
    ['entry-twice', table(entry, { ...entry, v1: digestKey('canary').toString('hex') })],
    ['entry-twice', table(entry, { ...entry, name: 'canary' })],
  ])('is refused as %s, without its content in the message: %s', (code, text) => {
    const parsed = parseKeyTable('keys.yaml', text);
    const faults = parsed.ok ? [] : parsed.failure;
    const shownText = faults.map((fault) => renderFault(fault, { colour: false })).join('\n');
    expect(faults.map((fault) => fault.code)).toContain(
      code === 'syntax' && text.includes('*') ? 'unknown-alias' : code,
    );
    expect(shownText).toContain('keys.yaml:');
    expect(shownText).not.toMatch(/canary/);
  });

  it('suggests the key that was probably meant', () => {
    const parsed = parseKeyTable('keys.yaml', table({ ...entry, createdd: '2025-01-01' }));
    expect(parsed).toMatchObject({ failure: [{ code: 'unknown-key', hint: 'did you mean "created"?' }] });
  });

  describe('in a file', () => {
    const folder = temporaryFolder();
    const file = () => folder.path('keys.yaml');

    it('is read back as it was written, and readable by its owner only', async () => {
      const written = edited(addKey(emptyKeyTable, NEW));
      await writeKeyFile(file(), written);
      expect(statSync(file()).mode & 0o777).toBe(0o600);
      expect(await loadKeyTable(file())).toMatchObject({ ok: true, value: { table: written } });
      expect(readFileSync(file(), 'utf8')).not.toContain('old-key');
    });

    it('is replaced as a whole, with no other file left beside it', async () => {
      writeFileSync(file(), 'before', { mode: 0o644 });
      await writeKeyFile(file(), emptyKeyTable);
      expect(statSync(file()).mode & 0o777).toBe(0o600);
      await expect(writeKeyFile(folder.path('missing/keys.yaml'), emptyKeyTable)).rejects.toThrow('ENOENT');
      expect(readdirSync(dirname(file()))).toEqual(['keys.yaml']);
    });

    it('stays at the target of a link', async () => {
      writeFileSync(folder.path('real.yaml'), '');
      symlinkSync(folder.path('real.yaml'), file());
      await writeKeyFile(file(), emptyKeyTable);
      expect(lstatSync(file()).isSymbolicLink()).toBe(true);
      expect(readFileSync(folder.path('real.yaml'), 'utf8')).toContain('keys: []');
    });

    it.each([0o640, 0o604, 0o620, 0o666])(
      'is refused with mode %o, with the command that repairs it',
      async (mode) => {
        writeFileSync(file(), table(entry));
        chmodSync(file(), mode);
        expect(await loadKeyTable(file())).toMatchObject({
          failure: [{ code: 'key-table-exposed', hint: `run: chmod 600 ${file()}` }],
        });
      },
    );

    it('is accepted without a mode on systems without modes', async () => {
      writeFileSync(file(), table(entry));
      chmodSync(file(), 0o666);
      expect(await loadKeyTable(file(), platformOf('win32'))).toMatchObject({ ok: true });
    });

    it('is missing if there is no such file, and unreadable if it is a folder', async () => {
      expect(await loadKeyTable(file())).toMatchObject({ failure: [{ code: 'key-table-missing' }] });
      chmodSync(dirname(file()), 0o700);
      expect(await loadKeyTable(dirname(file()))).toMatchObject({
        failure: [{ code: 'key-table-unreadable' }],
      });
    });

    it('returns the keys of the table and the environment for a v1 key', async () => {
      const firstKeyTable = edited(addKey(emptyKeyTable, { ...NEW, v2: { value: 'v2-a' } }));
      await writeKeyFile(file(), edited(addSuccessor(firstKeyTable, 'bot', { env: 'V2_KEY' }, '2025-02-01')));
      const table = await loadExchanges(file(), { V2_KEY: 'v2-b' });
      const caller = table.ok ? exchangeKeys(table.value).identify('Bearer old-key') : undefined;
      expect(caller?.authorizations()).toEqual(['Bearer v2-a', 'Bearer v2-b']);
    });

    it.each([{}, { V2_KEY: '' }, { V2_KEY: 'a b' }])(
      'is refused if a variable holds no key: %j',
      async (environment) => {
        await writeKeyFile(file(), edited(addKey(emptyKeyTable, NEW)));
        expect(await loadExchanges(file(), environment)).toMatchObject({
          failure: [{ code: 'no-such-key', message: expect.stringContaining('V2_KEY') as string, line: 6 }],
        });
      },
    );
  });

  describe('when it is edited', () => {
    const keyTable = edited(addKey(emptyKeyTable, NEW));

    it.each([
      [{ ...NEW, v1Key: 'other' }, 'there is an entry named bot already'],
      [{ ...NEW, name: 'other' }, 'this v1 key stands in the table already, as bot'],
      [{ ...NEW, name: 'a b' }, 'the name (up to 64 letters, digits and any of . _ - @) is not valid'],
      [{ ...NEW, name: 'x', v1Key: '' }, 'the v1 key is empty or holds spaces or other odd characters'],
      [{ ...NEW, name: 'x', v1Key: 'y', v2: { value: '' } }, 'the v2 key is not valid'],
      [{ ...NEW, name: 'x', v1Key: 'y', created: 'today' }, 'the date is not valid'],
    ])('refuses %j', (added, reason) => {
      expect(addKey(keyTable, added)).toEqual({ ok: false, failure: reason });
    });

    it.each([
      ['2025-04-01T23:59:59Z', { ageDays: 90 }],
      ['2025-04-02T00:00:00Z', { ageDays: 91, warning: 'older than 90 days: rotate it' }],
    ])('is listed at %s with %j', (now, expected) => {
      const entry = { name: 'bot', v2: ['env V2_KEY'], created: '2025-01-01' };
      expect(listKeys(keyTable, Date.parse(now))).toEqual([{ ...entry, ...expected }]);
    });
  });
});
