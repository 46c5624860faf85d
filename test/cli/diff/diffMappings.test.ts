import { bodyText } from '../../../src/gateway/problems.js';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffStored, type StoredOptions } from '../../../src/cli/diff/diffMappings.js';
import { systemClock } from '../../../src/runtime/systemClock.js';
import { openWholeStore } from '../../../src/store/wholeStore.js';
import { createPlayer } from '../../../src/shadow/replay/playExchange.js';
import { createRecordedUpstream } from '../../../src/shadow/replay/recordedAgain.js';
import type { RecordedExchange } from '../../../src/comparison/keep/recordedExchange.js';
import { comparisonReport } from '../../../src/comparison/report/comparisonReport.js';
import { accountOffer, currencyOffer } from '../../bench/stub/documents.ts';
import type { JsonObject } from '../../../src/contract/json.js';
import { difference, observed } from '../../comparison/support/observations.ts';
import { ran } from '../../support/recordingTerminal.ts';
import { shipped, shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

const STATUS = 'data.attributes.status';
const json = { 'content-type': 'application/json' };

/** Copies the shipped mappings with one line of the currency offers replaced. */
function mappingsWith(line: string, by: string): string {
  const copy = folder.path('mappings');
  cpSync(shippedFolder, copy, { recursive: true });
  const file = join(copy, 'currency-offer.yaml');
  const text = readFileSync(file, 'utf8');
  if (!text.includes(line)) throw new Error(`no line ${line}`);
  writeFileSync(file, text.replace(line, by));
  return copy;
}

const wrongStatus = () =>
  mappingsWith('\n  status: status\n', '\n  status: { from: status, codec: capitalized }\n');

/** A read of an offer, with v2's answer, and its translation by the shipped mappings as v1's answer. */
async function exchangeOf(id: number): Promise<RecordedExchange> {
  const v2 = {
    asked: `GET /v2/currency-offers/${id}`,
    status: 200,
    headers: json,
    body: JSON.stringify({ data: currencyOffer(id) }),
  };
  const target = `/v1/currency-offers/${id}`;
  const exchange = { id: `id-${id}`, at: id, method: 'GET', target, status: 200, headers: json } as const;
  const { gateway } = createPlayer(createRecordedUpstream([{ ...exchange, body: '', v2: [v2] }]), {
    ...shipped(),
    rules: [],
    clock: systemClock,
  });
  const route = gateway.match('GET', target);
  if (route?.ok !== true) throw new Error('no route');
  const { answer } = await gateway.handle({
    id: exchange.id,
    route: route.value,
    authorization: 'Bearer key',
    contentType: undefined,
    body: Buffer.alloc(0),
    cancel: new AbortController().signal,
  });
  return { ...exchange, body: bodyText(answer), v2: [v2] };
}

/** Thirty pairs, and exchanges that cannot be judged. */
async function recording(): Promise<string> {
  const file = folder.path('pairs.ndjson');
  const pairs = await Promise.all(Array.from({ length: 30 }, (_, at) => exchangeOf(at + 1)));
  const [firstEntry] = pairs;
  if (firstEntry === undefined) throw new Error('no pair');
  const otherEntry: readonly RecordedExchange[] = [
    { ...firstEntry, id: 'alone', v2: undefined },
    { ...firstEntry, id: 'write', method: 'POST' },
    { ...firstEntry, id: 'login', target: '/v1/accounts/by-login/(secret)', status: 404, body: '{}' },
  ];
  writeFileSync(file, [...pairs, ...otherEntry].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return file;
}

async function run(options: Partial<StoredOptions>, environment: Readonly<Record<string, string>> = {}) {
  const wholeEntry = { format: 'text', mappings: shippedFolder, ...options } as const;
  const { code, out, err } = await ran((terminal) => diffStored(wholeEntry, { environment, terminal }));
  return { code, out, err: err.join('\n') };
}

describe('lifeboat diff --mappings on a recording', () => {
  it('names the values that a new mapping would break, with its line, before it is in force', async () => {
    const { code, out } = await run({ recording: await recording(), mappings: wrongStatus() });
    expect(out).toEqual([
      expect.stringMatching(/^before: clients would notice 0%, /),
      expect.stringMatching(/^after: {2}clients would notice 100%, .*; over the budget/),
      expect.stringMatching(
        /^appears value at data\.attributes\.status in getCurrencyOffer, 30 requests: currency-offer\.yaml:\d+/,
      ),
      expect.stringMatching(/^no answer for 1 pair: no answer of v2 is recorded: `lifeboat replay/),
      'no answer for 1 pair: a write is not sent again',
      'no answer for 1 pair: it asked for a secret, which is not recorded',
    ]);
    expect(code).toBe(1);
  });

  it('names the values that a new mapping would fix', async () => {
    const environment = { LIFEBOAT_MAPPINGS: wrongStatus() };
    const { code, out } = await run({ recording: await recording() }, environment);
    expect(out[2]).toMatch(/^goes {4}value at data\.attributes\.status in getCurrencyOffer, 30 requests/);
    expect(code).toBe(2);
  });

  it('judges lookups by an unrecorded secret by their result', async () => {
    const login = '(secret)';
    const one = (id: number, path: string, offer: JsonObject): RecordedExchange => ({
      id: `id-${id}`,
      at: id,
      method: 'GET',
      target: `/v1/accounts/by-login/${login}`,
      status: 200,
      headers: json,
      body: JSON.stringify({ data: { id: String(id) } }),
      v2: [{ asked: `GET ${path}`, status: 200, headers: json, body: JSON.stringify({ data: offer }) }],
    });
    const file = folder.path('lookups.ndjson');
    const exchanges = [1, 2].map((id) => one(id, `/v2/account-offers/${id}`, accountOffer(id, login)));
    writeFileSync(file, exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''));
    const { out } = await run({ recording: file, format: 'json' });
    const report = comparisonReport.parse(JSON.parse(out.join('\n')));
    expect(report.compared).toBe(2);
    expect(report.issues.map(({ operation, path }) => `${operation} ${path}`)).toContain(
      'getAccountByLogin data.attributes',
    );
  });

  it('writes the resulting report for programs', async () => {
    const { out } = await run({ recording: await recording(), mappings: wrongStatus(), format: 'json' });
    expect(JSON.parse(out.join('\n'))).toMatchObject({
      compared: 30,
      issues: [{ path: STATUS, line: expect.stringContaining('currency-offer.yaml:') as string }],
    });
  });

  it('counts calls of the new mapping that are not recorded, and judges the rest', async () => {
    const mappings = mappingsWith(
      'v2: GET /v2/currency-offers/{currencyOffer}\n',
      'v2: GET /v2/item-offers/{currencyOffer}\n',
    );
    const { out } = await run({ recording: await recording(), mappings });
    expect(out).toContain('no answer for 30 pairs: the other mappings ask v2 for what is not recorded');
  });

  it('ends with 3 for a broken mapping or recording', async () => {
    const broken = mappingsWith('\n  title: title\n', '\n  title: { from: nothing_like_it }\n');
    expect(await run({ recording: await recording(), mappings: broken })).toMatchObject({
      code: 3,
      err: expect.stringContaining('currency-offer.yaml') as string,
    });
    expect((await run({ recording: folder.path('nowhere') })).code).toBe(3);
  });
});

describe('lifeboat diff --mappings on a store', () => {
  async function keepEvidence(): Promise<string> {
    const file = folder.path('comparison.db');
    const { comparison: store, close } = await openWholeStore(file, { pairs: 1_000, age: Infinity });
    const offer = { operation: 'getCurrencyOffer', resource: 'currency-offer' };
    const account = { operation: 'getAccount', resource: 'account' };
    const of = (where: typeof offer) =>
      Array.from({ length: 20 }, (_, at) => observed(at === 0 ? [difference(STATUS)] : [], where));
    await store.save({ observed: [...of(offer), ...of(account)], samples: [], ended: new Map() }, 10);
    await close();
    return file;
  }

  it('shows the issues that stay, the number of unknown pairs, and the way to judge them', async () => {
    const { code, out } = await run({ store: await keepEvidence(), mappings: wrongStatus() });
    expect(out.slice(2)).toEqual([
      expect.stringMatching(/^open {4}value at data\.attributes\.status in getCurrencyOffer, 1 request: /),
      expect.stringMatching(
        /^stays {3}value at data\.attributes\.status in getAccount, 1 request: account\.yaml:/,
      ),
      expect.stringMatching(/^no answer for 20 pairs: .*`lifeboat record FILE`, then --recording FILE$/),
    ]);
    expect(code).toBe(2);
  });

  it('shows no change for mappings with the same rules', async () => {
    const { out } = await run({ store: await keepEvidence() });
    expect(out.filter((line) => line.startsWith('stays'))).toHaveLength(2);
    expect(out).toHaveLength(4);
  });

  it('ends with 3 without a store and a recording', async () => {
    expect(await run({})).toMatchObject({ code: 3, err: expect.stringMatching(/--recording/) as string });
  });
});
