import { exitCodeOf } from '../../../src/cli/command.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suggestLines } from '../../../src/cli/mappings/learnFromPairs.js';
import { readDocument } from '../../../src/mapping/yaml/yamlDocument.js';
import { type BodyPair, examplesOf } from '../../../src/proof/learn/answerExamples.js';
import { renderLine } from '../../../src/proof/learn/learnLines.js';
import { suggestChanges } from '../../../src/proof/learn/suggestChanges.js';
import { compileFile } from '../../../src/mapping/compile/loadMappings.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { ticketApi } from '../../mapping/support/ticketApi.ts';
import { openSandbox } from '../../sandbox/support/openSandbox.ts';
import { recordingTerminal } from '../../support/recordingTerminal.ts';
import { shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { sandboxPairs } from './support/sandboxPairs.ts';

const SHIPPED = readFileSync(join(shippedFolder, 'currency-offer.yaml'), 'utf8');

/** The shipped mapping with one line changed, compiled. */
function mappingWith(line: string, changed: string) {
  expect(SHIPPED).toContain(line);
  const compiled = compileFile(readDocument('currency-offer.yaml', SHIPPED.replace(line, changed)));
  if (!('document' in compiled) || compiled.resource === undefined) throw new Error('not compiled');
  return compiled.resource;
}

it('suggests nothing for what a further read of v2 shows: a pair has the first one alone', () => {
  const resource = ticketApi().resources.find(({ name }) => name === 'incident');
  const examples = Array.from({ length: 30 }, (_, id) => ({
    v1: { subject: `no ${id}`, project: 'North', owner: { name: 'Ada', mail: `${id}@x.example` } },
    v2: { id, title: `about ${id}`, owner_id: id, reporter_id: id },
  }));
  const suggestions = resource && suggestChanges(resource, examples);
  expect(suggestions?.map(({ attribute }) => attribute)).toEqual(['subject']);
});

describe('suggesting other mapping lines', () => {
  let sandbox: Sandbox;
  let pairs: readonly BodyPair[];
  const folder = temporaryFolder();
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 200 });
    pairs = await sandboxPairs(sandbox, 'currency-offers', 'currency-offers', 2);
  });
  afterAll(() => sandbox.close());

  const suggested = (line: string, changed: string) =>
    suggestChanges(mappingWith(line, changed), examplesOf(pairs, 'currencyOffers')).map((suggestion) => ({
      attribute: suggestion.attribute,
      place: suggestion.place,
      line: suggestion.line && renderLine(suggestion.line),
    }));

  it('suggests nothing for the shipped mapping', () => {
    expect(suggested('status: status', 'status: status')).toEqual([]);
  });

  it('repairs every broken line that the pairs give evidence for, and names its place', () => {
    const right = 'price: { from: price_eur, codec: money(6) }';
    const broken = [
      [right, 'price: { from: currency_unit.multiplier }', right],
      ['  stock: stock', '  stock: min_quantity', 'stock: stock'],
      ['  status: status', '  status: { from: status, codec: capitalized }', 'status: status'],
      ['  game_slug: game.slug', '  game_slug: game.name', 'game_slug: game.slug'],
    ] as const;
    for (const [line, changed, wanted] of broken) {
      const number = SHIPPED.slice(0, SHIPPED.indexOf(line) + 3).split('\n').length;
      const attribute = wanted.slice(0, wanted.indexOf(':'));
      expect(suggested(line, changed)).toEqual([
        { attribute, place: `currency-offer.yaml:${number}`, line: wanted },
      ]);
    }
  });

  it('finds the new name of a field that v2 has renamed', () => {
    const moved = JSON.parse(JSON.stringify(pairs).replaceAll('"price_eur"', '"price_euro"')) as BodyPair[];
    const [firstSuggestion, ...otherSuggestions] = suggestChanges(
      mappingWith('status: status', 'status: status'),
      examplesOf(moved, 'currencyOffers'),
    );
    expect(otherSuggestions).toEqual([]);
    expect(firstSuggestion).toMatchObject({ attribute: 'price', things: 67, differing: 67 });
    expect(firstSuggestion?.line && renderLine(firstSuggestion.line)).toBe(
      'price: { from: price_euro, codec: money(6) }',
    );
  });

  it('is printed by lifeboat diff --suggest, with the relation if one explains all differences', async () => {
    const file = folder.path('pairs.ndjson');
    const run = () => {
      const terminal = recordingTerminal();
      return { code: suggestLines({ suggest: file }, terminal), out: terminal.out };
    };
    writeFileSync(file, pairs.map((pair) => JSON.stringify(pair)).join('\n'));
    expect(run()).toEqual({ code: 0, out: ['the mappings make what v1 showed, in all pairs'] });
    const shouting = JSON.stringify(pairs.map(({ v2 }) => v2)).replace(
      /"status":"(\w)/g,
      (_, letter: string) => `"status":"${letter.toUpperCase()}`,
    );
    const v2 = JSON.parse(shouting) as BodyPair['v2'][];
    writeFileSync(file, pairs.map(({ v1 }, at) => JSON.stringify({ v1, v2: v2[at] })).join('\n'));
    expect(run()).toEqual({
      code: 1,
      out: [
        expect.stringMatching(/^currency-offer\.yaml:\d+: status differs in 67 of 67$/),
        '  v2 makes it the same but for upper and lower case: 67 of 67',
        expect.stringMatching(/^ {2}\+ status: \{ from: status, codec: \{ words: /),
        '  would have differed in 0 of 67',
      ],
    });
    const terminal = recordingTerminal();
    expect(suggestLines({ suggest: file, format: 'json' }, terminal)).toBe(1);
    expect(JSON.parse(terminal.out.join('\n'))).toMatchObject({
      suggestions: [{ attribute: 'status' }],
      agreed: [],
    });
    const nowhere = recordingTerminal();
    const work = () => suggestLines({ suggest: folder.path('nowhere') }, nowhere);
    expect(await exitCodeOf(work, nowhere)).toBe(3);
  });

  it('leaves agreed differences out, and reports it', async () => {
    const accounts = await sandboxPairs(sandbox, 'accounts?with_data=1', 'account-offers', 2);
    const file = folder.path('pairs.ndjson');
    writeFileSync(file, accounts.map((pair) => `${JSON.stringify(pair)}\n`).join(''));
    const rules = folder.path('rules.yaml');
    writeFileSync(rules, 'ignore: []\n');
    const run = (changes: { readonly rules?: string }) => {
      const terminal = recordingTerminal();
      return { code: suggestLines({ suggest: file, ...changes }, terminal), out: terminal.out.join('\n') };
    };
    const { code, out } = run({});
    expect(out).toMatch(/^differ and are agreed: .*sold_at/m);
    expect(out).not.toMatch(/ differs in /);
    expect(code).toBe(0);
    expect(run({ rules })).toMatchObject({
      code: 1,
      out: expect.stringContaining('sold_at differs in') as string,
    });
  });
});
