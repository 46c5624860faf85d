import { exitCodeOf } from '../../../src/cli/command.js';
import { type MoveOptions, moveStage } from '../../../src/cli/cutover/moveStage.js';
import { showEntry } from '../../../src/cli/operatorClient.js';
import type { Stage } from '../../../src/cutover/stages/stage.js';
import type { RunningServer } from '../../../src/http/server/startServer.js';
import type { Entry } from '../../../src/operator/entry.js';
import { stageChanges } from '../../../src/operator/stageChanges.js';
import { openTestCutover, type TestCutover } from '../../cutover/support/openTestCutover.ts';
import { openAdminPort, TOKEN } from '../../http/admin/support/openAdminPort.ts';
import { ran, recordingTerminal } from '../../support/recordingTerminal.ts';

const environment = { LIFEBOAT_ADMIN_TOKEN: TOKEN };
const v2: Stage = { kind: 'v2' };
const gone: Stage = { kind: 'gone' };

let server: RunningServer;
let cutover: TestCutover;

beforeEach(async () => {
  const resources = ['account', 'offer'].map((name) => ({ name, operations: [], epoch: '' }));
  cutover = await openTestCutover({ subject: { resources } });
  server = await openAdminPort(cutover);
});

const stageOf = (resource: string) => cutover.standing(resource).state.stage.kind;

/** Moves, with a person who types an answer; without one nobody is there. */
async function move(
  resource: string,
  to: Stage | 'release',
  more: Partial<MoveOptions> = {},
  typed?: string,
  given: Readonly<Record<string, string>> = environment,
) {
  const askedTexts: string[] = [];
  const ask = (question: string): Promise<string> => {
    askedTexts.push(question);
    return Promise.resolve(typed ?? '');
  };
  const options = {
    reason: 'tried',
    by: 'ada',
    admin: server.origin,
    json: false,
    force: false,
    yes: false,
    ...more,
  };
  const person = typed === undefined ? undefined : ask;
  const { code, out, err } = await ran((terminal) =>
    moveStage(resource, to, options, { environment: given, terminal }, person),
  );
  return { code, asked: askedTexts, out, err: err.join('\n') };
}

describe('lifeboat stage set, forward', () => {
  it('shows from, to, the verdict and the missing conditions, and moves nothing without --force', async () => {
    const { code, out, err, asked: askedTexts } = await move('offer', v2, { yes: true }, 'yes');
    expect([code, out, askedTexts]).toEqual([1, [], []]);
    expect(err).toMatch(
      /^offer: from v1 to v2; the gate says: undecided\n {2}undecided: 0 of 0 compared requests/,
    );
    expect(err).toContain('not moved: the gate is not passed; wait for what is missing, or add --force');
    expect(stageOf('offer')).toBe('v1');
  });

  it('shows no move without the token that it needs', async () => {
    const { code, err } = await move('offer', v2, { force: true, yes: true }, undefined, {});
    expect([code, err]).toEqual([1, 'admin.token is missing: set LIFEBOAT_ADMIN_TOKEN as for the gateway']);
    expect(stageOf('offer')).toBe('v1');
  });

  it('asks on a terminal, and needs --yes elsewhere', async () => {
    expect(await move('offer', v2, { force: true })).toMatchObject({ code: 2, out: [] });
    expect(await move('offer', v2, { force: true }, 'no')).toMatchObject({
      code: 1,
      asked: ['Move it? [yes/no]'],
    });
    expect(stageOf('offer')).toBe('v1');
    expect(await move('offer', v2, { force: true }, 'y')).toMatchObject({
      code: 0,
      out: ['offer: at v2, in force'],
    });
    expect(await move('account', v2, { force: true, yes: true })).toMatchObject({ code: 0, asked: [] });
    expect([stageOf('offer'), stageOf('account')]).toEqual(['v2', 'v2']);
  });

  it('always asks for the name of the resource before gone', async () => {
    expect(await move('offer', gone, { force: true, yes: true })).toMatchObject({ code: 2, out: [] });
    const wrong = await move('offer', gone, { force: true, yes: true }, 'offers');
    expect(wrong).toMatchObject({ code: 2, asked: [expect.stringContaining('Type the resource')] });
    expect(wrong.err).toContain('not moved: "offers" is not offer');
    expect(await move('*', gone, { force: true })).toMatchObject({ code: 2 });
    expect(stageOf('offer')).toBe('v1');
    expect(await move('offer', gone, { force: true, confirm: 'offer' })).toMatchObject({ code: 0 });
    expect(await move('account', gone, { force: true }, 'account')).toMatchObject({ code: 0 });
    expect([stageOf('offer'), stageOf('account')]).toEqual(['gone', 'gone']);
  });
});

describe('lifeboat stage set of a killed resource', () => {
  it('says that the move is stored, but the resource killed', async () => {
    await cutover.change({ resource: 'offer', change: { kind: 'kill' }, actor: 'ada', reason: 'down' });
    expect(await move('offer', v2, { force: true, yes: true })).toMatchObject({
      code: 0,
      out: ['offer: stored at v2, but killed: everything goes to v1 until it is released'],
    });
    expect(stageOf('offer')).toBe('v2');
  });
});

