import { createHash } from 'node:crypto';
import { bucketOf } from '../../src/cutover/buckets';
import { isInShare } from '../../src/cutover/stages/decide';
import { currencyOffer } from '../bench/stub/documents';
import { type StartedWhole, startWhole } from '../support/startWhole';
import { ask } from '../support/talk';
import { answering, reply, type ScriptedUpstream, startUpstream } from '../support/upstream';

const TOKEN = 'a-token-of-more-than-thirty-two-characters';
const RESOURCE = 'currency-offer';
const [READ, LIST] = ['/v1/currency-offers/7001', '/v1/currency-offers'];

const isInCanary = (key: string): boolean => {
  const fingerprint = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return isInShare(bucketOf('canary', RESOURCE, 'lifeboat', fingerprint), 20);
};
const keys = Array.from({ length: 60 }, (_, number) => `key-${number}`);
const inside = keys.filter(isInCanary).slice(0, 1);
/** Six sellers, one of them in a canary of 20%. */
const sellers = [...inside, ...keys.filter((key) => !isInCanary(key)).slice(0, 5)];
const [unlucky = ''] = inside;

let startedWhole: StartedWhole;
let upstreams: readonly ScriptedUpstream[];

/** Reads offers well, and answers the list with a 500. */
const halfDead = {
  request: (seenEntry: { path: string }, socket: { write: (text: string) => void }) => {
    const body = JSON.stringify({ data: currencyOffer(7001) });
    socket.write(seenEntry.path.includes('?') ? reply(500, '{}') : reply(200, body));
  },
};

async function served(key: string, path: string): Promise<string> {
  const { status, headers } = await ask(startedWhole.gateway, {
    path,
    headers: { Authorization: `Bearer ${key}` },
  });
  return [status, headers['x-lifeboat-served-by'], headers['x-lifeboat-because']].join(' ').trim();
}

async function admin(path: string, change?: unknown): Promise<string> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const post = change === undefined ? {} : { method: 'POST', body: JSON.stringify(change) };
  return (await ask(startedWhole.admin, { path, headers, ...post })).body;
}

beforeAll(async () => {
  const [v1, v2, webhook] = [
    await startUpstream(answering(200, '{"data":[]}')),
    await startUpstream(halfDead),
    await startUpstream(answering(200, '')),
  ];
  upstreams = [v1, v2, webhook];
  startedWhole = await startWhole({
    LIFEBOAT_UPSTREAM_V1: v1.origin,
    LIFEBOAT_UPSTREAM_V2: v2.origin,
    LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
    LIFEBOAT_CUTOVER_START: 'v1',
    LIFEBOAT_ADMIN_TOKEN: TOKEN,
    LIFEBOAT_NOTIFY_WEBHOOK: webhook.origin,
    LIFEBOAT_COMPARISON_SAMPLE: '0',
  });
});

afterAll(async () => {
  await startedWhole.close();
  await Promise.all(upstreams.map(({ close }) => close()));
});

describe('a canary of one of six sellers with one operation that v2 does not answer', () => {
  it('goes back with the fifth failed request, hurts no seller, and is reported on every channel', async () => {
    const askedEntry = {
      resource: RESOURCE,
      to: 'canary 20%',
      by: 'ada',
      reason: 'first seller',
      force: true,
    };
    await admin('/api/stages/move', askedEntry);
    const firstTexts = await Promise.all(sellers.map((key) => served(key, READ)));
    expect(firstTexts).toEqual(['200 v2', ...Array.from({ length: 5 }, () => '200 v1')]);
    expect(JSON.parse(await admin('/readyz'))).toEqual({ status: 'ready' });

    const answers: string[] = [];
    for (let time = 0; time < 6; time += 1) answers.push(await served(unlucky, LIST));
    expect(answers).toEqual([...Array.from({ length: 5 }, () => '200 v1 fallback'), '200 v1']);
    expect(await served(unlucky, READ)).toBe('200 v1');

    const reason = 'listCurrencyOffers: the last 5 requests have failed on v2';
    const texts = [
      `${RESOURCE} went back to shadow by itself, as v2 failed: see \`lifeboat stage log\``,
      `${RESOURCE}: v2 has failed requests of the last five minutes: listCurrencyOffers 5 of 5`,
      `${RESOURCE}: v1 has answered in v2's place 5 of 6 requests of the last five minutes`,
    ];
    const { degraded } = JSON.parse(await admin('/readyz')) as { readonly degraded: readonly string[] };
    expect(degraded).toEqual(expect.arrayContaining(texts));
    const pages = JSON.parse(await admin('/api/stages')) as readonly {
      readonly resource: string;
      readonly stage: string;
      readonly alarms: readonly { readonly text: string }[];
    }[];
    const page = pages.find(({ resource }) => resource === RESOURCE);
    expect(page?.stage).toBe('shadow');
    expect(page?.alarms.map(({ text }) => text)).toEqual(degraded);

    const metrics = await admin('/metrics');
    const of = `resource="${RESOURCE}"`;
    const list = `${of},operation="listCurrencyOffers"`;
    expect(metrics).toContain(`lifeboat_alarms{alarm="back",${of},severity="critical"} 1`);
    expect(metrics).toContain(`lifeboat_fallbacks_total{${list}} 5`);
    expect(metrics).toContain(`lifeboat_operations_total{${list},side="v2",outcome="failed"} 5`);

    const moved = await startedWhole.logged(
      `${RESOURCE} moved from canary 20% to shadow (breaker, lifeboat): ${reason}`,
    );
    expect(moved).toMatchObject({ level: 'warn' });
    for (const text of texts.slice(1))
      expect(await startedWhole.logged(text)).toMatchObject({ level: 'error' });
    const requests = startedWhole.log.filter(({ because }) => because === 'fallback');
    expect(requests).toHaveLength(5);
  });

  it('sends a notice to the webhook, too', () => {
    const delivered =
      upstreams[2]?.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>) ?? [];
    const kinds = delivered.map(({ kind, severity }) => [kind, severity].join(' ').trim());
    expect(kinds).toEqual(expect.arrayContaining(['moved', 'movedBack', 'degraded critical']));
  });
});
