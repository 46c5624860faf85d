import { execFileSync, spawnSync } from 'node:child_process';
import { fc } from '../../support/fastCheck.ts';
import { quoteForShell, splitShellWords } from '../../../src/cli/explain/shellWords.js';
import { itWith } from '../../support/systemPrograms.ts';

const env = { ...process.env, LC_ALL: 'C.UTF-8' };

/** Splits command lines by bash itself. */
function splitByBash(commands: readonly string[]): readonly (readonly string[])[] {
  // In a list a line break stands between words, as in a pasted command.
  const lists = commands.map(
    (command) => `words=(${command}\n); printf '%s\\0' "\${#words[@]}" "\${words[@]}"\n`,
  );
  const input = lists.join('');
  const printed = execFileSync('bash', { input, env, encoding: 'utf8' }).split('\0');
  const words: string[][] = [];
  for (let at = 0; at < printed.length - 1; at += 1 + Number(printed[at])) {
    words.push(printed.slice(at + 1, at + 1 + Number(printed[at])));
  }
  return words;
}

const vectors: readonly (readonly [string, readonly string[]])[] = [
  ['', []],
  ['a b\tc\nd', ['a', 'b', 'c', 'd']],
  ['a\u00a0b\vc\fd', ['a\u00a0b\vc\fd']],
  ['ab\\\ncd', ['abcd']],
  ['a \\\n b', ['a', 'b']],
  ['"ab\\\ncd"', ['abcd']],
  [`'ab\\\ncd'`, ['ab\\\ncd']],
  ['a\\ b', ['a b']],
  ['\\😀 é😀', ['😀', 'é😀']],
  [`'' "" $''`, ['', '', '']],
  [`a'b'"c"$'d'$"e"`, ['abcde']],
  ['"\\$ \\` \\" \\\\ \\n \\a"', ['$ ` " \\ \\n \\a']],
  [`$"a b"`, ['a b']],
  [`$\\\n'a\\tb'`, ['a\tb']],
  [`$'\\a\\b\\e\\E\\f\\n\\r\\t\\v'`, ['\x07\b\x1b\x1b\f\n\r\t\v']],
  [`$'\\\\\\'\\"\\?'`, [`\\'"?`]],
  [`$'\\1011\\60\\7'`, ['A10\x07']],
  [`$'\\x41\\x7e1\\xA'`, ['A~1\n']],
  [`$'\\303\\251\\xc3\\xa9'`, ['éé']],
  [`$'\\xe2\\x82'$'\\xac'`, ['€']],
  [`$'\\u41\\u00e91\\u20AC\\U1f600\\U0001F600'`, ['Aé1€😀😀']],
  [`$'\\cA\\c[\\c?\\c\\\\'`, ['\x01\x1b\x7f\x1c']],
  [`$'\\q\\z\\u\\U\\xg\\c'`, ['\\q\\z\\u\\U\\xg\\c']],
  [`$'a\\0b'c`, ['ac']],
  [`"$'a'"`, [`$'a'`]],
];

describe('splitShellWords', () => {
  it.each(vectors)('reads %j', (command, words) => {
    expect(splitShellWords(command)).toEqual({ ok: true, value: words });
  });

  it('accepts the line ends of Windows', () => {
    expect(splitShellWords('a \\\r\n"b\\\r\nc"\r\nd')).toEqual({ ok: true, value: ['a', 'bc', 'd'] });
  });

  it.each([
    [`a'`, 'a quotation mark is not closed'],
    [`a 'b`, 'a quotation mark is not closed'],
    ['a "b\\"', 'a quotation mark is not closed'],
    [`$'a\\'`, 'a quotation mark is not closed'],
    ['a b\\', 'nothing follows the backslash at the end'],
  ])('refuses %j', (command, failure) => {
    expect(splitShellWords(command)).toEqual({ ok: false, failure });
  });

  itWith('bash')('reads as bash does', () => {
    const texts = ['a', '1', 'é', '😀', ' ', '\t', '\n', '\\', '\\\n', "'", '"', "$'", '$"'];
    const escapes = [
      '\\n',
      '\\e',
      '\\q',
      '\\x4',
      '\\xe9',
      '\\303',
      '\\u00e',
      '\\U1f60',
      '\\cA',
      '\\c?',
      '\\c\\\\',
    ];
    const line = fc.array(fc.constantFrom(...texts, ...escapes), { maxLength: 12 });
    const lines = fc.sample(line, 2_000).map((some) => some.join(''));
    const all = [...vectors.map(([command]) => command), ...lines];
    const commands = all.filter((command) => splitShellWords(command).ok);
    const read = commands.map((command) => splitShellWords(command));
    const words = splitByBash(commands);
    expect(read).toEqual(words.map((value) => ({ ok: true, value })));
  });

  itWith('bash')('refuses a mark that is not closed as bash does', () => {
    for (const command of [`'b`, '"b\\"', `$'a\\'`]) {
      expect(spawnSync('bash', ['-n', '-c', `words ${command}`], { env }).status).not.toBe(0);
    }
  });
});

describe('quoteForShell', () => {
  it('makes one word from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(splitShellWords(quoteForShell(text))).toEqual({ ok: true, value: [text] });
      }),
    );
  });
});
