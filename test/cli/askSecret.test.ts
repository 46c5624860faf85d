import { existsSync, readFileSync } from 'node:fs';
import { runHere } from '../support/runHere.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();

/** Runs a command with typed keys as its input: of a terminal, or of a pipe. */
async function type(words: readonly string[], typed: string, isTerminal: boolean) {
  const { code, stderr } = await runHere(words, { cwd: folder.path('.'), typed, isTerminal });
  return { code, stderr };
}

const KEYS = ['keys', 'add', 'shop', '--file', 'keys.yaml'];
const ONE_KEY = [...KEYS, '--v2-env', 'SHOP_KEY'];
const DIFF = ['diff', 'run', '--v1', 'http://127.0.0.1:9', '--v2', 'http://127.0.0.1:9'];

describe('a secret that a command asks for', () => {
  it('is typed at a terminal without an echo', async () => {
    const { code, stderr } = await type(ONE_KEY, 'secret-v1\r', true);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'v1 key: \n' });
    expect(readFileSync(folder.path('keys.yaml'), 'utf8')).toContain('shop');
  });

  it.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-C in a line', 'sec\x03'],
    ['Ctrl-D', '\x04'],
    ['the end of the terminal', ''],
  ])('ends the command with 130 at %s', async (_name, keys) => {
    expect(await type(KEYS, keys, true)).toEqual({ code: 130, stderr: 'v1 key: \n' });
    expect(existsSync(folder.path('keys.yaml'))).toBe(false);
    expect(await type(DIFF, keys, true)).toEqual({ code: 130, stderr: 'API key: \n' });
  });

  it('ends the command with 130 even at the second question', async () => {
    expect(await type(KEYS, 'secret-v1\r', true)).toEqual({ code: 130, stderr: 'v1 key: \nv2 key: \n' });
    expect(existsSync(folder.path('keys.yaml'))).toBe(false);
  });

  it.each([
    ['an empty line', '\r', true],
    ['nothing in a pipe', '', false],
  ])('is never empty: %s', async (_name, keys, isTerminal) => {
    expect((await type(ONE_KEY, keys, isTerminal)).code).toBe(1);
    expect(existsSync(folder.path('keys.yaml'))).toBe(false);
    expect((await type(DIFF, keys, isTerminal)).code).toBe(3);
  });
});
