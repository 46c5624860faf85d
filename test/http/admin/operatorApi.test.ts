import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { ask } from '../../support/talk.ts';
import { adminPorts, callApi as call, TOKEN } from './support/openAdminPort.ts';

const open = adminPorts();

const canary = { resource: 'offer', reason: 'tried it', to: 'canary 5%' };

describe('the admin API', () => {
  it('makes a change in the name of the token, in force on the next request, and shows it', async () => {
    const cutover = await openTestCutover();
    const origin = await open(cutover);
    const { status, body } = await call(origin, '/stages/move', { ...canary, force: true, by: 'ada' });
    expect({ status, body }).toEqual({
      status: 200,
      body: { changes: [{ resource: 'offer', kept: true, stage: 'canary 5%', killed: false }] },
    });
    const pin = { resource: 'offer', reason: 'tried it', caller: '0123456789ab', side: 'v2' };
    await call(origin, '/stages/pin', pin);
    await call(origin, '/stages/hold', { resource: 'offer', reason: 'tried it' });
    expect((await call(origin, '/stages')).body).toMatchObject([
      {
        resource: 'offer',
        stage: 'canary 5%',
        held: 'tried it',
        pins: { '0123456789ab': 'v2' },
        killed: false,
      },
    ]);
    expect((await call(origin, '/stages/decision?resource=offer&caller=0123456789ab')).body).toMatchObject({
      side: 'v2',
      sentence: 'v2: the caller is pinned',
    });
    expect((await call(origin, '/stages/decision?resource=offer')).body).toMatchObject({ because: 'noKey' });
    expect((await call(origin, '/stages/log')).body).toMatchObject([
      { seq: 1, actor: 'admin', reason: 'tried it (by ada)' },
      { actor: 'admin', reason: 'tried it' },
      {},
    ]);
    expect((await call(origin, '/stages/verification')).body).toEqual({ ok: true, events: 3 });
  });

  it('shows the name of a caller in every view of the caller', async () => {
    const cutover = await openTestCutover();
    const origin = await open(cutover);
    const caller = '0123456789ab';
    expect((await call(origin, '/clients/label', { caller, name: 'shop' })).body).toEqual({ caller });
    const pin = { resource: 'offer', reason: 'tried it', caller: 'shop', side: 'v2' };
    expect((await call(origin, '/stages/pin', pin)).status).toBe(200);
    expect(await call(origin, '/stages/pin', { ...pin, caller: 'shp' })).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      body: {
        type: '/api/problems#unknownCaller',
        status: 404,
        detail: `no caller shp; there are: shop (${caller})`,
      },
    });
    const write = { id: 'r-1', resource: 'offer', operation: 'updateOffer', target: 'PATCH /v1/offers/1' };
    await cutover.ambiguous({ ...write, caller, side: 'v2', problem: 'upstreamTimeout' });
    expect((await call(origin, '/stages')).body).toMatchObject([
      { pins: { [caller]: 'v2' }, names: { [caller]: 'shop' } },
    ]);
    expect((await call(origin, '/stages/log')).body).toMatchObject([{ change: { caller }, name: 'shop' }]);
    expect((await call(origin, '/writes')).body).toMatchObject([{ caller, name: 'shop' }]);
    cutover.served({
      resource: 'offer',
      operation: 'readOffer',
      caller,
      side: 'v2',
      because: 'pinned',
      failed: false,
      signature: '200',
      milliseconds: 5,
    });
    const latestText = new Date(cutover.clock.at).toISOString();
    expect((await call(origin, '/clients')).body).toMatchObject([
      { caller, name: 'shop', requests: 1, latest: latestText },
    ]);
    expect((await call(origin, '/clients?resource=offer')).body).toMatchObject([
      { caller, name: 'shop', seen: [{ resource: 'offer', side: 'v2' }] },
    ]);
    expect((await call(origin, '/clients?resource=ofer')).status).toBe(404);
    expect((await call(origin, '/brownouts/client?caller=shp')).status).toBe(404);
  });

  it('refuses an impossible change with the reason, as a problem whose type links to its help', async () => {
    const origin = await open(await openTestCutover());
    const refused = await call(origin, '/stages/move', { ...canary, resource: 'ofer' });
    expect(refused).toMatchObject({
      status: 404,
      body: {
        type: '/api/problems#unknownResource',
        title: 'There is no such resource',
        status: 404,
        detail: 'no resource ofer; there are: offer',
        resource: 'ofer',
        resources: ['offer'],
      },
    });
    const help = await ask(origin, { path: '/api/problems' });
    expect(help.body).toContain('<h2 id="unknownResource">There is no such resource</h2>');
    expect((await call(origin, '/stages/move', { ...canary, to: 'v1' })).status).toBe(409);
    expect((await call(origin, '/stages/move', { ...canary, to: 'v3' })).status).toBe(422);
    expect((await call(origin, '/stages/move', { ...canary, reason: ' ' })).body).toMatchObject({
      detail: 'reason: a reason is needed',
    });
    expect((await call(origin, '/stages/move', { ...canary, actor: 'eve' })).status).toBe(422);
    expect((await call(origin, '/writes/close', { id: 'x' })).status).toBe(422);
    expect((await call(origin, '/nothing')).body).toMatchObject({ type: '/api/problems#notFound' });
  });

  it('refuses a move whose gate is not passed with the verdict, and forecasts that verdict', async () => {
    const origin = await open(await openTestCutover());
    const parity = { name: 'parity', outlook: 'undecided' };
    expect(await call(origin, '/stages/move', canary)).toMatchObject({
      status: 409,
      body: {
        type: '/api/problems#gate',
        verdict: 'undecided',
        conditions: expect.arrayContaining([expect.objectContaining(parity)]) as unknown,
      },
    });
    const gate = await call(origin, '/stages/gate?resource=offer&to=canary%205%25');
    const moves = { resource: 'offer', from: 'v1', to: 'canary 5%', forward: true, killed: false };
    expect(gate).toMatchObject({ status: 200, body: [{ ...moves, verdict: 'undecided' }] });
    expect((await call(origin, '/stages/gate?resource=ofer&to=v2')).body).toMatchObject({
      resources: ['offer'],
    });
    expect((await call(origin, '/stages/gate?resource=offer&to=v3')).status).toBe(422);
  });

  it('changes all resources in one request, even if one refuses', async () => {
    const names = ['account', 'offer'];
    const resources = names.map((name) => ({ name, operations: [], epoch: '' }));
    const cutover = await openTestCutover({ subject: { resources } });
    const origin = await open(cutover);
    const all = (kind: string, more: object = {}) =>
      call(origin, `/stages/${kind}`, { resource: '*', reason: 'tried it', ...more });
    await cutover.moveTo({ kind: 'v2' });
    expect((await all('move', { to: 'shadow' })).body).toMatchObject({
      changes: [
        { resource: 'account', stage: 'shadow' },
        { resource: 'offer', stage: 'shadow' },
      ],
    });
    expect((await all('kill')).body).toMatchObject({ changes: [{ killed: true }, { killed: true }] });
    expect(names.map((name) => cutover.decide(name, 'a').because)).toEqual(['killed', 'killed']);
    const killed = cutover.notices.filter(({ kind }) => kind === 'killed');
    expect(killed.map(({ resource }) => resource)).toEqual(names);
    expect((await all('move', { to: 'v1' })).body).toMatchObject({
      changes: [
        { stage: 'v1', killed: true },
        { stage: 'v1', killed: true },
      ],
    });
    expect(await all('move', { to: 'v2' })).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringContaining('account from v1 to v2: the gate is not passed') as unknown,
        changes: [{ why: 'gate' }, { why: 'gate' }],
      },
    });
  });

  it('distinguishes mistakes in the request from an unreadable store', async () => {
    const cutover = await openTestCutover();
    const origin = await open({ ...cutover, writes: () => Promise.reject(new Error('secret')) });
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const cut = await ask(origin, {
      path: '/api/stages/move',
      method: 'POST',
      headers,
      body: '{"resource":',
    });
    expect([cut.status, JSON.parse(cut.body)]).toMatchObject([
      422,
      { detail: 'The request cannot be read.' },
    ]);
    const { status, body } = await call(origin, '/writes');
    expect([status, body]).toMatchObject([503, { detail: 'The store cannot be read (Error).' }]);
  });

  it('answers an unchanged view with 304, and takes an action once for each key', async () => {
    const cutover = await openTestCutover();
    const origin = await open(cutover);
    const { headers } = await call(origin, '/stages/log');
    const same = { 'If-None-Match': headers['etag'] ?? '' };
    expect((await call(origin, '/stages/log', undefined, same)).status).toBe(304);
    const hold = { resource: 'offer', reason: 'once' };
    const key = { 'Idempotency-Key': 'k-1' };
    const firstAnswer = await call(origin, '/stages/hold', hold, key);
    expect((await call(origin, '/stages/hold', hold, key)).body).toEqual(firstAnswer.body);
    expect((await call(origin, '/stages/hold', { ...hold, reason: 'twice' }, key)).status).toBe(422);
    expect(cutover.events()).toHaveLength(1);
    expect((await call(origin, '/stages/log', undefined, same)).status).toBe(200);
  });
});
