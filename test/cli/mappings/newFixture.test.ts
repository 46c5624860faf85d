import { cpSync, readFileSync, rmSync } from 'node:fs';
import { parse } from 'yaml';
import { check } from '../../../src/cli/mappings/check';
import { fixture } from '../../../src/cli/mappings/newFixture';
import { recordingTerminal } from '../../support/recordingTerminal';
import { shipped, shippedFolder } from '../../support/shipped';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();

async function run(operation: string, options: { out?: string; force?: boolean; json?: boolean } = {}) {
  const terminal = recordingTerminal();
  const code = await fixture({ operation, force: false, ...options }, terminal);
  return { code, out: terminal.out.join('\n'), err: terminal.err.join('\n') };
}

describe('lifeboat fixture new', () => {
  it('writes files that pass the check, one for each operation', async () => {
    cpSync(shippedFolder, folder.path('.'), { recursive: true });
    rmSync(folder.path('fixtures'), { recursive: true });
    cpSync(shippedFolder, folder.path('.'), {
      recursive: true,
      filter: (path) => !path.endsWith('.yaml') || !path.includes('fixtures'),
    });
    for (const { name } of shipped().operations) {
      const out = folder.path(`fixtures/${name}.yaml`);
      expect(await run(name, { out })).toEqual({
        code: 0,
        out: `wrote ${out}: check what stands under \`gets\` and \`sends\``,
        err: '',
      });
    }
    const terminal = recordingTerminal();
    expect(await check({ folder: folder.path('.'), format: 'text' }, terminal)).toBe(0);
    const [, expected, played] = /(\d+) of (\d+) fixtures as expected$/.exec(terminal.out.join('\n')) ?? [];
    expect(expected).toBe(played);
    expect(Number(played)).toBeGreaterThan(30);
  });

  it('prints without --out, and says that the reader must check it', async () => {
    const { code, out } = await run('getCurrencyOffer');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^# Made by `lifeboat fixture new getCurrencyOffer` .*\n# .*Check that against the contracts with your\n# own eyes/,
    );
    expect(out).toContain('resource: currency-offer\nbases:\n  v2 answer:\n');
    expect(out).toContain('\ncases:\n  - name: carries every value over, 1 of ');
    expect(out).toMatch(/data: \{ \$base: v2 answer, /);
    expect(out).toContain('request: { path: /v1/currency-offers/4711 }');
  });

  it('prints the same cases as JSON with --json, and the name of a written file', async () => {
    const yaml = await run('getCurrencyOffer');
    const { code, out: text } = await run('getCurrencyOffer', { json: true });
    expect([code, JSON.parse(text)]).toEqual([0, parse(yaml.out)]);
    const out = folder.path('named.yaml');
    expect(JSON.parse((await run('getCurrencyOffer', { out, json: true })).out)).toEqual({ file: out });
    expect(readFileSync(out, 'utf8').trimEnd()).toBe(yaml.out);
  });

  it('keeps an existing file unless forced', async () => {
    const out = folder.path('mine.yaml');
    expect((await run('getAccount', { out })).code).toBe(0);
    const textBefore = readFileSync(out, 'utf8');
    expect(await run('getCurrencyOffer', { out })).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already') as string,
    });
    expect(readFileSync(out, 'utf8')).toBe(textBefore);
    expect((await run('getCurrencyOffer', { out, force: true })).code).toBe(0);
    expect(readFileSync(out, 'utf8')).not.toBe(textBefore);
  });

  it('suggests an operation when the named one does not exist', async () => {
    expect(await run('getAcount')).toEqual({
      code: 1,
      out: '',
      err: 'there is no operation getAcount: did you mean "getAccount"?',
    });
    expect((await run('zzz')).err).toContain('there are ');
  });
});
