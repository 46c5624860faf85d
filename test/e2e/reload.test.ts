import { mkdirSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { broken, crossed, FILE, pairOf, pairs, straight } from '../runtime/reload/support/mappingTexts.ts';
import { serveCli, type Served } from '../support/runCli.ts';
import { sampleOffer } from '../support/sampleOffer.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const folder = temporaryFolder();
let upstream: ScriptedUpstream;

const write = (text: string) => writeFileSync(folder.path(FILE), text);
const headers = { authorization: 'Bearer key' };

async function pairFrom(origin: string): Promise<string> {
  return pairOf((await ask(origin, { path: '/v1/currency-offers/7', headers })).body);
}

async function hashFrom(admin: string): Promise<string> {
  const { body } = await ask(admin, { path: '/healthz' });
  return z.object({ status: z.literal('ok'), mappings: z.string() }).parse(JSON.parse(body)).mappings;
}

beforeEach(async () => {
  write(straight);
  upstream = await startUpstream(answering(200, JSON.stringify({ data: sampleOffer })));
});

/** Writes a fixture of one read, with the two texts that it expects. */
function fixtures(uuid: string, title: string): string {
  const attributes = {
    uuid,
    title,
    game_slug: 'the-game',
    currency_unit: { currency_name: 'the currency', name: 'the unit', symbol: 'u', multiplier: 1000 },
    description: 'the description',
    price: 1,
    stock: 5,
    min_quantity: 1,
    data: { server: 'the server' },
    delivery_time: { duration: 1, unit: 'hours', format: '1h', formatLong: '1 hour', seconds: 3600 },
    status: 'listed',
    created_at: '2023-11-14T22:13:20Z',
    listed_at: null,
    updated_at: '2023-11-14T22:13:20Z',
  };
  const played = {
    name: 'an offer',
    operation: 'getCurrencyOffer',
    request: { method: 'GET', path: '/v1/currency-offers/7' },
    upstream: [
      {
        sends: { method: 'GET', path: '/v2/currency-offers/7' },
        answers: { status: 200, body: { data: sampleOffer } },
      },
    ],
    gets: { status: 200, body: { data: { id: '7', type: 'currencyOffers', attributes } } },
  };
  return JSON.stringify({ resource: 'currency-offer', cases: [played] });
}

describe('a running gateway', () => {
  let gateway: StartedWhole;

  beforeEach(async () => {
    gateway = await startWhole({
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_MAPPINGS: folder.path('.'),
    });
  });

  it('uses a changed mapping by itself, and /healthz names it', async () => {
    expect(await pairFrom(gateway.gateway)).toBe(pairs.straight);
    const textBefore = await hashFrom(gateway.admin);
    write(crossed);
    const line = await gateway.logged('mappings replaced');
    expect(await pairFrom(gateway.gateway)).toBe(pairs.crossed);
    expect(line).toMatchObject({
      level: 'info',
      before: textBefore,
      mappings: await hashFrom(gateway.admin),
    });
  });

  it('refuses a faulty mapping with file, line and hint in the log, and keeps the old one', async () => {
    const textBefore = await hashFrom(gateway.admin);
    write(broken);
    const { level, reasons } = await gateway.logged('mappings refused; the ones in force stay');
    expect(level).toBe('error');
    expect(JSON.stringify(reasons)).toMatch(
      /currency-offer\.yaml:\d+:\d+: v2 has no game\.slog.*did you mean/,
    );
    expect(await hashFrom(gateway.admin)).toBe(textBefore);
    expect(await pairFrom(gateway.gateway)).toBe(pairs.straight);
    const ready = async () => (await ask(gateway.admin, { path: '/readyz' })).body;
    expect(await ready()).toMatch(
      /"degraded":\["a change of the mappings is refused.*currency-offer\.yaml:\d+/,
    );
    write(straight);
    await gateway.logged('mappings unchanged');
    expect(JSON.parse(await ready())).toEqual({ status: 'ready' });
  });

  it('refuses a mapping whose fixtures fail, and uses it once they are right', async () => {
    mkdirSync(folder.path('fixtures'));
    await gateway.logged('mappings unchanged');
    writeFileSync(folder.path(`fixtures/${FILE}`), fixtures('the uuid', 'the title'));
    await gateway.logged('mappings unchanged');
    write(crossed);
    const { reasons } = await gateway.logged('mappings refused; the ones in force stay');
    expect(reasons).toEqual([
      expect.stringMatching(/^fixtures\/currency-offer\.yaml:1: an offer: answer is /),
    ]);
    expect(await pairFrom(gateway.gateway)).toBe(pairs.straight);
    writeFileSync(folder.path(`fixtures/${FILE}`), fixtures('the title', 'the uuid'));
    await gateway.logged('mappings replaced');
    expect(await pairFrom(gateway.gateway)).toBe(pairs.crossed);
  });
});

describe('a gateway whose own mappings have a fixture that fails', () => {
  it('starts, is degraded, and is ready again once the fixture is right', async () => {
    mkdirSync(folder.path('fixtures'));
    writeFileSync(folder.path(`fixtures/${FILE}`), fixtures('the title', 'the uuid'));
    const gateway = await startWhole({
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_MAPPINGS: folder.path('.'),
    });
    const { reasons } = await gateway.logged('mappings in force, but a change to them would be refused');
    expect(reasons).toEqual([expect.stringContaining('an offer: answer is')]);
    const ready = async () => (await ask(gateway.admin, { path: '/readyz' })).body;
    expect(await ready()).toMatch(/"degraded":\["the mappings in force do not pass.*lifeboat check/);
    write(`${straight}\n# still the same lines\n`);
    await gateway.logged('mappings refused; the ones in force stay');
    writeFileSync(folder.path(`fixtures/${FILE}`), fixtures('the uuid', 'the title'));
    await gateway.logged('mappings replaced');
    expect(JSON.parse(await ready())).toEqual({ status: 'ready' });
  });
});

describe('SIGHUP', () => {
  let served: Served;

  it('reloads at once, even if nothing has changed, and does not end the process', async () => {
    served = await serveCli([], {
      cwd: folder.path('.'),
      environment: { LIFEBOAT_UPSTREAM_V2: upstream.origin, LIFEBOAT_MAPPINGS: folder.path('.') },
    });
    const { run, gateway } = served;
    run.child.kill('SIGHUP');
    await run.logged('mappings unchanged');
    write(crossed);
    run.child.kill('SIGHUP');
    await run.logged('mappings replaced');
    expect(await pairFrom(gateway)).toBe(pairs.crossed);
    run.child.kill('SIGTERM');
    expect((await run.ended).code).toBe(0);
  });
});
