import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '../../support/temporaryFolder';
import type { Json } from '../../../src/contract/json';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/sandboxOptions';
import { currencyOffer, stockedAccount } from '../support/bodies';
import { callSandbox, dataOf, idOf, listOf } from '../support/callSandbox';
import { control } from '../support/control';
import { openSandbox } from '../support/openSandbox';
import { createTestClock, type TestClock } from '../support/testClock';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

describe('webhooks', () => {
  const folder = temporaryFolder();
  const received: Received[] = [];
  let answers: number[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  let url = '';
  let clock: TestClock;
  let sandbox: Sandbox;

  const open = (options: Partial<SandboxOptions> = {}) => openSandbox({ offers: 3, clock, ...options });

  beforeAll(async () => {
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  });
  afterAll(() => {
    receiver.close();
    receiver.closeAllConnections();
  });
  beforeEach(async () => {
    received.length = 0;
    answers = [];
    clock = createTestClock();
    sandbox = await open();
  });
  afterEach(() => sandbox.close());

  async function buy(): Promise<number> {
    const offer = idOf(await callSandbox(sandbox, 'POST /v2/currency-offers', currencyOffer));
    await callSandbox(sandbox, `POST /v2/currency-offers/${offer}/list`);
    return idOf(await control(sandbox, 'POST /buy', { offer, kind: 'currency', quantity: 10 }));
  }

  const configure = async (body = {}) =>
    dataOf(await callSandbox(sandbox, 'POST /v2/webhooks', { url, ...body }));
  const log = async () => listOf(await control(sandbox, 'GET /webhooks/deliveries'));

  it('report a purchase, signed over the raw body, with event id, topic and timestamp', async () => {
    const { secret } = await configure();
    const order = await buy();
    await sandbox.webhooksIdle();

    expect(received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const signature = createHmac('sha256', textOf(secret)).update(body).digest('hex');
    expect(JSON.parse(body)).toMatchObject({
      event: 'currency.order.purchased',
      payload: { order_id: order, quantity: 10, price_eur: '0.12', status: 'pending' },
    });
    const shown = dataOf(await callSandbox(sandbox, `GET /v2/currency-orders/${order}`));
    expect(JSON.parse(body)).toMatchObject({ payload: { order: shown } });
    expect(headers).toMatchObject({
      signature,
      'x-marketplace-signature': signature,
      'user-agent': 'lifeboat-sandbox',
      'x-marketplace-topic': 'currency.order.purchased',
      'x-marketplace-timestamp': String(clock.now() / 1_000),
    });
    expect(headers['x-marketplace-event-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('name the program that was asked for, and carry each order as it is then', async () => {
    await sandbox.close();
    sandbox = await open({ webhookUserAgent: 'Marketplace-Webhooks/2.0' });
    await configure();
    const offer = idOf(await callSandbox(sandbox, 'POST /v2/account-offers/create', stockedAccount));
    await callSandbox(sandbox, `POST /v2/account-offers/${offer}/list`);
    const order = idOf(await control(sandbox, 'POST /buy', { offer, kind: 'account' }));
    await control(sandbox, `POST /orders/${order}/dispute`);
    await sandbox.webhooksIdle();
    const shown = dataOf(await callSandbox(sandbox, `GET /v2/account-orders/${order}`));
    const bought = { ...shown, is_disputed: false, dispute_case_id: null };
    expect(received.map(({ headers }) => headers['user-agent'])).toEqual(
      Array(2).fill('Marketplace-Webhooks/2.0'),
    );
    const delivered = received.map(
      ({ body }) => JSON.parse(body) as { event: string; payload: { order: unknown } },
    );
    expect(new Map(delivered.map(({ event, payload }) => [event, payload.order]))).toEqual(
      new Map([
        ['account.order.purchased', bought],
        ['order.dispute.created', shown],
      ]),
    );
  });

  it('are tried again with growing pauses under the same event id until they arrive', async () => {
    answers = [500, 302, 503];
    await configure();
    await buy();
    await sandbox.webhooksIdle();
    for (const pause of [10_000, 20_000, 40_000]) {
      const before = received.length;
      clock.advance(pause - 1);
      await sandbox.webhooksIdle();
      expect(received).toHaveLength(before);
      clock.advance(1);
      await sandbox.webhooksIdle();
      expect(received).toHaveLength(before + 1);
    }
    expect(new Set(received.map(({ headers }) => headers['x-marketplace-event-id'])).size).toBe(1);
    expect(await log()).toEqual([
      expect.objectContaining({ status: 'delivered', attempts: 4, last_status: 204 }),
    ]);
  });

  it('are given up after twelve attempts, and replayed when that is asked for', async () => {
    answers = Array.from({ length: 12 }, () => 500);
    await configure();
    await buy();
    await sandbox.webhooksIdle();
    for (let attempt = 1; attempt < 12; attempt += 1) {
      clock.advance(3_600_000);
      await sandbox.webhooksIdle();
    }
    const [given] = await log();
    expect(given).toMatchObject({ status: 'failed', attempts: 12, last_status: 500 });

    await control(sandbox, `POST /webhooks/deliveries/${Number(given?.id)}/replay`);
    await sandbox.webhooksIdle();
    expect(await log()).toEqual([expect.objectContaining({ status: 'delivered', attempts: 1 })]);
    expect(received).toHaveLength(13);
  });

  it.each([
    ['later', 10_000],
    ['at the same time', 0],
    ['earlier, by --now', -86_400_000],
  ])('survive a restart before they have arrived, %s', async (when, moved) => {
    const store = { kind: 'file', path: folder.path(`${when}.db`) } as const;
    await sandbox.close();
    sandbox = await open({ store });
    answers = [500];
    await configure();
    await buy();
    await sandbox.webhooksIdle();
    await sandbox.close();

    clock.advance(moved);
    sandbox = await open({ store });
    await sandbox.webhooksIdle();
    expect(await log()).toEqual([expect.objectContaining({ status: 'delivered', attempts: 2 })]);
  });

  it('bring each webhook only the events it listens to, and none while it is inactive', async () => {
    await configure({ events: ['order.dispute.created'] });
    const { id } = await configure({ is_active: false });
    const order = await buy();
    await control(sandbox, `POST /orders/${order}/dispute`);
    await callSandbox(sandbox, `PATCH /v2/webhooks/${Number(id)}`, { is_active: true });
    await control(sandbox, `POST /orders/${order}/dispute`, { action: 'close' });
    await control(sandbox, `POST /orders/${order}/dispute`, { action: 'report' });
    await sandbox.webhooksIdle();
    const topics = received.map(({ headers }) => headers['x-marketplace-topic']);
    expect(topics.toSorted()).toEqual([
      'order.dispute.created',
      'order.dispute.updated',
      'order.report.issued',
    ]);
  });

  it('fail when the receiver does not answer, and the log says why', async () => {
    await configure({ url: 'http://127.0.0.1:1/hook' });
    await buy();
    await sandbox.webhooksIdle();
    expect(await log()).toEqual([
      expect.objectContaining({
        status: 'waiting',
        attempts: 1,
        last_status: null,
        last_error: 'ECONNREFUSED',
      }),
    ]);
  });

  it('can be listed, changed and deleted by their seller', async () => {
    const made = await configure({ events: ['order.report.issued'] });
    const path = `/v2/webhooks/${Number(made.id)}`;
    const { body } = await callSandbox(sandbox, `PATCH ${path}`, { url: 'https://shop.example.com/new' });
    expect(body.data).toEqual({ ...made, url: 'https://shop.example.com/new' });
    expect(listOf(await callSandbox(sandbox, 'GET /v2/webhooks'))).toEqual([body.data]);
    expect((await callSandbox(sandbox, `PATCH ${path}`, { events: ['nonsense'] })).status).toBe(422);
    expect((await callSandbox(sandbox, `DELETE ${path}`)).status).toBe(200);
    expect((await callSandbox(sandbox, `GET ${path}`)).status).toBe(404);
  });
});
