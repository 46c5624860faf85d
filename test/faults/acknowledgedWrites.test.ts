import { brotliCompressSync } from 'node:zlib';
import { statusAfter } from '../../src/contract/v2/offerPartsV2.js';
import { gatewayEntries } from '../../src/operator/gatewayEntries.js';
import type { Fixture } from '../../src/mapping/yaml/fixtureFile.js';
import { callApi, TOKEN } from '../http/admin/support/openAdminPort.ts';
import { rehearsal } from '../support/shippedFixtures.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { startWhole } from '../support/startWhole.ts';
import { ask, type WireAnswer } from '../support/talk.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const packed = (good: string): Buffer => {
  const body = brotliCompressSync(good);
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
};

/** Answers that acknowledge a write and do not show what became of it. */
const bare: readonly (readonly [string, (good: string) => string | Buffer])[] = [
  ['202 without a body', () => reply(202, '')],
  ['204', () => 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['200 and an empty body', () => reply(200, '')],
  ['200 and a page', () => reply(200, '<html></html>')],
  ['200 and a message', () => reply(200, '{"message":"Done."}')],
  ['201 and data without what v1 shows', () => reply(201, '{"data":{"title":"x"}}')],
  ['200 and a body that cannot be unpacked', packed],
  ['200 and a body that is cut', (good) => reply(200, good).slice(0, -5)],
];

/** The answers above, and the whole one with another 2xx. */
const acknowledgements = [
  ...bare,
  ['201 and the resource', (good: string) => reply(201, good)] as const,
  ['202 and the resource', (good: string) => reply(202, good)] as const,
];

const writes = [
  'updateCurrencyOffer',
  'putCurrencyOfferOnSale',
  'archiveCurrencyOffer',
  'changeAccountStatus',
  'changeItemOfferStatus',
  'completeCurrencyOrder',
];
const otherOperations = ['createCurrencyOffer', 'deleteAccount', 'changeItemOfferStatuses'];
const reads = ['getAccount', 'getItemOffer', 'getCurrencyOffer'];
const played = new Map([...writes, ...otherOperations, ...reads].map((name) => [name, rehearsal(name)]));

/** The shipped fixture of one of them. */
function fixtureOf(operation: string): Fixture {
  const fixture = played.get(operation);
  if (fixture === undefined) throw new Error(`${operation} is not played here`);
  return fixture;
}

let upstream: ScriptedUpstream;
let gateway: StartedGateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ v2: upstream.origin });
});
/** Each test asks with a key of its own: writes of those before may still be read back. */
let keys = 0;
const authorization = (): string => `Bearer key-${keys}`;
beforeEach(() => {
  keys += 1;
  upstream.forget();
});

/** Answers a write with these bytes and then says no more on that connection; answers a read with the others. */
function play(written: string | Buffer, read: string): void {
  upstream.play({
    request: ({ method }, socket) => socket.end(method === 'GET' ? read : written),
  });
}

