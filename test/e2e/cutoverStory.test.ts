import { isDeepStrictEqual } from 'node:util';
import request from 'supertest';
import { shippedResource } from '../support/shipped.ts';
import { readPlan } from '../../src/cutover/plan.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { startStagedGateway, STORY_TOKEN, storyClock } from '../support/startStagedGateway.ts';

const DAY = 86_400_000;
const SUNSET = Date.UTC(2025, 10, 30);

const plan = {
  zone: 'Europe/Vilnius',
  advance: 'automatic',
  steps: [
    { resource: 'currency-offer', to: 'shadow', notBefore: '2025-10-01T09:00', require: { dwell: 0 } },
    {
      resource: 'currency-offer',
      to: 'canary 99%',
      notBefore: '2025-11-03T09:00',
      window: { days: ['mon', 'tue', 'wed', 'thu'], from: '09:00', to: '17:00' },
      require: { differing: '5%', errorTolerance: '10%' },
    },
  ],
};

/** An old client: reads its offer and writes it once; answers who served it, and what the read said. */
async function workday(
  origin: string,
  { keys, sampleCurrencyOfferId: id, sampleCurrencyGame: game }: Sandbox,
  day: number,
) {
  const client = request(origin);
  const offer = `/v1/currency-offers/${id}`;
  const authorization = `Bearer ${keys.v1}`;
  const delivery_time = { duration: 45, unit: 'minutes' };
  const change = {
    description: `day ${day}`,
    price: day / 1000,
    game,
    stock: day,
    min_quantity: 1,
    delivery_time,
  };
  const written = await client.patch(offer).set({ authorization }).send(change);
  const read = await client.get(offer).set({ authorization });
  const body: unknown = read.body;
  expect([written.status, read.status]).toEqual([200, 200]);
  expect(written.body).toMatchObject({ data: { attributes: { price: day / 1000, stock: day } } });
  expect(body).toMatchObject({ data: { attributes: { price: day / 1000, stock: day } } });
  expect(read.headers['deprecation']).toBe(`@${SUNSET / 1000}`);
  const served = [written, read].map((answer) => answer.headers['x-lifeboat-served-by']);
  return { served, body, client, offer, authorization };
}

/** As the comparison does: the same read on the other side, after the client has its answer. */
async function compareReads(
  { cutover, caller }: Awaited<ReturnType<typeof startStagedGateway>>,
  { body, client, offer, authorization }: Awaited<ReturnType<typeof workday>>,
): Promise<void> {
  const headers = { authorization, 'x-lifeboat-force': 'v2', 'x-lifeboat-token': STORY_TOKEN };
  for (let pair = 0; pair < 4; pair += 1) {
    const otherAnswer = await client.get(offer).set(headers);
    expect(otherAnswer.headers['x-lifeboat-served-by']).toBe('v2');
    const differs = !isDeepStrictEqual(otherAnswer.body, body);
    for (const { name: operation } of shippedResource('currency-offer').operations.map(
      (resolvedOperation) => resolvedOperation.operation,
    )) {
      cutover.observe('currency-offer', {
        kind: 'compared',
        caller,
        operation,
        signature: operation,
        differs,
      });
    }
  }
}

describe('a cutover from October to December 2025', () => {
  it('goes through shadow and canary to v2 at midnight UTC, and no client sees a failure', async () => {
    const clock = storyClock(Date.UTC(2025, 9, 1, 5));
    const sandbox = await openSandbox({ clock });
    const read = readPlan(
      plan,
      ['account', 'currency-offer'].map((name) => ({ name, operations: [] })),
    );
    if (!read.ok) throw read.error;
    const gateway = await startStagedGateway({
      v1: sandbox.origin,
      v2: sandbox.origin,
      keys: sandbox.keys,
      clock,
      sunset: SUNSET,
      plan: read.plan,
    });
    const stage = () =>
      gateway.cutover.overview().find(({ resource }) => resource === 'currency-offer')?.state.stage;
    const stages: string[] = [];
    const servedBy: string[] = [];
    for (let day = 1; day <= 66; day += 1) {
      clock.set(Date.UTC(2025, 8, 30, 12) + day * DAY);
      await gateway.cutover.tick();
      const worked = await workday(gateway.origin, sandbox, day);
      stages.push(stage()?.kind ?? '');
      servedBy.push([...new Set(worked.served)].join('+'));
      if (stage()?.kind !== 'shadow') continue;
      await compareReads(gateway, worked);
    }
    const november3 = 31 + 3;
    expect(new Set(stages.slice(0, november3 - 1))).toEqual(new Set(['shadow']));
    expect(new Set(stages.slice(november3 - 1))).toEqual(new Set(['canary']));
    expect(new Set(servedBy.slice(0, november3 - 1))).toEqual(new Set(['v1']));
    expect(new Set(servedBy.slice(november3 - 1))).toEqual(new Set(['v2']));
    expect(gateway.cutover.events().map(({ cause, from }) => `${cause} from ${from}`)).toEqual([
      'schedule from v1',
      'schedule from shadow',
    ]);

    const direct = () =>
      request(sandbox.origin)
        .get(`/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`)
        .auth(sandbox.keys.v1, { type: 'bearer' });
    const pinned = { resource: 'currency-offer', actor: 'ada', reason: 'the last hour of v1' };
    clock.set(SUNSET - 1);
    await gateway.cutover.change({ ...pinned, change: { kind: 'kill' } });
    expect((await workday(gateway.origin, sandbox, 500)).served).toEqual(['v1', 'v1']);
    expect((await direct()).status).toBe(200);
    clock.set(SUNSET);
    expect((await direct()).status).toBe(410);
    expect((await workday(gateway.origin, sandbox, 501)).served).toEqual(['v2', 'v2']);
  });
});
