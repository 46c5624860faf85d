import { createAdminApp } from '../../../src/http/admin/adminApp';
import { createControl } from '../../../src/http/admin/controlApp';
import { serverLimits } from '../../../src/http/server/openServer';
import { type RunningServer, startServer } from '../../../src/http/server/startServer';
import { openTestCutover, type TestCutover } from '../../cutover/support/openTestCutover';
import { realClock } from '../../support/realClock';
import { ask } from '../../support/talk';

const TOKEN = 'a-token-of-more-than-thirty-two-characters';
const servers: RunningServer[] = [];

async function open(token: string | undefined, cutover: TestCutover, openReads = false): Promise<string> {
  const control = createControl({ cutover, token, openReads, now: cutover.clock.now });
  const degraded = () => cutover.alarms.current().map(({ text }) => text);
  const edge = createAdminApp({ isReady: () => true, mappings: () => 'm', pages: {}, control, degraded });
  const local = { host: '127.0.0.1', port: 0, tls: undefined, limits: serverLimits, clock: realClock };
  const started = await startServer({ edge, ...local });
  if (!started.ok) throw new Error(started.failure.message);
  servers.push(started.value);
  return started.value.origin;
}

const call = async (origin: string, path: string, body?: unknown, token = TOKEN) => {
  const answer = await ask(origin, {
    path: `/cutover${path}`,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(answer.body) as unknown };
};

const canary = {
  resource: 'offer',
  actor: 'ada',
  reason: 'tried it',
  change: { kind: 'move', to: { kind: 'canary', percent: 5 } },
};

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close(0);
});

