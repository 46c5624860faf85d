import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../src/contract/json.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { callApi } from '../http/admin/support/openAdminPort.ts';
import { control } from '../sandbox/support/control.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { type CliRun, serveCli } from '../support/runCli.ts';
import { settingsOfKeys, settingsOnV1 } from '../support/settingsOf.ts';
import { openFolder } from '../support/temporaryFolder.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import {
  type OtlpReceiver,
  type ReceivedSpan,
  renderTree,
  startOtlpReceiver,
} from './support/otlpReceiver.ts';

const REGISTER = createRequire(import.meta.filename).resolve(
  '@opentelemetry/auto-instrumentations-node/register',
);
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';

let sandbox: Sandbox;
let receiver: OtlpReceiver;
let run: CliRun;
let gateway: string;
let admin: string;

const disturb = (fault: JsonObject) => control(sandbox, 'POST /faults', { count: 1, ...fault });

/** Starts the program with these instrumentations, or with all. */
async function start(
  cwd: string,
  instrumentations: string | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  receiver = await startOtlpReceiver();
  ({ run, gateway, admin } = await serveCli([], {
    cwd,
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
  const folder = openFolder();
  await start(folder, 'pino', {
    ...settingsOnV1(sandbox.origin),
    ...(await settingsOfKeys(folder, sandbox.keys)),
    LIFEBOAT_COMPARISON_SAMPLE: '100',
    LIFEBOAT_COMPARISON_REQUESTS_PER_MINUTE: '1000',
  });
  for (const resource of ['account', 'currency-offer']) {
    const move = { resource, to: 'canary 100%', by: 'ada', reason: 'to see', force: true };
    expect((await callApi(admin, '/stages/move', move)).status).toBe(200);
  }
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

describe('lifeboat serve with an OpenTelemetry SDK', () => {
  beforeAll(startCanary);

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
    v2 = await startUpstream(answering(404, '{"message":"Not found."}'));
    await start(openFolder(), undefined, { LIFEBOAT_UPSTREAM_V2: v2.origin });
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