describe('lifeboat stage set, back', () => {
  it('never asks, even for all resources, and says that the move of a killed one is stored', async () => {
    await cutover.moveTo(v2);
    const shadow: Stage = { kind: 'shadow' };
    expect(await move('offer', shadow)).toMatchObject({ code: 0, out: ['offer: at shadow, in force'] });
    await cutover.change({ resource: 'offer', change: { kind: 'kill' }, actor: 'ada', reason: 'down' });
    expect(await move('*', { kind: 'v1' })).toMatchObject({
      code: 0,
      out: [
        'account: unchanged, account is at v1 already',
        'offer: stored at v1, but killed: everything goes to v1 until it is released',
      ],
    });
  });
});

describe('lifeboat stage set of all resources, some back and some forward', () => {
  it('moves resources back at once without a question, and names those it left', async () => {
    await cutover.moveTo(v2);
    const { code, asked: askedTexts, out, err } = await move('*', { kind: 'shadow' }, {}, 'no');
    expect([code, askedTexts, out]).toEqual([0, [], ['offer: at shadow, in force']]);
    expect(err).toMatch(/^left, as shadow is forward of it: account at v1; move it by its own name$/m);
    expect([stageOf('offer'), stageOf('account')]).toEqual(['shadow', 'v1']);
  });

  it('moves all others back if one is refused, and says both', async () => {
    const resources = ['account', 'item', 'offer'].map((name) => ({ name, operations: [], epoch: '' }));
    const threeCutover = await openTestCutover({ subject: { resources } });
    for (const resource of ['account', 'offer'])
      await threeCutover.change({
        resource,
        actor: 'ada',
        reason: 'tried',
        force: true,
        change: { kind: 'move', to: v2 },
      });
    server = await openAdminPort({
      ...threeCutover,
      change: (request) =>
        request.resource === 'account'
          ? Promise.resolve({ ok: false, why: 'already', sentence: 'account is at shadow already' })
          : threeCutover.change(request),
    });
    const { code, err } = await move('*', { kind: 'shadow' });
    expect(code).toBe(1);
    expect(err).toContain('account is at shadow already');
    expect(err).toMatch(/^left, as shadow is forward of it: item at v1/m);
    expect(threeCutover.standing('offer').state.stage.kind).toBe('shadow');
  });

  it('moves back even without a terminal', async () => {
    await cutover.moveTo(v2);
    expect(await move('*', { kind: 'canary', percent: 5 })).toMatchObject({ code: 0 });
    expect([stageOf('offer'), stageOf('account')]).toEqual(['canary', 'v1']);
  });
});

describe('lifeboat stage kill, hold and release', () => {
  const change = async (resource: string, kind: 'hold' | 'kill' | 'release', json = false) => {
    const terminal = recordingTerminal();
    const asking = { place: { admin: server.origin, json }, environment, terminal };
    const entry: Entry = stageChanges[kind];
    const work = () => showEntry(entry, { resource, reason: 'tried', by: 'ada' }, asking);
    return { code: await exitCodeOf(work, terminal), ...terminal };
  };

  it('reach all resources with one command', async () => {
    const killed = ['account', 'offer'].map((name) => `${name}: killed, everything goes to v1`);
    expect(await change('*', 'kill')).toMatchObject({ code: 0, out: killed });
    expect(await change('*', 'hold')).toMatchObject({
      out: ['account: held at v1', 'offer: held at v1'],
    });
    const released = await change('*', 'release', true);
    expect(JSON.parse(released.out.join(''))).toMatchObject({ changes: [{ killed: false }, { kept: true }] });
    expect(cutover.notices.map(({ kind }) => kind)).toEqual(
      ['killed', 'held', 'released'].flatMap((kind) => [kind, kind]),
    );
  });

  it('ask before a release that sends traffic to v2 again', async () => {
    await cutover.moveTo(v2);
    await cutover.change({ resource: 'offer', change: { kind: 'kill' }, actor: 'ada', reason: 'down' });
    const refused = await move('*', 'release', { yes: true });
    expect(refused).toMatchObject({ code: 1, out: [] });
    expect(refused.err).toMatch(/^offer: from v1 to v2; the gate says: undecided\n {2}undecided: 0 of 0 /);
    expect(refused.err).toContain('not moved: the gate is not passed');
    expect(cutover.standing('offer').state.killed).toBe(true);
    const released = ['account: released, at v1', 'offer: released, at v2'];
    expect(await move('*', 'release', { yes: true, force: true })).toMatchObject({ code: 0, out: released });
  });

  it('suggest the resource that was probably meant', async () => {
    expect(await change('acount', 'kill')).toMatchObject({
      code: 1,
      err: ['no resource acount; there are: account, offer\n  = hint: did you mean "account"?'],
    });
  });
});
