import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { shellQuote } from '../../src/cli/shellQuote';

describe('shellQuote', () => {
  it('is read back by a shell as it was, whatever it holds', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0'));
    const samples = fc.sample(text, 500).concat("it's", '$HOME `id` $(id) "a" \\ !1 *', '', '\n', "'");
    const words = samples.map(shellQuote).join(' ');
    const script = `for word in ${words}; do printf '%s\\0' "$word"; done`;
    const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
    expect(printed).toEqual(samples);
  });
});
