import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printLearnedLines, type LearnOptions } from '../../../src/cli/mappings/learnFromPairs.js';
import { readDocument } from '../../../src/mapping/yaml/yamlDocument.js';
import { examplesOf } from '../../../src/proof/learn/answerExamples.js';
import {
  type LearnedLines,
  learnLines,
  renderLearned,
  renderLine,
} from '../../../src/proof/learn/learnLines.js';
import { compileFile } from '../../../src/mapping/compile/loadMappings.js';
import type { LedgerAttribute } from '../../../src/mapping/compile/ledger.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../../sandbox/support/openSandbox.ts';
import { ran, recordingTerminal } from '../../support/recordingTerminal.ts';
import { shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { sandboxPairs } from './support/sandboxPairs.ts';

/** Reduces `attributes` of a shipped mapping file to the lines without a source, which cannot be learnt. */
function withLearned(file: string, learned: LearnedLines): { shipped: string; relearned: string } {
  const shipped = readFileSync(join(shippedFolder, file), 'utf8');
  const [head = '', tail = ''] = shipped.split(/^attributes:.*\n/m) as readonly (string | undefined)[];
  const end = tail.search(/^\S/m);
  const constants = Array.from(
    tail.slice(0, end).matchAll(/^ {2}\w+:\s*\{ default:.*\}$/gm),
    ([line]) => line,
  );
  const lines = learned.lines.map((line) => `  ${renderLine(line)}`);
  return {
    shipped,
    relearned: [`${head}attributes:`, ...lines, ...constants, tail.slice(end)].join('\n'),
  };
}

function ledgerOf(text: string): readonly LedgerAttribute[] {
  const compiled = compileFile(readDocument('account.yaml', text));
  return 'document' in compiled ? (compiled.resource?.ledger.attributes ?? []) : [];
}

const said = ({ attribute, source, codec }: LedgerAttribute): string =>
  `${attribute} <- ${source ?? 'nothing'} by ${codec ?? 'nothing'}`;

/** Returns the share of learnt lines that are shipped too, and the share of shipped lines with a source that were learnt. */
function scoreOf(file: string, learned: LearnedLines) {
  const { shipped, relearned } = withLearned(file, learned);
  const wanted = ledgerOf(shipped)
    .filter(({ source }) => source !== undefined)
    .map(said);
  const foundTexts = ledgerOf(relearned)
    .filter(({ source }) => source !== undefined)
    .map(said);
  const right = foundTexts.filter((line) => wanted.includes(line)).length;
  const all = ledgerOf(shipped).length;
  return {
    found: foundTexts.length,
    precision: right / foundTexts.length,
    recall: right / wanted.length,
    ofAll: right / all,
  };
}

const thing = (at: number) => ({
  v1: { data: { id: String(at), type: 'things', attributes: { word: `w${at}`, flag: false, half: at % 2 } } },
  v2: { data: { id: at, name: `w${at}`, also: `w${at}`, off: false, odd: at % 2 } },
});

/** Runs `lifeboat learn`; returns the exit code, and the lines of both outputs. */
async function learnt(words: LearnOptions) {
  const { code, out, err } = await ran((terminal) => printLearnedLines(words, { terminal }));
  return [code, out, err] as const;
}

describe('learning a mapping', () => {
  let sandbox: Sandbox;
  const folder = temporaryFolder();
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 200 });
  });
  afterAll(() => sandbox.close());

  it('finds the shipped lines of accounts, all that v2 has a source for, and no wrong line', async () => {
    const learned = learnLines(
      examplesOf(await sandboxPairs(sandbox, 'accounts?with_data=1', 'account-offers', 4)),
    );
    expect(learned.dates).toBe('unix');
    expect(scoreOf('account.yaml', learned)).toEqual({ found: 17, precision: 1, recall: 1, ofAll: 17 / 22 });
    expect(learned.open.map(({ attribute }) => attribute)).toEqual([
      ...['trend_score', 'is_featured', 'is_rare', 'is_discounted', 'sold_at'],
    ]);
  });

  it('finds all shipped lines of currency offers', async () => {
    const learned = learnLines(
      examplesOf(await sandboxPairs(sandbox, 'currency-offers', 'currency-offers', 2)),
    );
    expect(learned.dates).toBe('iso');
    expect(scoreOf('currency-offer.yaml', learned)).toEqual({ found: 21, precision: 1, recall: 1, ofAll: 1 });
  });

  it('finds the shipped lines of item offers, even a date that a third of them lacks', async () => {
    const all = examplesOf(await sandboxPairs(sandbox, 'item-offers', 'item-offers', 1));
    const dated = all.filter(({ v1 }) => v1['listed_at'] !== null).slice(0, 15);
    const examples = [...dated, ...all.filter(({ v1 }) => v1['listed_at'] === null).slice(0, 10)];
    expect([dated.length, examples.length]).toEqual([15, 25]);
    const learned = learnLines(examples);
    expect(scoreOf('item-offer.yaml', learned)).toMatchObject({ precision: 1, recall: 1, ofAll: 1 });
    expect(learned.lines.map(renderLine)).toContain(
      'listed_at: { from: listed_at, codec: date, onNull: pass }',
    );
    expect(learned.lines.find(({ attribute }) => attribute === 'listed_at')?.seen).toBe(25);
  });

  it('counts an attribute only in answers that show it, even under a name that every object inherits', () => {
    const examples = Array.from({ length: 30 }, (_, at) => ({
      v1: Object.fromEntries(at < 10 ? [['toString', `w${at}`]] : [['word', `w${at}`]]),
      v2: Object.fromEntries([['toString', `w${at}`]]),
    }));
    const { lines, open } = learnLines(examples);
    expect(lines.map(({ attribute }) => attribute)).toEqual(['word']);
    expect(open).toEqual([{ attribute: 'toString', why: 'was seen in 10 things, and 20 is the least' }]);
  });

  it('finds dates inside objects, in the most frequent style, and proposes nothing for values that are mostly null', () => {
    const second = (at: number) => 1_700_000_000 + at * 86_400;
    const dated = (at: number) => `${new Date(second(at) * 1000).toISOString().slice(0, 19)}Z`;
    const examples = Array.from({ length: 40 }, (_, at) => ({
      v1: {
        seller: { since: dated(at), note: at === 0 ? '2025-01-01T00:00:00.000Z' : `note ${at}` },
        rare: at < 4 ? dated(at) : null,
        ended: at % 2 === 0 ? dated(at + 1) : null,
      },
      v2: {
        owner: { registered: second(at), note: at === 0 ? '2025-01-01T00:00:00.000Z' : `note ${at}` },
        rarely: at < 4 ? second(at) : null,
        ended_at: at % 2 === 0 ? second(at + 1) : null,
        other_at: at % 2 === 0 ? second(at + 1) : second(at),
      },
    }));
    const { dates, lines } = learnLines(examples);
    expect(dates).toBe('iso');
    expect(lines.map(renderLine)).toEqual([
      'seller: { from: owner, pick: { since: { from: registered, codec: date }, note: note } }',
      'ended: { from: ended_at, codec: date, onNull: pass }',
    ]);
  });

  it('finds an object of v1 alone in what stands around it in v2', () => {
    const examples = Array.from({ length: 30 }, (_, at) => ({
      v1: { address: { street: `Street ${at}`, number: at % 4 === 0 ? null : at } },
      v2: { id: at, line: `Street ${at}`, house: at % 4 === 0 ? null : at, person: { age: at + 30 } },
    }));
    expect(learnLines(examples).lines.map(renderLine)).toEqual([
      'address: { pick: { street: line, number: { from: house, onNull: pass } } }',
    ]);
  });

  it('shows the number of values behind each line, and proposes no line below 20 of 20', () => {
    const learned = (many: number) =>
      learnLines(examplesOf(Array.from({ length: many }, (_, at) => thing(at))));
    expect(learned(19).lines).toEqual([]);
    expect(renderLearned(learned(24))).toEqual([
      'dates: unix',
      '',
      'attributes: # v1 answer <- v2 answer',
      '  half: odd # 24 of 24',
      '',
      '# Nothing is proposed for:',
      '#   word: may come from name or also',
      '#   flag: is always false: its source is unknown',
    ]);
  });

  it('drops a line if a single value contradicts it', () => {
    const things = Array.from({ length: 40 }, (_, at) => thing(at));
    const odd = { ...thing(99), v2: { data: { id: 99, name: 'other', also: 'w99', off: false, odd: 5 } } };
    const { lines } = learnLines(examplesOf([...things, odd]));
    expect(lines).toEqual([{ attribute: 'word', from: 'also', seen: 41 }]);
  });

  it('is a command that reads pairs line by line and names a line that is not a pair', async () => {
    const file = folder.path('pairs.ndjson');
    const lines = Array.from({ length: 30 }, (_, at) => JSON.stringify(thing(at)));
    const run = () => learnt({ pairs: file });
    writeFileSync(file, `${lines.join('\n')}\n`);
    expect(await run()).toEqual([0, expect.arrayContaining(['  half: odd # 30 of 30']), []]);
    writeFileSync(file, `${lines.join('\n')}\n{"v1":{"password":"hunter2"}}\n`);
    expect(await run()).toEqual([1, [], [`${file}:31 is not a pair {"v1": ..., "v2": ...} as JSON`]]);
    expect((await learnt({ pairs: folder.path('none') })).slice(0, 2)).toEqual([1, []]);
    writeFileSync(file, lines.slice(0, 5).join('\n'));
    const few = 'nothing is learnt from 5 things that both APIs show: below 20 of 20 no line is proposed';
    expect((await run())[2]).toEqual([few]);
  });

  it('drafts a whole file for a resource without one, and that file makes every seen answer', async () => {
    const pairs = await sandboxPairs(sandbox, 'item-offers', 'item-offers', 2);
    const examples = examplesOf(pairs, 'itemOffers');
    const file = folder.path('pairs.ndjson');
    writeFileSync(file, pairs.map((pair) => JSON.stringify(pair)).join('\n'));
    const terminal = recordingTerminal();
    expect(printLearnedLines({ pairs: file, new: 'collectible' }, { terminal })).toBe(0);
    expect(terminal.err).toEqual([]);
    const compiled = compileFile(readDocument('collectible.yaml', terminal.out.join('\n')));
    const resource = 'document' in compiled ? compiled.resource : undefined;
    expect('document' in compiled && compiled.faults).toEqual([]);
    expect(resource?.operations.map(({ operation: { v1, v2 } }) => [v1.template, v2.template])).toEqual([
      ['/v1/item-offers/{id}', '/v2/item-offers/{id}'],
    ]);
    expect(examples.length).toBeGreaterThan(30);
    for (const { v1, v2 } of examples) {
      const read = resource?.answer.read({ data: v2 });
      expect(read?.ok === true && read.value).toMatchObject({ data: { attributes: v1 } });
    }
  });

  it('names what a draft lacks, and the names that it cannot accept', async () => {
    const file = folder.path('pairs.ndjson');
    const many = Array.from({ length: 40 }, (_, at) => thing(at));
    writeFileSync(file, many.map((pair) => JSON.stringify(pair)).join('\n'));
    const drafted = async (words: object) => {
      const [code, out, err] = await learnt({ pairs: file, ...words });
      return [code, [...out, ...err].join('\n')] as const;
    };
    const [code, text] = await drafted({ new: 'thing' });
    expect(code).toBe(0);
    expect(text).toContain('#   word: may come from name or also');
    expect(text).toContain('v1 attribute word has no rule');
    const missing = { message: expect.stringContaining('v1 attribute word has no rule') as string };
    const faults = expect.arrayContaining([expect.objectContaining(missing)]) as unknown[];
    const [, printed] = await drafted({ new: 'thing', json: true });
    const note = expect.stringContaining('word: may come from name or also') as string;
    expect(JSON.parse(printed)).toEqual({ text: note, faults });
    expect(await drafted({ new: 'account' })).toEqual([
      1,
      'there is a contract account already: choose another name',
    ]);
    expect(await drafted({ new: 'thing', type: 'thigns' })).toEqual([
      1,
      'the pairs show no thigns: did you mean "things"?',
    ]);
    const nextEntry = { v1: { data: { id: '1', type: 'others', attributes: {} } }, v2: { data: { id: 1 } } };
    writeFileSync(file, [thing(1), nextEntry].map((pair) => JSON.stringify(pair)).join('\n'));
    expect(await drafted({ new: 'thing' })).toEqual([
      1,
      'the pairs show things, others: name one with --type',
    ]);
    writeFileSync(file, '');
    expect(await drafted({ new: 'thing' })).toEqual([
      1,
      expect.stringContaining(
        'the same id: each of them needs `id` (and v1 `type`, or name one with --type)',
      ),
    ]);
  });

  it('drafts an instant that v2 writes as v1 does as a text without a fault', async () => {
    const at = (second: number) => `2020-01-12T16:10:${10 + second}.000Z`;
    const lines = Array.from({ length: 30 }, (_, id) => ({
      v1: { data: { id: String(id), type: 'jobs', attributes: { began: at(id) } } },
      v2: { data: { id, started_at: at(id) } },
    }));
    const file = folder.path('pairs.ndjson');
    writeFileSync(file, lines.map((pair) => JSON.stringify(pair)).join('\n'));
    const [code, out, err] = await learnt({ pairs: file, new: 'job' });
    expect([code, out.join('\n'), err]).toEqual([0, expect.stringContaining('began: text'), []]);
  });
});