describe('the control of the cutover', () => {
  it('lets nobody in without the token, and nobody at all when there is none', async () => {
    const cutover = await openTestCutover();
    const guarded = await open(TOKEN, cutover);
    expect((await call(guarded, '/changes', canary, 'another')).status).toBe(401);
    expect((await ask(guarded, { path: '/cutover' })).status).toBe(401);
    expect((await call(await open(undefined, cutover), '/')).status).toBe(403);
    expect(cutover.events()).toEqual([]);
  });

  it('makes a change, which is in force on the next request, and shows it', async () => {
    const cutover = await openTestCutover();
    const origin = await open(TOKEN, cutover);
    expect(await call(origin, '/changes', { ...canary, force: true })).toEqual({
      status: 200,
      body: { resource: 'offer', kept: true, stage: 'canary 5%', killed: false },
    });
    await call(origin, '/changes', {
      ...canary,
      change: { kind: 'pin', caller: '0123456789ab', side: 'v2' },
    });
    await call(origin, '/changes', { ...canary, change: { kind: 'hold' } });
    expect((await call(origin, '/')).body).toMatchObject([
      {
        resource: 'offer',
        stage: 'canary 5%',
        held: 'tried it',
        pins: { '0123456789ab': 'v2' },
        killed: false,
      },
    ]);
    expect((await call(origin, '/decisions/offer/0123456789ab')).body).toMatchObject({
      side: 'v2',
      sentence: 'v2: the caller is pinned',
    });
    expect((await call(origin, '/decisions/offer/-')).body).toMatchObject({ because: 'noKey' });
    expect((await call(origin, '/log')).body).toMatchObject([
      { seq: 1, actor: 'ada', reason: 'tried it' },
      {},
      {},
    ]);
    expect((await call(origin, '/verification')).body).toEqual({ ok: true, events: 3 });
  });

  it('shows the name of a caller wherever it shows the caller', async () => {
    const cutover = await openTestCutover();
    const origin = await open(TOKEN, cutover);
    const caller = '0123456789ab';
    const label = { caller, name: 'shop' };
    expect(await call(origin, '/labels', label)).toEqual({ status: 200, body: { caller } });
    expect((await call(origin, '/labels', { ...label, name: '' })).status).toBe(422);
    const pin = { ...canary, change: { kind: 'pin', caller: 'shop', side: 'v2' } };
    expect((await call(origin, '/changes', pin)).status).toBe(200);
    expect(
      await call(origin, '/changes', { ...pin, change: { ...pin.change, caller: 'shp' } }),
    ).toMatchObject({
      status: 404,
      body: { message: `no caller shp; there are: shop (${caller})` },
    });
    const write = { id: 'r-1', resource: 'offer', operation: 'updateOffer', target: 'PATCH /v1/offers/1' };
    await cutover.ambiguous({ ...write, caller, side: 'v2', problem: 'upstreamTimeout' });
    expect((await call(origin, '/')).body).toMatchObject([
      { pins: { [caller]: 'v2' }, names: { [caller]: 'shop' } },
    ]);
    expect((await call(origin, '/log')).body).toMatchObject([{ change: { caller }, name: 'shop' }]);
    expect((await call(origin, '/writes')).body).toMatchObject([{ caller, name: 'shop' }]);
    expect((await call(origin, '/callers')).body).toMatchObject([{ caller, name: 'shop' }]);
    cutover.served({
      ...{ resource: 'offer', operation: 'readOffer', caller, side: 'v2', because: 'pinned' },
      ...{ failed: false, signature: '200', milliseconds: 5 },
    });
    const latest = new Date(cutover.clock.at).toISOString();
    expect((await call(origin, '/callers')).body).toMatchObject([{ caller, requests: 1, latest }]);
    expect((await call(origin, '/callers/offer')).body).toMatchObject([{ caller, name: 'shop', side: 'v2' }]);
    expect((await call(origin, '/callers/ofer')).status).toBe(404);
    const brownouts = (asked: string) => call(origin, `/retirement/brownouts/${asked}`);
    expect(await brownouts('shop')).toEqual({ status: 200, body: { caller, brownouts: [] } });
    expect(await brownouts('shp')).toMatchObject({
      status: 404,
      body: { message: `no caller shp; there are: shop (${caller})` },
    });
  });

  it('refuses what cannot be, with the reason', async () => {
    const origin = await open(TOKEN, await openTestCutover());
    expect(await call(origin, '/changes', { ...canary, resource: 'ofer' })).toEqual({
      status: 404,
      body: {
        resource: 'ofer',
        why: 'unknownResource',
        message: 'no resource ofer; there are: offer',
        resources: ['offer'],
      },
    });
    expect(
      (await call(origin, '/changes', { ...canary, change: { kind: 'move', to: { kind: 'v1' } } })).status,
    ).toBe(409);
    expect((await call(origin, '/changes', { ...canary, reason: ' ' })).status).toBe(422);
    expect(
      (await call(origin, '/changes', { ...canary, change: { kind: 'epoch', epoch: 'x' } })).status,
    ).toBe(422);
    expect((await call(origin, '/closings', { id: 'x' })).status).toBe(422);
    expect((await call(origin, '/decisions/ofer/-')).status).toBe(404);
  });

  it('lets whoever reaches it look without the token where reads are open, and nobody change', async () => {
    const origin = await open(undefined, await openTestCutover(), true);
    expect((await ask(origin, { path: '/cutover/log' })).status).toBe(200);
    expect((await call(origin, '/changes', canary)).status).toBe(403);
    const guarded = await open(TOKEN, await openTestCutover(), true);
    expect((await call(guarded, '/changes', canary, 'another')).status).toBe(401);
  });

  it('refuses a move forward whose gate is not passed with the verdict, and says beforehand what it would say', async () => {
    const origin = await open(TOKEN, await openTestCutover());
    const parity = { name: 'parity', outlook: 'undecided' };
    expect(await call(origin, '/changes', canary)).toMatchObject({
      status: 409,
      body: {
        why: 'gate',
        verdict: 'undecided',
        conditions: expect.arrayContaining([expect.objectContaining(parity)]) as unknown,
      },
    });
    const gate = await call(origin, '/gate/offer/canary%205%25');
    const moves = { resource: 'offer', from: 'v1', to: 'canary 5%', forward: true, killed: false };
    expect(gate).toMatchObject({ status: 200, body: [{ ...moves, verdict: 'undecided' }] });
    expect((await call(origin, '/gate/ofer/v2')).body).toMatchObject({ resources: ['offer'] });
    expect((await call(origin, '/gate/offer/v3')).status).toBe(422);
  });

  it('changes all resources at once, and one that refuses does not keep the others', async () => {
    const names = ['account', 'offer'];
    const resources = names.map((name) => ({ name, operations: [], epoch: '' }));
    const cutover = await openTestCutover({ subject: { resources } });
    const origin = await open(TOKEN, cutover);
    const all = (change: object) => call(origin, '/changes', { ...canary, resource: '*', change });
    await cutover.moveTo({ kind: 'v2' });
    expect(await all({ kind: 'move', to: { kind: 'shadow' } })).toMatchObject({
      status: 200,
      body: {
        changes: [
          { resource: 'account', stage: 'shadow' },
          { resource: 'offer', stage: 'shadow' },
        ],
      },
    });
    const killed = await all({ kind: 'kill' });
    expect(killed).toMatchObject({ status: 200, body: { changes: [{ killed: true }, { killed: true }] } });
    expect(names.map((name) => cutover.decide(name, 'a').because)).toEqual(['killed', 'killed']);
    expect(cutover.notices.filter(({ kind }) => kind === 'killed').map(({ resource }) => resource)).toEqual(
      names,
    );
    expect(await all({ kind: 'move', to: { kind: 'v1' } })).toMatchObject({
      status: 200,
      body: {
        changes: [
          { stage: 'v1', killed: true },
          { stage: 'v1', killed: true },
        ],
      },
    });
    expect(await all({ kind: 'move', to: { kind: 'v2' } })).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining('account from v1 to v2: the gate is not passed') as unknown,
        changes: [{ why: 'gate' }, { why: 'gate' }],
      },
    });
  });

  it('distinguishes mistakes of the request from a store that cannot be read', async () => {
    const cutover = await openTestCutover();
    const failing = { ...cutover, writes: () => Promise.reject(new Error('secret')) };
    const origin = await open(TOKEN, failing);
    expect((await call(origin, '/decisions/%zz/-')).status).toBe(400);
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const cut = await ask(origin, {
      path: '/cutover/changes',
      method: 'POST',
      headers,
      body: '{"resource":',
    });
    expect([cut.status, cut.body]).toEqual([400, '{"message":"The request cannot be read."}']);
    const { status, body } = await call(origin, '/writes');
    expect([status, body]).toEqual([
      503,
      { message: expect.stringMatching(/^The store cannot be read \(Error at .*\)\.$/) as unknown },
    ]);
  });

  it('lists ambiguous writes until someone closes them', async () => {
    const cutover = await openTestCutover();
    const origin = await open(TOKEN, cutover);
    const of = { resource: 'offer', operation: 'updateOffer', target: 'PATCH /v1/offers/1', caller: 'a' };
    await cutover.ambiguous({ ...of, id: 'r-1', side: 'v2', problem: 'upstreamTimeout' });
    expect((await call(origin, '/writes')).body).toMatchObject([{ id: 'r-1', problem: 'upstreamTimeout' }]);
    const closing = { id: 'r-1', by: 'ada', note: 'seen in the shop' };
    expect((await call(origin, '/closings', closing)).status).toBe(200);
    expect((await call(origin, '/closings', { ...closing, id: 'r-2' })).status).toBe(404);
    expect((await call(origin, '/writes')).body).toMatchObject([{ closed: { by: 'ada' } }]);
  });
});
