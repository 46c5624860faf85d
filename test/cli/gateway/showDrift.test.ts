import { driftLines } from '../../../src/cli/gateway/gatewayCommands.js';
import { showEntry } from '../../../src/cli/operatorClient.js';
import { gatewayEntries } from '../../../src/operator/gatewayEntries.js';
import { driftReport } from '../../../src/drift/driftReport.js';
import { ranText } from '../../support/recordingTerminal.ts';
import { type StartedWhole, startWhole } from '../../support/startWhole.ts';
import { ask } from '../../support/talk.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';

const CANARY = 'canary7f3a91';

/** A currency offer of a v2 that has drifted, with a canary in every private text. */
const drifted = {
  id: 7,
  uuid: CANARY,
  external_id: CANARY,
  game: { id: 1, name: CANARY, slug: CANARY },
  currency_unit: { slug: CANARY, currency_name: CANARY, name: CANARY, symbol: CANARY, multiplier: 1 },
  title: CANARY,
  description: CANARY,
  parameters: { [CANARY]: CANARY },
  base_currency: 'EUR',
  status: 'suspended',
  delivery_time: { duration: 1, unit: 'hours', format: CANARY, format_long: CANARY, seconds: 3600 },
  delivery_instructions: CANARY,
  stock: 5,
  min_quantity: 1,
  price_eur: '1.00',
  price_usd: '1.10',
  views: 0,
  icon_url: CANARY,
  created_at: 1_700_000_000,
  updated_at: 1_700_000_000,
  listed_at: null,
  seller_note: { [CANARY]: CANARY },
};

let upstream: ScriptedUpstream;
let gateway: StartedWhole;

beforeEach(async () => {
  upstream = await startUpstream(answering(200, JSON.stringify({ data: drifted })));
  gateway = await startWhole({ LIFEBOAT_UPSTREAM_V2: upstream.origin });
});

const headers = { authorization: `Bearer ${CANARY}` };
const read = () => ask(gateway.gateway, { path: '/v1/currency-offers/7', headers });

const run = ({ shapes = false, json = false, admin = gateway.admin } = {}) =>
  ranText((terminal) => {
    const asking = { place: { admin, json }, environment: {}, terminal };
    return showEntry(gatewayEntries.drift, {}, asking, (report) => driftLines(report, shapes));
  });

describe('lifeboat drift', () => {
  it('says that nothing was seen before the first answer', async () => {
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(out).toMatch(/^0 answers of v2 seen since 20\S+Z: 0 findings$/);
  });

  it('shows drift in answers that were translated, each logged once', async () => {
    expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
    const { out } = await run();
    expect(out).toMatch(/^2 answers .*: 2 findings$/m);
    expect(out).toMatch(/data\.status +unseen-value +suspended +draft or listed or archived +passed +2 /);
    expect(out).toMatch(/data\.seller_note +new-field +object +- +passed +2 /);
    expect(gateway.log.filter(({ msg }) => msg === 'v2 answers in a new shape')).toEqual([
      expect.objectContaining({ level: 'warn', path: 'data.status', found: 'suspended' }),
      expect.objectContaining({ level: 'warn', path: 'data.seller_note', found: 'object' }),
    ]);
  });

  it('shows drift in answers in which the value was replaced', async () => {
    const milliseconds = { ...drifted, updated_at: 1_700_000_000_000 };
    upstream.play(answering(200, JSON.stringify({ data: milliseconds })));
    expect((await read()).status).toBe(200);
    expect((await run()).out).toMatch(/data\.updated_at +wrong-unit +milliseconds +seconds +replaced +1 /);
  });

  it('shows drift in answers that were refused', async () => {
    upstream.play(answering(200, JSON.stringify({ data: { ...drifted, stock: null } })));
    expect((await read()).status).toBe(502);
    expect((await run()).out).toMatch(/data\.stock +\S+ +null +\S.* +refused +1 /);
  });

  it('shows every place in the forms it was seen in with --shapes', async () => {
    await read();
    const { out } = await run({ shapes: true });
    expect(out).toContain('GET /v2/currency-offers/{currencyOffer}: 1 answer');
    expect(out).toMatch(/ {2}data\.parameters +object 1$/m);
    expect(out).toMatch(/ {2}data\.delivery_time\.unit +text 1 +\(hours 1\)$/m);
  });

  it('prints the whole report as JSON with --json', async () => {
    await read();
    const report = driftReport.parse(JSON.parse((await run({ json: true })).out));
    expect(report.findings).toHaveLength(2);
    expect(report.endpoints.map(({ answers }) => answers)).toContain(1);
  });

  it('never shows a value on the page, in the log or on the terminal', async () => {
    await read();
    upstream.play(answering(200, JSON.stringify({ data: { ...drifted, stock: CANARY, game: CANARY } })));
    await read();
    const page = await ask(gateway.admin, { path: '/api/drift' });
    const { out } = await run({ shapes: true });
    expect(page.status).toBe(200);
    expect(page.body).toContain('data.stock');
    expect([page.wire, out, JSON.stringify(gateway.log)].join()).not.toContain(CANARY);
  });

  it('ends with 1 and advice if no gateway or something else answers', async () => {
    const elsewhere = await run({ admin: upstream.origin });
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('another version') as string });
    await upstream.close();
    expect(await run({ admin: upstream.origin })).toMatchObject({
      code: 1,
      err: expect.stringContaining('is the gateway running?') as string,
    });
    expect(await run({ admin: gateway.gateway })).toMatchObject({
      code: 1,
      err: expect.stringContaining('answered 404') as string,
    });
  });
});
