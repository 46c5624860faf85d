import { stageChanges } from '../../src/operator/stageChanges.js';
import type { RunningServer } from '../../src/http/server/startServer.js';
import { openMember, type TestMember } from '../cutover/support/openMember.ts';
import { openTestCutover, planOf, type TestCutover } from '../cutover/support/openTestCutover.ts';
import { callApi, openAdminPort, TOKEN } from '../http/admin/support/openAdminPort.ts';
import { createGameClock } from '../support/gameClock.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const folder = temporaryFolder();
const HOUR_MS = 3_600_000;
const forward = { resource: 'offer', reason: 'it is time', to: 'canary 5%', force: true };

let cutover: TestCutover;
let server: RunningServer;
let asBob: Readonly<Record<string, string>>;

beforeEach(async () => {
  cutover = await openTestCutover({ approvals: 2 });
  server = await openAdminPort(cutover, TOKEN, { file: folder.path('tokens.json') });
  await callApi(server.origin, '/tokens/remove', { name: 'bob' });
  const { body } = await callApi(server.origin, '/tokens/add', { name: 'bob', role: 'operator' });
  asBob = { Authorization: `Bearer ${(body as { token: string }).token}` };
});

const call = (path: string, body?: unknown, headers = {}) => callApi(server.origin, path, body, headers);
const stage = (): string => cutover.standing('offer').state.stage.kind;

/** Asks for a move forward as bob; returns the id of the request. */
async function askedByBob(): Promise<string> {
  const { body } = await call('/stages/move', forward, asBob);
  return (body as { changes: { request: string }[] }).changes[0]?.request ?? '';
}

describe('the name of a client that a brownout of the plan spares or refuses', () => {
  it('is neither taken nor given by one person', async () => {
    const [ADA, BOT] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
    const brownout = { at: '2025-10-02T00:00', minutes: 60 };
    const plan = planOf({
      brownouts: [
        { ...brownout, except: ['ada'] },
        { ...brownout, at: '2025-10-03T00:00', clients: ['bot'] },
      ],
    });
    const planned = await openTestCutover({ approvals: 2, plan });
    expect(await planned.label(ADA, 'ada')).toMatchObject({ ok: true });
    for (const [caller, name] of [
      [ADA, undefined],
      [ADA, 'other'],
      [BOT, 'bot'],
    ] as const) {
      const refused = await planned.label(caller, name);
      expect(refused).toEqual({
        ok: false,
        sentence: expect.stringContaining('goes by this name') as string,
      });
    }
    expect(await planned.label(BOT, 'other')).toMatchObject({ ok: true });
    planned.clock.at += 4 * 24 * HOUR_MS;
    expect(await planned.label(ADA, undefined)).toMatchObject({ ok: true });
  });
});

describe('a move forward under the rule of two people', () => {
  it('waits until another name approves it, and the log contains both names', async () => {
    const id = await askedByBob();
    expect(stage()).toBe('v1');
    expect(cutover.notices).toMatchObject([
      { kind: 'asked', text: expect.stringContaining('to move it to canary 5% (manual, bob)') as string },
    ]);
    expect((await call('/stages/requests')).body).toMatchObject([
      { id, resource: 'offer', from: 'v1', to: 'canary 5%', actor: 'bob', reason: 'it is time' },
    ]);
    const ownAnswer = await call('/stages/approve', { id }, asBob);
    expect(ownAnswer).toMatchObject({ status: 409, body: { type: '/api/problems#secondPerson' } });
    expect((await call('/stages/approve', { id })).status).toBe(200);
    expect(stage()).toBe('canary');
    expect(cutover.events()).toMatchObject([
      { actor: 'bob', change: { kind: 'ask' } },
      { actor: 'bob, approved by admin', reason: 'it is time', change: { kind: 'move' } },
    ]);
    expect((await call('/stages/approve', { id })).status).toBe(404);
    expect(await cutover.verify()).toMatchObject({ ok: true });
  });

  it('cannot be approved by the same name in other letters', async () => {
    const id = await askedByBob();
    await call('/tokens/remove', { name: 'Bob' });
    const { body } = await call('/tokens/add', { name: 'Bob', role: 'operator' });
    const asSame = { Authorization: `Bearer ${(body as { token: string }).token}` };
    expect(await call('/stages/approve', { id }, asSame)).toMatchObject({
      status: 409,
      body: { type: '/api/problems#secondPerson' },
    });
    expect(stage()).toBe('v1');
  });

  it('is told as stored, not as in force, if the resource was killed meanwhile', async () => {
    const id = await askedByBob();
    await call('/stages/kill', { resource: 'offer', reason: 'an incident' });
    const { body } = await call('/stages/approve', { id });
    const { approve } = stageChanges;
    expect(approve.words?.({ id }, approve.output.parse(body))).toEqual([
      'offer: stored at canary 5%, but killed: everything goes to v1 until it is released',
    ]);
  });

  it('cannot be approved after an hour', async () => {
    const id = await askedByBob();
    cutover.clock.at += HOUR_MS;
    expect((await call('/stages/approve', { id })).status).toBe(404);
    expect(stage()).toBe('v1');
  });

  it('is refused at once if the gate is not passed and the move is not forced', async () => {
    expect((await call('/stages/move', { ...forward, force: false }, asBob)).status).toBe(409);
    expect((await call('/stages/requests')).body).toEqual([]);
  });
});

