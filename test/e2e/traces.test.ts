import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digestKey } from '../../src/gateway/keys/clientKeys.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { type CliRun, serveCli } from '../support/runCli.ts';
import { type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import {
  type OtlpReceiver,
  type ReceivedSpan,
  renderTree,
  startOtlpReceiver,
} from './support/otlpReceiver.ts';

const TOKEN = 'an-admin-token-of-more-than-32-characters';
const REGISTER = createRequire(import.meta.filename).resolve(
  '@opentelemetry/auto-instrumentations-node/register',
);
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';

const folder = mkdtempSync(join(tmpdir(), 'lifeboat-'));
let sandbox: Sandbox;
let receiver: OtlpReceiver;
let run: CliRun;
let gateway: string;
let admin: string;

const post = async (address: string, body: unknown, token = ''): Promise<number> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).status;
};

const disturb = (fault: object) => post(`${sandbox.origin}/_sandbox/faults`, { count: 1, ...fault });

/** Starts the program with these instrumentations, or with all. */
async function start(
  instrumentations: string | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  receiver = await startOtlpReceiver();
  ({ run, gateway, admin } = await serveCli([], {
    cwd: folder,
    environment: {
      NODE_OPTIONS: `--import ${pathToFileURL(REGISTER).href}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_NODE_RESOURCE_DETECTORS: 'none',
      ...(instrumentations !== undefined && { OTEL_NODE_ENABLED_INSTRUMENTATIONS: instrumentations }),
      LIFEBOAT_STORE: 'memory',
      ...settings,
    },
  }));
}

/** Starts it before a marketplace, with v2 answering and v1 alive. */
async function startCanary(): Promise<void> {
  sandbox = await openSandbox();
  const v1 = digestKey(sandbox.keys.v1).toString('hex');
  const keys = [{ name: 'bot', v1, v2: [{ env: 'V2_KEY' }], created: '2025-01-01' }];
  writeFileSync(join(folder, 'keys.yaml'), JSON.stringify({ keys }), { mode: 0o600 });
  await start('pino', {
    LIFEBOAT_KEYS_EXCHANGE: join(folder, 'keys.yaml'),
    V2_KEY: sandbox.keys.v2,
    LIFEBOAT_UPSTREAM_V1: sandbox.origin,
    LIFEBOAT_UPSTREAM_V2: sandbox.origin,
    LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
    LIFEBOAT_ADMIN_TOKEN: TOKEN,
    LIFEBOAT_CUTOVER_START: 'v1',
    LIFEBOAT_COMPARISON_SAMPLE: '100',
    LIFEBOAT_COMPARISON_REQUESTS_PER_MINUTE: '1000',
  });
  for (const resource of ['account', 'currency-offer']) {
    const move = { resource, to: 'canary 100%', by: 'ada', reason: 'to see', force: true };
    expect(await post(`${admin}/api/stages/move`, move, TOKEN)).toBe(200);
  }
}

async function stop(): Promise<void> {
  run.child.kill('SIGKILL');
  await run.ended;
  await receiver.close();
}

/** Asks the gateway as a client that is traced, and gives the answer with the span that Lifeboat made of the request. */
async function ask(path: string, key: string, method = 'GET', body?: object) {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    traceparent: `00-${TRACE}-${CLIENT_SPAN}-01`,
    tracestate: 'congo=t61rcWkgMzE',
    baggage: 'shop=one',
  };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${gateway}${path}`, sent);
  const id = answer.headers.get('x-request-id');
  const request = await receiver.received(
    ({ name, attributes }) => name !== 'compare' && attributes['lifeboat.request_id'] === id,
  );
  return { status: answer.status, request, id };
}

const treeOf = (request: ReceivedSpan): string => renderTree(receiver.spans, request).join('\n');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('lifeboat serve with an OpenTelemetry SDK', () => {
  beforeAll(startCanary);
  afterAll(async () => {
    await stop();
    await sandbox.close();
  });

  it('shows a list as one tree below the span of the client', async () => {
    const { status, request } = await ask('/v1/accounts?page=1&per_page=5', sandbox.keys.v1);
    expect(status).toBe(200);
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CLIENT_SPAN });
    expect(request.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/v1/accounts',
      'url.path': '/v1/accounts',
      'url.scheme': 'http',
      'lifeboat.resource': 'account',
      'lifeboat.operation': 'listAccounts',
      'lifeboat.stage': 'canary',
      'lifeboat.caller': 'bot',
      'lifeboat.side': 'v2',
    });
    expect(treeOf(request)).toBe(`server GET /v1/accounts 200
  internal translate
    client GET /v2/account-offers 200`);
  });

  it('shows the call of v1 beside that of v2 when v1 answers in its place', async () => {
    await disturb({ route: 'GET /v2/account-offers', disturbance: { kind: 'status', status: 500 } });
    const { status, request } = await ask('/v1/accounts?page=1&per_page=5', sandbox.keys.v1);
    expect(status).toBe(200);
    expect(request.attributes).toMatchObject({ 'lifeboat.side': 'v1', 'lifeboat.because': 'fallback' });
    expect(treeOf(request)).toBe(`server GET /v1/accounts 200
  client GET /v1/accounts 200
  internal translate upstreamFailed (error)
    client GET /v2/account-offers 500 (error)`);
  });

  it('shows the call in which a write has lost its answer', async () => {
    const route = 'PATCH /v2/currency-offers/{currencyOffer}';
    await disturb({ route, executed: true, disturbance: { kind: 'reset' } });
    const { status, request } = await ask('/v1/currency-offers/7001', sandbox.keys.v1, 'PATCH', {
      description: 'By hand.',
      price: 0.5,
      stock: 100,
      min_quantity: 10,
      game: 'void-racers',
      delivery_time: { duration: 45, unit: 'minutes' },
    });
    expect(status).toBe(502);
    expect(request.attributes).toMatchObject({
      'url.path': '/v1/currency-offers/{id}',
      'lifeboat.problem': 'upstreamUnreachable',
      'lifeboat.ambiguous': true,
    });
    expect(treeOf(request).split('\n').slice(0, 3).join('\n'))
      .toBe(`server PATCH /v1/currency-offers/{currencyOfferId} 502 (error)
  internal translate upstreamUnreachable (error)
    client PATCH /v2/currency-offers/{id} reset (error)`);
  });

  it('shows a comparison in a trace of its own that links to its request', async () => {
    const { request } = await ask('/v1/accounts?page=1&per_page=5', sandbox.keys.v1);
    const compared = await receiver.received(({ links }) =>
      links.some(({ spanId }) => spanId === request.spanId),
    );
    expect(compared).toMatchObject({ name: 'compare', links: [{ traceId: TRACE }] });
    expect(compared.parentSpanId ?? '').toBe('');
    expect(compared.traceId).not.toBe(TRACE);
    // v1 is asked a second time in a part of the comparisons, drawn by lot.
    expect(treeOf(compared)).toMatch(/^internal compare(\n {2}client GET \/v1\/accounts 200){1,2}$/);
  });

  it('shows the span of a slow bucket to whoever scrapes OpenMetrics, and text to all others', async () => {
    const { request } = await ask('/v1/item-offers?page=1&per_page=5', sandbox.keys.v1);
    const scrape = async (accept: string) => {
      const page = await fetch(`${admin}/metrics`, { headers: { accept } });
      return { type: page.headers.get('content-type'), text: await page.text() };
    };
    const prometheus =
      'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1';
    const { type, text } = await scrape(prometheus);
    expect(type).toContain('application/openmetrics-text');
    const line = text.split('\n').find((sample) => sample.includes(`span_id="${request.spanId}"`));
    expect(line).toMatch(
      new RegExp(`^lifeboat_request_seconds_bucket\\{.*route="/v1/item-offers".* # \\{trace_id="${TRACE}",`),
    );
    expect((await scrape('*/*')).type).toContain('text/plain');
  });

  it('writes the ids of the span into the log line of its request, and no key or login into any span', async () => {
    const { request, id } = await ask('/v1/accounts/by-login/player_1_1', sandbox.keys.v1);
    run.child.kill('SIGTERM');
    const { stderr } = await run.ended;
    const line = stderr.split('\n').find((text) => text.includes(`"${String(id)}"`)) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ trace_id: TRACE, span_id: request.spanId });
    expect(JSON.stringify(receiver.spans)).not.toMatch(/player_1|Bearer|eyJ/);
  });
});

