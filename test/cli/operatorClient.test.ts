import { openOperator, showEntry } from '../../src/cli/operatorClient.js';
import { clientEntries } from '../../src/operator/clientEntries.js';
import { differenceEntries } from '../../src/operator/differenceEntries.js';
import type { Entry } from '../../src/operator/entry.js';
import { stageChanges } from '../../src/operator/stageChanges.js';
import { openTestCutover, type TestCutover } from '../cutover/support/openTestCutover.ts';
import { openAdminPort, TOKEN } from '../http/admin/support/openAdminPort.ts';
import { ran } from '../support/recordingTerminal.ts';
import { answering, startUpstream } from '../support/upstream.ts';

const environment = { LIFEBOAT_ADMIN_TOKEN: TOKEN };

describe('an entry that the admin port refuses', () => {
  it.each([
    ['{"detail":"There is no sample of this request."}', 'There is no sample of this request.'],
    ['{"message":"Resource not found."}', expect.stringContaining('is it the admin port of a gateway?')],
    ['nothing', expect.stringContaining('answered 404: is it the admin port of a gateway?')],
  ])('with %s is explained', async (body, sentence: unknown) => {
    const upstream = await startUpstream(answering(404, body));
    const client = openOperator({ admin: upstream.origin }, {}, { colour: false });
    if (!client.ok) throw new Error(client.failure.join());
    expect(await client.value.ask(differenceEntries.pair, { id: '1' })).toMatchObject({
      ok: false,
      failure: { sentence },
    });
  });

  it('of another version is named as another version', async () => {
    const upstream = await startUpstream(answering(200, '{"id":1}'));
    const client = openOperator({ admin: upstream.origin }, {}, { colour: false });
    if (!client.ok) throw new Error(client.failure.join());
    const askedResult = await client.value.ask(differenceEntries.pair, { id: '1' });
    expect(askedResult).toEqual({
      ok: false,
      failure: { sentence: `${upstream.origin} is the admin port of another version of Lifeboat` },
    });
  });
});

describe('a change in a hurry', () => {
  it('is made at a named gateway with the token of the environment while the settings have a fault', async () => {
    const cutover = await openTestCutover();
    const server = await openAdminPort(cutover);
    const faulty = { ...environment, LIFEBOAT_LISTEN_PROT: '1' };
    const { code } = await ran((terminal) =>
      showEntry(
        stageChanges.kill,
        { resource: '*', reason: 'an incident' },
        { place: { admin: server.origin }, environment: faulty, terminal },
      ),
    );
    expect(code).toBe(0);
    expect(cutover.standing('offer').state.killed).toBe(true);
  });

  it('of a resource named all says how to name all of them', async () => {
    const server = await openAdminPort(await openTestCutover());
    const { code, err } = await ran((terminal) =>
      showEntry(
        stageChanges.kill,
        { resource: 'all', reason: 'an incident' },
        { place: { admin: server.origin }, environment, terminal },
      ),
    );
    expect(code).toBe(1);
    expect(err.join('\n')).toContain('= hint: for all resources give --all');
  });
});

describe('a change for one client that takes two people', () => {
  it('is printed as one that waits', async () => {
    const cutover = await openTestCutover({ approvals: 2 });
    const server = await openAdminPort(cutover, TOKEN);
    const change = (entry: Entry, input: object) =>
      ran((terminal) =>
        showEntry(
          entry,
          { caller: '96e0a1b2c3d4', reason: 'tried', ...input },
          { place: { admin: server.origin }, environment, terminal },
        ),
      );
    const pinned = await change(stageChanges.pin, { resource: 'offer', side: 'v2' });
    const ended = await change(clientEntries.gone, {});
    const waits = (goal: string): unknown => [
      expect.stringContaining(`${goal} for caller 96e0a1b2c3d4 once somebody else approves it`),
    ];
    expect(pinned).toEqual({ code: 0, out: waits('offer: to v2'), err: [] });
    expect(ended).toEqual({ code: 0, out: waits('v1: to gone'), err: [] });
    expect(cutover.decide('offer', '96e0a1b2c3d4').side).toBe('v1');
  });
});

describe('a change of all resources', () => {
  const changeAll = async (cutover: TestCutover, entry: Entry, more: object) => {
    const server = await openAdminPort(cutover, TOKEN);
    const run = (json: boolean) =>
      ran((terminal) => {
        const asking = { place: { admin: server.origin, json }, environment, terminal };
        return showEntry(entry, { resource: '*', reason: 'tried', ...more }, asking);
      });
    const [lines, page] = [await run(false), await run(true)];
    return { lines, page };
  };

  it('that the only one refuses is printed as that of several', async () => {
    const { lines, page } = await changeAll(await openTestCutover(), stageChanges.move, { to: 'v2' });
    const err = [expect.stringMatching(/^offer: refused: /)];
    expect(lines).toEqual({ code: 1, out: [], err });
    expect(page).toEqual({ code: 1, out: [expect.any(String)], err });
    expect(JSON.parse(page.out.join(''))).toEqual({
      changes: [expect.objectContaining({ resource: 'offer', why: 'gate' })],
    });
  });

  it('says which one refuses it, which is there already and which waits for a second person', async () => {
    const resources = ['account', 'item', 'offer'].map((name) => ({ name, operations: [], epoch: '' }));
    const cutover = await openTestCutover({ subject: { resources }, approvals: 2 });
    await cutover.moveTo({ kind: 'v2' });
    const refusing: TestCutover = {
      ...cutover,
      change: (request) =>
        request.resource === 'account'
          ? Promise.resolve({ ok: false, why: 'overtaken', sentence: 'another process was first' })
          : cutover.change(request),
    };
    const { lines, page } = await changeAll(refusing, stageChanges.move, { to: 'v2', force: true });
    const err = ['account: refused: another process was first'];
    const waits = /^item: to v2 once somebody else approves it, until .*: lifeboat stage approve /;
    const out = [expect.stringMatching(waits), 'offer: unchanged, offer is at v2 already'];
    expect(lines).toEqual({ code: 1, out, err });
    expect(page).toMatchObject({ code: 1, err });
    expect(JSON.parse(page.out.join(''))).toMatchObject({
      changes: [
        { resource: 'account', why: 'overtaken' },
        { resource: 'item', to: 'v2' },
        { resource: 'offer', why: 'already' },
      ],
    });
  });
});
