import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { explain } from '../../../src/cli/explain/explainRequest.js';
import type { ExplainOptions } from '../../../src/cli/explain/explainThrough.js';
import { ranText } from '../../support/recordingTerminal.ts';
import { shippedFixtures } from '../../support/shippedFixtures.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { answering, reply, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';

const KEY = 'canary-key-91c2';
const TOKEN = 'canary-token-5d08-canary-token-5d08';

const fixtureOf = (operation: string) => {
  const fixture = shippedFixtures().find(
    (candidate) => candidate.operation === operation && candidate.gets.status === 200,
  );
  if (fixture === undefined) throw new Error(`no fixture of ${operation}`);
  return fixture;
};
const update = fixtureOf('updateCurrencyOffer');
const lookup = fixtureOf('getAccountByLogin');

const withoutFlags = { sandbox: false, liveShapes: false, send: false, json: false };
const plain: Omit<ExplainOptions, 'request'> = { ...withoutFlags, header: [], item: 1 };

const temporary = temporaryFolder();
let upstream: ScriptedUpstream;

beforeEach(async () => {
  upstream = await startUpstream(answering(200, JSON.stringify(update.upstream[0]?.answers.body)));
});

async function run(words: readonly string[], options: Partial<ExplainOptions> = {}, variables = {}) {
  const environment = { LIFEBOAT_UPSTREAM_V2: upstream.origin, ...variables };
  const { code, out, err } = await ranText((terminal) =>
    explain({ ...plain, ...options, request: words }, { environment, terminal }),
  );
  for (const secret of [KEY, TOKEN]) expect(out + err).not.toContain(secret);
  return { code, out, err };
}

const explanation = z.looseObject({
  calls: z.array(z.object({ method: z.string(), path: z.string(), outcome: z.unknown(), ms: z.number() })),
  members: z.array(z.looseObject({ member: z.string() })),
  attributes: z.array(z.looseObject({ attribute: z.string() })),
});

const parsed = (out: string) => explanation.parse(JSON.parse(out));

const curl = (path: string, body: unknown) =>
  `curl -X PATCH http://127.0.0.1:8080${path} -H 'Authorization: Bearer ${KEY}' --json '${JSON.stringify(body)}'`;