describe('lifeboat serve with every instrumentation of OpenTelemetry', () => {
  let v2: ScriptedUpstream;
  beforeAll(async () => {
    const body = '{"message":"Not found."}';
    const head = `HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
    v2 = await startUpstream({ request: (_request, socket) => socket.write(`${head}\r\n\r\n${body}`) });
    await start(undefined, { LIFEBOAT_UPSTREAM_V2: v2.origin });
  });
  afterAll(async () => {
    await stop();
    await v2.close();
  });

  it('makes one span for a call of v2, the only one whose id v2 gets, in one connected tree', async () => {
    const { request } = await ask('/v1/accounts/12', 'key');
    const server = await receiver.received(({ parentSpanId }) => parentSpanId === CLIENT_SPAN);
    const ofTrace = receiver.spans.filter(({ traceId }) => traceId === TRACE);
    const calls = ofTrace.filter(({ kind }) => kind === 3);
    expect(calls.map(({ name }) => name)).toEqual(['GET /v2/account-offers/{id}']);
    const ids = new Set([CLIENT_SPAN, ...ofTrace.map(({ spanId }) => spanId)]);
    expect(ofTrace.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))).toEqual([]);
    expect(treeOf(server)).toContain('internal GET /v1/accounts/{id} 404');
    expect(treeOf(request)).toContain('client GET /v2/account-offers/{id} 404');
    expect(v2.requests.map(({ headers }) => headers)).toMatchObject([
      {
        traceparent: `00-${TRACE}-${calls[0]?.spanId ?? ''}-01`,
        tracestate: 'congo=t61rcWkgMzE',
        baggage: 'shop=one',
      },
    ]);
  });
});