describe('a move back under the rule of two people', () => {
  it('never waits, nor do a kill and a hold: only the release of a kill waits', async () => {
    await cutover.moveTo({ kind: 'v2' });
    expect((await call('/stages/move', { ...forward, to: 'shadow' }, asBob)).status).toBe(200);
    expect(stage()).toBe('shadow');
    await cutover.moveTo({ kind: 'v2' });
    const motive = { resource: 'offer', reason: 'now' };
    await call('/stages/hold', motive, asBob);
    await call('/stages/kill', motive, asBob);
    expect(cutover.standing('offer').state.killed).toBe(true);
    const released = await call('/stages/release', { ...motive, force: true }, asBob);
    expect(released.body).toMatchObject({ changes: [{ resource: 'offer', to: 'v2' }] });
    expect(cutover.standing('offer').state.killed).toBe(true);
    const [request] = (await call('/stages/requests')).body as { id: string }[];
    await call('/stages/approve', { id: request?.id });
    expect(cutover.standing('offer').state.killed).toBe(false);
  });
});

describe('a change for one client under the rule of two people', () => {
  const caller = '96e0a1b2c3d4';
  const motive = { caller, reason: 'they asked' };
  const pinTo = (side: string) => call('/stages/pin', { ...motive, resource: 'offer', side }, asBob);
  const extendUntil = (until: string) => call('/clients/extend', { ...motive, until }, asBob);
  const retire = (undo: boolean) => call('/clients/gone', { ...motive, undo }, asBob);
  const requests = async () =>
    (await call('/stages/requests')).body as { id: string; resource: string; from: string; to: string }[];
  const approveAll = async () => {
    for (const { id } of await requests()) await call('/stages/approve', { id });
  };

  it('waits if v2 is to answer it, and the log names both people', async () => {
    expect((await pinTo('v2')).body).toMatchObject({
      changes: [{ resource: 'offer', to: `v2 for caller ${caller}` }],
    });
    expect(cutover.decide('offer', caller).side).toBe('v1');
    expect(cutover.notices.at(-1)?.text).toContain(
      `offer waits for a second person to move it to v2 for caller ${caller} (manual, bob)`,
    );
    const [request] = await requests();
    expect((await call('/stages/approve', { id: request?.id }, asBob)).status).toBe(409);
    const { body } = await call('/stages/approve', { id: request?.id });
    expect(body).toEqual({ changes: [{ resource: 'offer', kept: true, to: `v2 for caller ${caller}` }] });
    expect(cutover.decide('offer', caller)).toMatchObject({ side: 'v2', because: 'pinned' });
    expect(cutover.events().at(-1)).toMatchObject({
      actor: 'bob, approved by admin',
      change: { side: 'v2' },
    });
    expect(await cutover.verify()).toMatchObject({ ok: true });
  });

  it('waits if it takes away a pin to v1 where v2 answers, and nowhere else', async () => {
    await pinTo('v1');
    expect((await pinTo('none')).body).toMatchObject({ changes: [{ kept: true }] });
    await pinTo('v1');
    await cutover.moveTo({ kind: 'v2' });
    await pinTo('none');
    expect(cutover.decide('offer', caller).side).toBe('v1');
    expect(await requests()).toMatchObject([{ from: 'v2', to: `v2 for caller ${caller}` }]);
    await approveAll();
    expect(cutover.decide('offer', caller).side).toBe('v2');
  });

  it('waits if v1 is to end for it, and if it is spared for less time', async () => {
    expect((await retire(false)).body).toMatchObject({ resource: '*', to: `gone for caller ${caller}` });
    expect(cutover.decide('offer', caller).side).toBe('v1');
    await approveAll();
    expect(cutover.decide('offer', caller).side).toBe('gone');
    await extendUntil('2025-11-20');
    expect(cutover.decide('offer', caller).side).toBe('v1');
    await extendUntil('2025-11-10');
    await extendUntil('');
    expect(await requests()).toMatchObject([{ to: `brownouts and its end for caller ${caller}` }]);
    await approveAll();
    expect(cutover.decide('offer', caller).side).toBe('gone');
  });

  it('never waits if it goes back to v1 or gets more time', async () => {
    await cutover.moveTo({ kind: 'v2' });
    for (const back of [() => pinTo('v1'), () => extendUntil('2025-11-20'), () => retire(true)])
      expect((await back()).status).toBe(200);
    expect(cutover.decide('offer', caller)).toMatchObject({ side: 'v1', because: 'pinned' });
    await cutover.moveTo({ kind: 'shadow' });
    await pinTo('v2');
    await approveAll();
    await pinTo('none');
    expect(cutover.decide('offer', caller)).toMatchObject({ side: 'v1', because: 'stage' });
    expect(await requests()).toEqual([]);
  });

  it('waits beside a move of its resource, and neither ends the other', async () => {
    await askedByBob();
    await pinTo('v2');
    expect(await requests()).toHaveLength(2);
    await approveAll();
    expect(stage()).toBe('canary');
    expect(cutover.standing('offer').state.pins.get(caller)).toBe('v2');
  });
});

