import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, type CheckOptions } from '../../../src/cli/mappings/check.js';
import { ranText } from '../../support/recordingTerminal.ts';
import { shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();
/** Item offers are never written, so no round trip notices a change of the price. */
const ITEM_OFFER = 'item-offer.yaml';

beforeEach(() => cpSync(shippedFolder, folder.path('.'), { recursive: true }));

/** Replaces a text in one of the copied files; returns the number of its line. */
function replace(file: string, from: string, to: string): number {
  const text = readFileSync(folder.path(file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  writeFileSync(
    folder.path(file),
    text.replace(from, () => to),
  );
  return text.slice(0, text.indexOf(from)).split('\n').length;
}

/** Removes the mappings and fixtures of all other resources. */
function leaveAlone(file: string): void {
  for (const inside of ['.', 'fixtures']) {
    const otherTexts = readdirSync(folder.path(inside)).filter(
      (name) => /\.yaml$/.test(name) && name !== file,
    );
    for (const name of otherTexts) rmSync(folder.path(join(inside, name)));
  }
}

/** Runs the check, which tries each law only once unless the test is about laws. */
function run(options: Partial<CheckOptions> = {}) {
  const usual = { mappings: folder.path('.'), format: 'text', laws: 1, seed: 7, mutants: false } as const;
  const words = { ...usual, ...options };
  return ranText((terminal) => check(words, { terminal }));
}

describe('lifeboat check', () => {
  it('accepts the shipped mappings, without warnings of agreed narrowings, and tries the laws as often as asked', async () => {
    const { code, out, err } = await run({ laws: 2 });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^laws: \d+ properties tried 2 times each with seed 7: every law holds$/m);
    expect(out).toMatch(/no faults; (\d+) of \1 fixtures as expected$/);
  });

  it('never says that all is well where a fixture fails', async () => {
    leaveAlone('account.yaml');
    const fixture = folder.path('fixtures/account.yaml');
    const text = readFileSync(fixture, 'utf8');
    writeFileSync(fixture, text.replace(/( gets:\s+status: )\d+/, '$1299'));
    const { code, out } = await run();
    expect(code).toBe(1);
    expect(out).toMatch(/: 1 fixture failed; \d+ of \d+ fixtures as expected$/);
  });

  it('reports an agreement to a narrowing that does not exist as a fault', async () => {
    leaveAlone('account.yaml');
    const line = replace('account.yaml', 'game_items: v1 took anything', 'slug: v1 took anything');
    const { code, err } = await run();
    expect(code).toBe(1);
    expect(err).toContain(`account.yaml:${line}:9: v2 takes of slug whatever v1 takes`);
    expect(err).toContain('warning: createAccount: v2 refuses what v1 takes: game_items that is a list');
  });

  it('warns of values that v2 refuses without an agreement', async () => {
    leaveAlone('currency-offer.yaml');
    const file = folder.path('currency-offer.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/^ {6}narrows:.*\n(?: {8}.*\n)+/gm, ''));
    const { err } = await run();
    expect(err).toMatch(
      /warning: updateCurrencyOffer: v2 refuses what v1 takes: delivery_time\.duration that is 1000000, e\.g\. 1000000\n {2}currency-offer\.yaml:\d+ \| delivery_time: \{/,
    );
    expect(err).toMatch(
      /delivery_instructions that is longer than 2048 characters, e\.g\. "x{59}\.\.\. \(2049 characters\)/,
    );
  });

  it('shows a broken law by the shrunk v2 object and the mapping line', async () => {
    leaveAlone(ITEM_OFFER);
    rmSync(folder.path('fixtures'), { recursive: true });
    const line = replace(ITEM_OFFER, 'codec: money(6)', 'codec: money(5)');
    const { code, out, err } = await run({ laws: 50 });
    expect(code).toBe(1);
    expect(err).toContain(
      `the law "conform" is broken: data.price_eur is rounded by money(5) (${ITEM_OFFER}:${line})`,
    );
    expect(err).toContain('it says: every v2 object that the contract allows becomes a v1 object');
    expect(err).toMatch(/^ {2}v2 object: \{"id":0,/m);
    expect(err).toContain(`  ${ITEM_OFFER}:${line} | price: { from: price_eur, codec: money(5) }`);
    expect(out).toMatch(/^laws: .* \d+ broken$/m);
    expect(out).toMatch(/^mappings \w+: \d+ laws? broken[,;]/m);
  });

  it('tries the laws as a reload does unless told otherwise, and prints a broken one as JSON', async () => {
    leaveAlone(ITEM_OFFER);
    replace(ITEM_OFFER, 'codec: money(6)', 'codec: money(5)');
    const { code, out } = await run({ format: 'json', laws: undefined });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      faults: [],
      laws: {
        runs: 20,
        seed: 7,
        broken: expect.arrayContaining([
          expect.objectContaining({
            law: 'conform',
            resource: 'item-offer',
            place: expect.stringMatching(/^item-offer\.yaml:\d+$/) as string,
            text: '  price: { from: price_eur, codec: money(5) }',
            exhibits: {
              'v1 object': expect.any(Object) as object,
              'v2 object': expect.any(Object) as object,
            },
          }),
        ]) as unknown[],
      },
      narrowings: [],
    });
  });

  it('lists unnoticed mutants with their lines', async () => {
    leaveAlone('currency-offer.yaml');
    const fixtures = 'fixtures/currency-offer.yaml';
    const text = readFileSync(folder.path(fixtures), 'utf8');
    const [textBefore = '', textAfter = ''] = text.split(
      '  - name: rounds a price with more decimals than v1 has',
    );
    writeFileSync(folder.path(fixtures), textBefore + textAfter.slice(textAfter.indexOf('  - name:')));
    const { code, out, err } = await run({ mutants: true });
    expect(code).toBe(1);
    expect(err).toMatch(
      /currency-offer\.yaml:\d+: no check and no fixture notices: codec money\(7\) instead of money\(6\)\n {2}\d+ \| {3}price: \{/,
    );
    expect(out).toMatch(
      /^mutants: \d+ made, \d+ refused by the checks, \d+ noticed by fixtures, \d+ unnoticed: score 99\.\d %$/m,
    );
  });

  it('does not try mutants while a fixture fails', async () => {
    leaveAlone(ITEM_OFFER);
    replace(ITEM_OFFER, 'codec: money(6)', 'codec: money(5)');
    const { code, err } = await run({ mutants: true });
    expect(code).toBe(1);
    expect(err).toContain('mutants: not tried while checks or fixtures fail');
  });
});
