import { cpSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { check } from '../../../src/cli/mappings/check.js';
import { printFixture } from '../../../src/cli/mappings/printDocument.js';
import { ranText, recordingTerminal } from '../../support/recordingTerminal.ts';
import { shipped, shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

const run = (operation: string, json = false) =>
  ranText((terminal) => printFixture({ operation, json }, { terminal }));

describe('lifeboat fixture new', () => {
  it('prints files that pass the check, one for each operation', async () => {
    cpSync(shippedFolder, folder.path('.'), {
      recursive: true,
      filter: (path) => !path.endsWith('.yaml') || !path.includes('fixtures'),
    });
    for (const { name } of shipped().operations) {
      const { code, out, err } = await run(name);
      expect([code, err]).toEqual([0, '']);
      writeFileSync(folder.path(`fixtures/${name}.yaml`), out);
    }
    const terminal = recordingTerminal();
    expect(
      await check(
        { mappings: folder.path('.'), format: 'text', laws: 1, seed: 1, mutants: false },
        { terminal },
      ),
    ).toBe(0);
    const [, expected, played] = /(\d+) of (\d+) fixtures as expected$/.exec(terminal.out.join('\n')) ?? [];
    expect(expected).toBe(played);
    expect(Number(played)).toBeGreaterThan(30);
  });

  it('says that the reader must check it', async () => {
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

  it('prints the same cases as JSON with --json', async () => {
    const yaml = await run('getCurrencyOffer');
    const { code, out: text } = await run('getCurrencyOffer', true);
    expect([code, JSON.parse(text)]).toEqual([0, parse(yaml.out)]);
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