function send(operation: string, origin = gateway.origin): Promise<WireAnswer> {
  const { body, ...line } = fixtureOf(operation).request;
  const headers = { Authorization: authorization(), 'Content-Type': 'application/json' };
  return ask(origin, { ...line, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

/** Answers a change of several with 202, and reads as the fixture answers the changes, with these statuses in turn. */
function playSeveral(...statuses: readonly string[]): void {
  const shownBodies = new Map(
    fixtureOf('changeItemOfferStatuses').upstream.map(({ sends, answers }, at) => {
      const text = JSON.stringify(answers.body);
      const { [at]: status } = statuses;
      const read = status === undefined ? text : text.replace(/"status":"\w+"/, `"status":"${status}"`);
      return [sends.path.replace(/\/\w+$/, ''), read];
    }),
  );
  upstream.play({
    request: ({ method, path }, socket) =>
      socket.write(method === 'GET' ? reply(200, shownBodies.get(path) ?? '') : reply(202, '')),
  });
}

/** Sends a write to a whole gateway; returns the targets on its list of writes, and what was found of them. */
async function listedAfter(operation: string, status: number) {
  const settings = { LIFEBOAT_UPSTREAM_V2: upstream.origin, LIFEBOAT_ADMIN_TOKEN: TOKEN };
  const { gateway: origin, admin } = await startWhole(settings);
  expect((await send(operation, origin)).status).toBe(status);
  const page = await callApi(admin, '/writes');
  return gatewayEntries.writes.output.parse(page.body).map(({ target, found: verdict }) => [target, verdict]);
}

/** The good answer to a write; the fixtures' statuses are any words, and an action that is done leaves its own. */
function goodAnswer(operation: string): string {
  const [firstExchange] = fixtureOf(operation).upstream;
  const action = firstExchange?.sends.path.split('/').at(-1) ?? '';
  const { [action]: status } = statusAfter as Readonly<Record<string, string>>;
  const text = JSON.stringify(firstExchange?.answers.body ?? null);
  return status === undefined ? text : text.replace(/"status":"[^"]*"/, `"status":"${status}"`);
}

const ownRequests = () =>
  upstream.requests.filter(({ headers }) => headers['authorization'] === authorization());
const methods = (): string[] => ownRequests().map(({ method }) => method);
const notThere = reply(404, '{"message":"Resource not found."}');

describe("an acknowledgement without all values of v1's answer", () => {
  const good = goodAnswer('updateCurrencyOffer');
  const { data } = JSON.parse(good) as { data: Record<string, unknown> };
  const partOfAnswer = reply(200, JSON.stringify({ data: { ...data, title: undefined } }));

  it('is completed by one read of the resource', async () => {
    play(partOfAnswer, reply(200, good));
    const { status, body } = await send('updateCurrencyOffer');
    const { gets } = fixtureOf('updateCurrencyOffer');
    expect([status, JSON.parse(body)]).toEqual([gets.status, gets.body]);
    expect(methods()).toEqual(['PATCH', 'GET']);
  });

  it('is passed on incomplete if the resource cannot be read, because the write is done', async () => {
    play(partOfAnswer, notThere);
    const { status, body } = await send('updateCurrencyOffer');
    const { attributes } = (JSON.parse(body) as { data: { attributes: Record<string, unknown> } }).data;
    expect([status, attributes['title'], methods()]).toEqual([200, null, ['PATCH', 'GET']]);
  });
});

describe.each(writes)('a write acknowledged by v2 (%s)', (operation) => {
  const good = goodAnswer(operation);

  it.each(acknowledgements)('is a success with the resource, after %s', async (_what, written) => {
    play(reply(200, good), notThere);
    const wholeAnswer = await send(operation);
    upstream.forget();
    play(written(good), reply(200, good));
    const { status, headers, body } = await send(operation);
    expect([status, body]).toEqual([fixtureOf(operation).gets.status, wholeAnswer.body]);
    expect(headers).not.toHaveProperty('x-lifeboat-ambiguous');
    expect(methods().filter((method) => method !== 'GET')).toHaveLength(1);
    // One read, which is made once more when it meets the end of the connection that the write was answered on.
    expect(methods().filter((method) => method === 'GET').length).toBeLessThanOrEqual(2);
  });

  it.each(bare)('is not sent again after %s if no read shows the resource', async (_what, written) => {
    play(written(good), notThere);
    const { status, headers, body } = await send(operation);
    if (operation === 'completeCurrencyOrder') {
      expect([status, JSON.parse(body)]).toEqual([200, { message: 'The order has been completed.' }]);
    } else {
      expect([status, headers['x-lifeboat-ambiguous']]).toEqual([502, '1']);
    }
    expect(methods().filter((method) => method !== 'GET')).toHaveLength(1);
  });

  it('is not acknowledged by an answer about another resource', async () => {
    play(reply(200, good.replace(/"id":\d+/, '"id":1')), reply(200, good));
    const { status, headers } = await send(operation);
    expect([status, headers['x-lifeboat-ambiguous'], methods().length]).toEqual([502, '1', 1]);
  });
});

describe('a write that v2 acknowledges and does not show', () => {
  const good = goodAnswer('updateCurrencyOffer');
  const { data } = JSON.parse(good) as { data: Record<string, unknown> };
  const stale = JSON.stringify({ data: { ...data, price_eur: '9.990000' } });

  it.each(bare)('is answered as v2 shows it, marked ambiguous, after %s', async (_what, written) => {
    play(written(good), reply(200, stale));
    const { status, headers, body } = await send('updateCurrencyOffer');
    const { attributes } = (JSON.parse(body) as { data: { attributes: Record<string, unknown> } }).data;
    expect([status, headers['x-lifeboat-ambiguous'], attributes['price']]).toEqual([200, '1', 9.99]);
    expect(methods().filter((method) => method !== 'GET')).toEqual(['PATCH']);
  });

  it('is read once after a 202 with the old values, and marked unless the read shows it', async () => {
    play(reply(202, stale), reply(200, stale));
    expect((await send('updateCurrencyOffer')).headers['x-lifeboat-ambiguous']).toBe('1');
    play(reply(202, stale), reply(200, good));
    const { headers, body } = await send('updateCurrencyOffer');
    expect(headers).not.toHaveProperty('x-lifeboat-ambiguous');
    expect(JSON.parse(body)).toEqual(fixtureOf('updateCurrencyOffer').gets.body);
  });

  it('is not marked if v2 hides a written field', async () => {
    play(reply(202, ''), reply(200, JSON.stringify({ data: { ...data, delivery_instructions: undefined } })));
    const { status, headers } = await send('updateCurrencyOffer');
    expect([status, headers['x-lifeboat-ambiguous']]).toEqual([200, undefined]);
  });

  it('is marked if an action leaves the status unchanged', async () => {
    const archived = goodAnswer('archiveCurrencyOffer');
    play(reply(202, ''), reply(200, archived.replace('"status":"archived"', '"status":"listed"')));
    const { status, headers } = await send('archiveCurrencyOffer');
    expect([status, headers['x-lifeboat-ambiguous']]).toEqual([200, '1']);
  });

  it('marks a bulk change of which one part is not shown', async () => {
    playSeveral('listed', 'listed');
    expect((await send('changeItemOfferStatuses')).headers).not.toHaveProperty('x-lifeboat-ambiguous');
    playSeveral('listed', 'in_review');
    const { status, headers } = await send('changeItemOfferStatuses');
    expect([status, headers['x-lifeboat-ambiguous']]).toEqual([200, '1']);
  });

  it.each([
    ['updateCurrencyOffer', 'PATCH /v1/currency-offers/4711'],
    ['changeItemOfferStatuses', 'POST /v2/item-offers/21/list'],
  ])('stands on the list of writes as perhaps executed (%s)', async (operation, target) => {
    if (operation === 'changeItemOfferStatuses') playSeveral('listed', 'in_review');
    else play(reply(202, ''), reply(200, stale));
    const foundWrites = await listedAfter(operation, 200);
    expect(foundWrites).toEqual([[target, undefined]]);
  });
});

describe('the creation of an offer', () => {
  const good = goodAnswer('createCurrencyOffer');
  const { id } = (JSON.parse(good) as { data: { id: number } }).data;

  it('is completed by a read if the answer shows only the id', async () => {
    play(reply(201, `{"data":{"id":${id}}}`), reply(200, good));
    const { status, body } = await send('createCurrencyOffer');
    expect([status, JSON.parse(body)]).toEqual([201, fixtureOf('createCurrencyOffer').gets.body]);
    expect(ownRequests().map(({ path }) => path)).toEqual([
      '/v2/currency-offers',
      `/v2/currency-offers/${id}`,
    ]);
  });

  it('is a 502 if the answer shows no id, because nothing can be read', async () => {
    play(reply(202, ''), reply(200, good));
    const { status, headers } = await send('createCurrencyOffer');
    expect([status, headers['x-lifeboat-ambiguous'], methods()]).toEqual([502, '1', ['POST']]);
  });
});

it('the deletion of an account succeeds with any 2xx, even with a broken body', async () => {
  for (const written of bare.map(([, answer]) => answer('{"data":null}'))) {
    play(written, notThere);
    const { status, body } = await send('deleteAccount');
    expect([status, JSON.parse(body)]).toEqual([200, { message: 'The offer has been deleted.' }]);
  }
  expect(new Set(methods())).toEqual(new Set(['DELETE']));
});

it('a bulk change reads each offer that the acknowledgement does not show', async () => {
  playSeveral();
  const { status, body } = await send('changeItemOfferStatuses');
  const { gets } = fixtureOf('changeItemOfferStatuses');
  expect([status, JSON.parse(body)]).toEqual([gets.status, gets.body]);
});

describe('the list of writes', () => {
  it.each([
    ['updateCurrencyOffer', ['executed']],
    ['createCurrencyOffer', ['executed']],
    ['changeItemOfferStatuses', ['executed', 'executed']],
    ['completeCurrencyOrder', []],
    ['deleteAccount', []],
  ])(
    'marks a write as executed that v2 has acknowledged and no read shows (%s)',
    async (operation, verdicts) => {
      play(reply(202, ''), notThere);
      const listed = await listedAfter(operation, verdicts.length === 0 ? 200 : 502);
      expect(listed.map(([, verdict]) => verdict)).toEqual(verdicts);
    },
  );
});

it.each(reads)('a read that v2 answers about another resource is a 502: %s', async (operation) => {
  const good = goodAnswer(operation);
  play('', reply(200, good.replace(/"id":\d+/, '"id":1')));
  const { status, headers, body } = await send(operation);
  expect([status, headers['x-lifeboat-ambiguous']]).toEqual([502, undefined]);
  expect(JSON.parse(body)).toEqual({ message: expect.any(String) as string });
});
