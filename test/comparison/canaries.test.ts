import { readdirSync, readFileSync } from 'node:fs';
import { renderReport, REPORT_FORMATS } from '../../src/cli/diff/report/renderReport.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { createCompare } from '../../src/comparison/compare/compareAnswers.js';
import { shownName } from '../../src/comparison/compare/memberNames.js';
import { createPrivacy } from '../../src/comparison/keep/privacy.js';
import type { Pair } from '../../src/comparison/compare/answerPair.js';
import { scrubExchange } from '../../src/comparison/keep/recordedExchange.js';
import type { JsonObject } from '../../src/contract/json.js';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { CANARY, canaryObjects } from './canaries.ts';
import { openCollection } from './support/openCollection.ts';

const folder = temporaryFolder();
/** Settings of an operator who wants to see everything. */
const keptTexts = [
  'data.attributes',
  'data.attributes.*',
  'data.attributes.*.*',
  'data.[].attributes.*',
  '*',
  '*.*',
];

const answerOf = (value: unknown) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ data: { id: '1', attributes: value } }),
});

/** An object in which somebody's secret is the name of a member, also of a free one. */
const named = (value: JsonObject, count: number): JsonObject => ({
  ...value,
  [`${CANARY}@example.com`]: { [`${CANARY} inner`]: count },
  data: { [CANARY]: count },
});

/** Makes for every contract two answers that differ in every secret, and one without any. */
const pairs: readonly Pair[] = canaryObjects('one').flatMap(({ contract, value: object }, at) => {
  const value = named(object, 1);
  const nextObject = named(canaryObjects('two')[at]?.value ?? {}, 2);
  return [nextObject, {}].map((v2, side) => ({
    id: `${contract}-${at}-${side}`,
    at: at * 2 + side,
    resource: contract,
    operation: contract,
    caller: '',
    request: `GET /v1/accounts/by-login/${CANARY}?login=${CANARY}&${CANARY}=1`,
    v1: answerOf(value),
    v2: answerOf(v2),
    raw: [{ asked: 'GET /v2/a', ...answerOf(value) }],
    control: answerOf(value),
  }));
});

describe('secrets in compared answers', () => {
  it('appear in no file of the store, no report of any format and no sample, even on the operator’s request', async () => {
    const opened = await openWholeStore(folder.path('kept.db'), { pairs: 1_000, age: 1e9 });
    const collection = await openCollection(new Map(), {
      privacy: createPrivacy({ secret: 'a secret', kept: keptTexts }),
      store: opened.comparison,
      window: 1_000,
      now: () => 1_000,
    });
    const compare = createCompare({ rules: [], now: () => 1_000 });
    for (const pair of pairs) {
      const compared = compare(pair.v1, pair.v2, pair.operation);
      if (!compared.ok) throw new Error(compared.reason);
      const repeatedCompared = compare(pair.v2, pair.v1, pair.operation);
      collection.notePair(
        pair,
        compared,
        repeatedCompared.ok && pair.id.endsWith('0')
          ? { compared: repeatedCompared, because: 'byLot' }
          : undefined,
      );
    }
    const report = collection.report();
    await collection.flush();
    const samples = await Promise.all(pairs.map(({ id }) => collection.findSample(id)));
    const printed = [
      ...REPORT_FORMATS.map((format) => renderReport(report, { format, verbose: true }, { colour: false })),
      JSON.stringify(samples),
      ...readdirSync(folder.path('.')).map((name) => readFileSync(folder.path(name), 'latin1')),
    ];
    await opened.close();
    expect(report.issues.length).toBeGreaterThan(0);
    expect(printed.join('\n')).toContain('login');
    expect(printed.filter((text) => text.includes(CANARY))).toEqual([]);
    const hidden = shownName(`${CANARY}@example.com`);
    expect(hidden).toMatch(/^#[0-9a-f]{8}$/);
    expect(report.issues.map(({ path }) => path)).toContainEqual(expect.stringContaining(`.${hidden}`));
    for (const text of [printed[0], JSON.stringify(samples)]) expect(text).toContain(hidden);
  });

  it('appear in no recording: neither in answers, nor in requests or their addresses', () => {
    const privacy = createPrivacy({ secret: 'a secret', kept: keptTexts });
    // What sellers and buyers have written, in members of the contract, of free objects, and unknown ones.
    const free = { title: CANARY, buyer: { username: CANARY }, images: [`https://example.com/${CANARY}`] };
    const statedEntry = {
      ...free,
      comment: [CANARY],
      parameters: { note: CANARY, status: CANARY },
      message: CANARY,
    };
    for (const { contract, value } of canaryObjects('one')) {
      const recorded = scrubExchange(
        {
          id: contract,
          at: 1,
          method: 'POST',
          status: 200,
          sent: JSON.stringify({ ...value, ...statedEntry }),
          target: `/v1/accounts/by-login/${CANARY}?login=${CANARY}&api_key=${CANARY}&${CANARY}=1&page=1&per_page=${CANARY}`,
          headers: { 'set-cookie': CANARY, 'content-type': 'application/json' },
          body: answerOf({ ...named(value, 1), ...statedEntry }).body,
          v2: [
            {
              asked: `GET /v2/account-offers?login=${CANARY}&filter[search]=${CANARY}&page=1`,
              status: 200,
              headers: { 'set-cookie': CANARY },
              body: JSON.stringify({ data: [{ ...named(value, 1), ...statedEntry }] }),
            },
          ],
        },
        '/v1/accounts/by-login/{login}',
        privacy,
      );
      expect([contract, JSON.stringify(recorded).includes(CANARY)]).toEqual([contract, false]);
      expect([recorded.target, recorded.v2?.[0]?.asked]).toEqual(
        Array(2).fill(expect.stringMatching(/page=1$/)),
      );
    }
  });
});
