import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { addKeyEntry, printKeys, removeKeyEntry } from '../../../src/cli/setup/editKeys.js';
import { ran } from '../../support/recordingTerminal.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const V1 = 'canary-v1-key';
const V2 = 'canary-v2-key';
const NEXT = 'canary-v2-key-next';

const folder = temporaryFolder();
const options = () => ({ file: folder.path('keys.yaml') });
const text = () => readFileSync(folder.path('keys.yaml'), 'utf8');

/** Answers questions in order, and notes them. */
function answering(...answers: string[]) {
  const askedTexts: string[] = [];
  const ask = (what: string) => {
    askedTexts.push(what);
    return Promise.resolve(answers.shift() ?? '');
  };
  return { asked: askedTexts, ask };
}

async function add(
  name: string,
  answers: string[],
  remainingEntry: { v2Env?: string; successor?: boolean } = {},
) {
  const { asked: askedTexts, ask } = answering(...answers);
  const { code, out, err } = await ran((terminal) =>
    addKeyEntry(
      { name, ...options(), successor: false, ...remainingEntry },
      { environment: {}, terminal },
      ask,
    ),
  );
  return { code, asked: askedTexts, output: [...out, ...err].join('\n') };
}

const list = (words = {}) =>
  ran((terminal) => printKeys({ ...options(), ...words }, { environment: {}, terminal }));
const remove = (name: string) =>
  ran((terminal) => removeKeyEntry({ name, ...options() }, { environment: {}, terminal }));

describe('lifeboat keys add', () => {
  it('asks for both keys, shows neither, and keeps only the SHA-256 of the v1 key', async () => {
    const { code, asked: askedTexts, output } = await add('shop', [V1, V2]);
    expect(code).toBe(0);
    expect(askedTexts).toEqual(['v1 key', 'v2 key']);
    expect(text()).toContain(createHash('sha256').update(V1).digest('hex'));
    expect(text()).not.toContain(V1);
    expect(statSync(folder.path('keys.yaml')).mode & 0o777).toBe(0o600);
    expect(output).not.toContain('canary');
  });

  it('takes the name of a variable instead of the v2 key', async () => {
    const { code, asked: askedTexts } = await add('shop', [V1], { v2Env: 'LIFEBOAT_KEY_SHOP' });
    expect(code).toBe(0);
    expect(askedTexts).toEqual(['v1 key']);
    expect(text()).toContain('env: LIFEBOAT_KEY_SHOP');
  });

  it('refuses a variable that the next start would treat as a misspelled setting', async () => {
    const { code, output } = await add('shop', [V1], { v2Env: 'LIFEBOAT_SHOP' });
    expect(code).toBe(2);
    expect(output).toContain('LIFEBOAT_KEY_');
    expect(existsSync(folder.path('keys.yaml'))).toBe(false);
  });

  it('adds a successor for a rotation, asking for the v2 key only', async () => {
    await add('shop', [V1, V2]);
    const { code, asked: askedTexts } = await add('shop', [NEXT], { successor: true });
    expect(code).toBe(0);
    expect(askedTexts).toEqual(['v2 key']);
    expect((await list()).out[1]).toContain('in the table, in the table');
  });

  it('says that a second successor removes the older of the two keys', async () => {
    await add('shop', [V1, V2]);
    expect((await add('shop', [NEXT], { successor: true })).output).not.toContain('warning');
    const { code, output } = await add('shop', ['canary-third'], { successor: true });
    expect(code).toBe(0);
    expect(output).toContain('warning: the older of the two v2 keys of shop is no longer tried');
    expect(text()).not.toContain(V2 + '\n');
    expect(output).not.toContain('canary');
  });

  it.each([
    ['an empty v1 key', ['', V2]],
    ['an empty v2 key', [V1, '']],
    ['a key with a space in it', ['two words canary', V2]],
  ])('refuses %s, and writes nothing', async (_what, answers) => {
    const { code, output } = await add('shop', answers);
    expect(code).toBe(1);
    expect(output).not.toBe('');
    expect(output).not.toContain('canary');
    expect(existsSync(folder.path('keys.yaml'))).toBe(false);
  });

  it('refuses a taken name, and leaves the table unchanged', async () => {
    await add('shop', [V1, V2]);
    const textBefore = text();
    expect(await add('shop', ['other', V2])).toMatchObject({ code: 1 });
    expect(text()).toBe(textBefore);
  });
});

describe('lifeboat keys list', () => {
  it('shows names, sources and ages of the v2 keys, and no key', async () => {
    await add('shop', [V1, V2]);
    await add('depot', ['other-canary'], { v2Env: 'DEPOT_KEY' });
    const { code, out, err } = await list();
    expect(code).toBe(0);
    expect(out[0]).toMatch(/^name +v2 +created +age days$/);
    expect(out[1]).toMatch(/^shop +in the table +\d{4}-\d\d-\d\d +[01]$/);
    expect(out[2]).toMatch(/^depot +env DEPOT_KEY +\d{4}-\d\d-\d\d +[01]$/);
    expect(err).toEqual([]);
    expect(out.join('\n')).not.toContain('canary');
  });

  it('warns of keys that are older than 90 days', async () => {
    await add('shop', [V1, V2]);
    writeFileSync(folder.path('keys.yaml'), text().replace(/created: .*/, 'created: 2020-01-01'));
    const { code, err } = await list();
    expect(code).toBe(0);
    expect(err).toEqual([expect.stringContaining('warning: shop is older than 90 days')]);
  });

  it('names the position of a fault in the table without its text', async () => {
    await add('shop', [V1, V2]);
    writeFileSync(folder.path('keys.yaml'), text().replace('value:', 'valeu:'));
    const { code, err } = await list();
    expect(code).toBe(1);
    expect(err.join('\n')).toContain('keys.yaml:');
    expect(err.join('\n')).not.toContain('canary');
  });

  it('says how to name a table if there is none', async () => {
    const config = folder.path('lifeboat.yaml');
    writeFileSync(config, '');
    const unnamed = await list({ config, file: undefined });
    expect([unnamed.code, unnamed.err.join('\n')]).toEqual([
      1,
      expect.stringContaining('LIFEBOAT_KEYS_EXCHANGE'),
    ]);
    const { code, err } = await list({ file: folder.path('nowhere.yaml') });
    expect(code).toBe(1);
    expect(err.join('\n')).toMatch(/nowhere\.yaml: there is no such file\n.*lifeboat keys add/);
  });
});

describe('lifeboat keys remove', () => {
  it('removes the entry', async () => {
    await add('shop', [V1, V2]);
    expect((await remove('shop')).code).toBe(0);
    expect((await list()).out).toHaveLength(1);
  });

  it('fails if the entry does not exist', async () => {
    const { code, err } = await remove('shop');
    expect(code).toBe(1);
    expect(err.join('\n')).toContain('there is no entry named shop');
  });
});