describe('a move forward that is requested in one of several processes', () => {
  it('can be approved in any process of the store, even in one that starts later', async () => {
    const clock = createGameClock(Date.UTC(2025, 9, 1));
    const opened: { readonly member: TestMember; readonly port: RunningServer }[] = [];
    const open = async () => {
      const member = await openMember(folder.path('store.db'), clock, { approvals: 2 });
      const port = await openAdminPort({ ...member, clock }, TOKEN, { file: folder.path('tokens.json') });
      opened.push({ member, port });
      return {
        member,
        call: (path: string, body?: unknown, headers = {}) => callApi(port.origin, path, body, headers),
      };
    };
    /** Lets the clock go on until a call is answered. */
    const meanwhile = async <Value>(work: Promise<Value>): Promise<Value> => {
      const running = { work: true };
      const settled = work.finally(() => (running.work = false));
      while (running.work) await clock.advance(10);
      return settled;
    };
    const [firstMember, nextEntry] = [await open(), await open()];
    const { body } = await meanwhile(firstMember.call('/stages/move', forward, asBob));
    const [{ request: id } = {}] = (body as { changes: { request?: string }[] }).changes;
    const late = await open();
    expect((await late.call('/stages/requests')).body).toMatchObject([{ id, actor: 'bob' }]);
    expect(await meanwhile(nextEntry.call('/stages/approve', { id }))).toMatchObject({ status: 200 });
    expect(firstMember.member.standing('offer').state).toMatchObject({
      stage: { kind: 'canary' },
      by: 'bob, approved by admin',
    });
    expect((await late.call('/stages/requests')).body).toEqual([]);
    await Promise.all(opened.map(({ port }) => port.close(0)));
    await Promise.all(opened.map(({ member }) => member.close()));
  });
});