describe('lifeboat explain', () => {
  it('shows a read: route, stage, calls, answer, and the source of each attribute', async () => {
    const { code, out } = await run([
      `curl -H 'Authorization: Bearer ${KEY}' http://x/v1/currency-offers/4711`,
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^route {3}GET \/v1\/currency-offers\/\{id\} -> GET \/v2\/currency-offers\/\{currencyOffer\}/,
    );
    expect(out).toMatch(/^stage {3}v2: no v1 is configured$/m);
    expect(out).toMatch(/^calls {3}GET \/v2\/currency-offers\/4711 {2}200 {2}\d+ ms$/m);
    expect(out).toMatch(/^answer {2}200$/m);
    expect(out).toMatch(
      /^price +0\.0042 +price_eur +"0\.004200" +money\(6\) +converted +currency-offer\.yaml:\d+$/m,
    );
    expect(upstream.requests.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${KEY}`]);
  });

  it('does not execute a write without --send, and shows what it would send', async () => {
    const words = [curl(update.request.path, update.request.body)];
    const { code, out } = await run(words);
    expect(code).toBe(0);
    expect(upstream.requests).toEqual([]);
    expect(out).toMatch(/^calls {3}PATCH \/v2\/currency-offers\/4711 {2}not sent: a write needs --send$/m);
    expect(out).toMatch(/^price +"0\.004200" +price +"0\.004200" +exact /m);
    expect(out).not.toMatch(/^answer/m);
  });

  it('executes a write once with --send', async () => {
    const { code, out } = await run([curl(update.request.path, update.request.body)], {
      send: true,
      json: true,
    });
    expect(code).toBe(0);
    expect(upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PATCH ${update.upstream[0]?.sends.path ?? ''}`,
    ]);
    expect(JSON.parse(upstream.requests[0]?.body ?? '')).toEqual(update.upstream[0]?.sends.body);
    const { calls, members, attributes } = parsed(out);
    expect(calls).toMatchObject([{ method: 'PATCH', outcome: 200 }]);
    expect(members.map(({ member }) => member)).toContain('delivery_time.unit');
    expect(attributes[0]).toMatchObject({ attribute: 'id', value: '4711', given: 4711 });
  });

  it('shows every call of a lookup, and hides the requested login', async () => {
    const answers = new Map(lookup.upstream.map(({ sends, answers: { body } }) => [sends.path, body]));
    upstream.play({
      request: ({ path }, socket) => void socket.end(reply(200, JSON.stringify(answers.get(path)))),
    });
    const { code, out } = await run(['GET', lookup.request.path], {
      header: [`Authorization: Bearer ${KEY}`],
      json: true,
    });
    expect(code).toBe(0);
    expect(parsed(out).calls.map(({ path }) => path)).toEqual(lookup.upstream.map(({ sends }) => sends.path));
    expect(out).toContain('"login": "***"');
    for (const secret of ['some@login', 'some%40login', 'correct horse', 'battery staple']) {
      expect(out).not.toContain(secret);
    }
  });

  it('shows every call of a bulk change without making one', async () => {
    const { code, out } = await run(['PATCH', '/v1/accounts/status/bulk'], {
      header: [`Authorization: Bearer ${KEY}`],
      body: '{"accounts":[11,"12"],"status":"listed"}',
    });
    expect([code, upstream.requests]).toEqual([0, []]);
    expect(out).toMatch(/^calls {3}POST \/v2\/account-offers\/11\/list {2}not sent: a write needs --send$/m);
    expect(out).toMatch(/^ {8}POST \/v2\/account-offers\/12\/list {2}not sent/m);
    expect(out).toMatch(/^status +"listed" +\{action\} +"list" +words +converted +account\.yaml:\d+$/m);
  });

  it('shows one item of a list, and the attributes that the client did not ask for', async () => {
    const list = fixtureOf('listAccounts');
    const answers = new Map(list.upstream.map(({ sends, answers: { body } }) => [sends.path, body]));
    upstream.play({
      request: ({ path }, socket) => void socket.end(reply(200, JSON.stringify(answers.get(path)))),
    });
    const bare = list.request.path.replace(/[?&]with_data=\w+/, '');
    const { code, out } = await run(['GET', bare], { header: [`Authorization: Bearer ${KEY}`] });
    expect(code).toBe(0);
    expect(out).toMatch(/^answer {2}200, item 1 of \d+ is shown$/m);
    expect(out).toMatch(/^data +null +parameters +\(not asked for\)/m);
  });

  it('shows a refusal with its code, the violation and the answer to the client', async () => {
    upstream.play(answering(200, JSON.stringify({ data: { id: 4711 } })));
    const unfit = await run(['GET', '/v1/currency-offers/4711'], {
      header: [`Authorization: Bearer ${KEY}`],
    });
    expect(unfit.code).toBe(1);
    expect(unfit.out).toMatch(
      /^answer {2}502, upstreamUnfit, data\.price_eur is not money\(6\) \(currency-offer\.yaml:\d+\)$/m,
    );
    expect(unfit.out).toContain('{"message":"The service gave no usable answer."}');

    const invalid = await run([curl('/v1/currency-offers/4711', { description: 'Gold' })]);
    expect(invalid.code).toBe(1);
    expect(invalid.out).toMatch(/^answer {2}422, invalid$/m);
    expect(invalid.out).toContain('The price field is required.');
  });

  it('asks for a key when the request has none, and reads one from a variable', async () => {
    const words = ['GET', '/v1/currency-offers/4711'];
    const { code, out, err } = await run(words);
    expect([code, out]).toEqual([1, expect.stringMatching(/^answer {2}401, unauthenticated$/m)]);
    expect(err).toContain('add -H "Authorization: Bearer ..."');
    await run(words, { keyEnv: 'MY_KEY' }, { MY_KEY: KEY });
    expect(upstream.requests.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${KEY}`]);
  });

  it('uses the guest key where v1 needs no key', async () => {
    const { upstream: calls, request } = fixtureOf('getAccountTemplate');
    upstream.play(answering(200, JSON.stringify(calls[0]?.answers.body)));
    const words = ['GET', request.path];
    expect((await run(words)).out).toMatch(/^answer {2}401, unauthenticated$/m);
    expect((await run(words, {}, { LIFEBOAT_KEYS_GUEST: KEY })).out).toMatch(/^answer {2}200$/m);
    expect(upstream.requests.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${KEY}`]);
  });

  it('says that no mapping answers a request, and that a path is invalid', async () => {
    expect(await run(['GET', '/v1/nothing'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('410') as string,
    });
    const escape = await run(['GET', '/v1/accounts/by-login/%00']);
    expect(escape).toMatchObject({
      code: 1,
      err: expect.stringContaining('400 before anything is sent') as string,
    });
    const { err } = await run(['GET', '/v1/currency-offers/paged']);
    expect(err).toMatch(/it goes to v1 while v1 lives, then it is answered with 404 before anything is sent/);
  });

  it('ends with 2 for an invalid request', async () => {
    expect(await run(['curl -u a:b http://x/v1/accounts/7'])).toMatchObject({ code: 2, out: '' });
  });

  it('translates an answer of v2 from a file and sends nothing', async () => {
    const file = temporary.path('answer.json');
    const body = temporary.path('body.json');
    writeFileSync(file, JSON.stringify(update.upstream[0]?.answers.body));
    writeFileSync(body, JSON.stringify(update.request.body));
    // No upstream is configured here, and none is needed.
    const offline = { v2: file, body, json: true };
    const { code, out } = await run(['PATCH', update.request.path], offline, {
      LIFEBOAT_UPSTREAM_V2: undefined,
    });
    expect([code, upstream.requests]).toEqual([0, []]);
    const { calls, members, attributes } = parsed(out);
    expect(calls).toEqual([]);
    expect(members.find(({ member }) => member === 'stock')).toMatchObject({ value: '250000', sent: 250000 });
    expect(attributes.find(({ attribute }) => attribute === 'price')).toMatchObject({ value: 0.0042 });
  });

  it('reports the place of a violation in an answer from a file, and a file that is not JSON', async () => {
    const file = temporary.path('answer.json');
    writeFileSync(file, '{"data":{"id":"7"}}');
    const unfit = await run(['GET', '/v1/accounts/7'], { v2: file });
    expect([unfit.code, unfit.out]).toEqual([1, expect.stringContaining('502, upstreamUnfit, data.')]);
    writeFileSync(file, 'not json');
    expect(await run(['GET', '/v1/accounts/7'], { v2: file })).toMatchObject({
      code: 1,
      err: expect.stringContaining('answer.json is not JSON') as string,
    });
    expect(await run(['GET', '/v1/accounts/7'], { v2: temporary.path('none') })).toMatchObject({ code: 1 });
  });

  it('needs no upstream with --sandbox, and writes to it', async () => {
    const login = await run(['GET', '/v1/accounts/by-login/player_1_1'], { sandbox: true });
    expect(login.code).toBe(0);
    expect(login.out).toMatch(/^password +"\*\*\*" +credentials\.password +"\*\*\*"/m);
    const change = { game: 'emberfall-legends', stock: 12345, currency_data: {} };
    const body = { ...(update.request.body as object), ...change };
    const write = await run(['PATCH', '/v1/currency-offers/7001'], {
      sandbox: true,
      body: JSON.stringify(body),
    });
    expect(write.out).toMatch(/^calls {3}PATCH \/v2\/currency-offers\/7001 {2}\d+ {2}\d+ ms$/m);
    expect(upstream.requests).toEqual([]);
  });
});

describe('lifeboat explain, while v1 lives', () => {
  let admin: ScriptedUpstream;

  beforeEach(async () => {
    const decision = {
      side: 'v1',
      because: 'notInCanary',
      sentence: 'v1: the caller is not in the canary',
    };
    admin = await startUpstream(answering(200, JSON.stringify(decision)));
  });

  const read = () =>
    run(
      ['GET', '/v1/currency-offers/4711'],
      { header: [`Authorization: Bearer ${KEY}`], admin: admin.origin },
      {
        LIFEBOAT_UPSTREAM_V1: upstream.origin,
        LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
        LIFEBOAT_ADMIN_TOKEN: TOKEN,
      },
    );

  it('asks the running gateway for the stage of this caller', async () => {
    const { out } = await read();
    const stage = 'v1: the caller is not in the canary (explained is what v2 would answer)';
    expect(out.split('\n')).toContain(`stage   ${stage}`);
    expect(admin.requests.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/api\/stages\/decision\?resource=currency-offer&caller=[0-9a-f]{12}$/),
    ]);
  });

  it('says that the gateway cannot be asked, and explains the answer of v2', async () => {
    await admin.close();
    const { code, out } = await read();
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('which stage currency-offer is at is not known'),
    ]);
  });
});
