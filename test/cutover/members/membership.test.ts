import { renameSync } from 'node:fs';
import { LEASE_MS } from '../../../src/cutover/members/memberStore.js';
import { joinMembers } from '../../../src/cutover/members/membership.js';
import { memberGame } from '../support/memberGame.ts';
import { type TestMember, toV2 } from '../support/openMember.ts';

const game = memberGame(Date.UTC(2025, 9, 1));
const { folder, open, meanwhile } = game;
const sideOf = ({ decide }: TestMember): string => {
  const { side, because } = decide('offer', 'abc');
  return `${side} ${because}`;
};
describe('processes that share a store', () => {
  it('obey a move before the process that made it answers, whichever process was asked', async () => {
    const [member, nextMember] = [await open(), await open()];
    const beganAt = game.clock.now();
    expect(await meanwhile(member.ask(toV2))).toEqual({ ok: true, kept: true });
    expect(sideOf(nextMember)).toBe('v2 stage');
    expect(game.clock.now() - beganAt).toBeLessThanOrEqual(150);
    expect(await meanwhile(nextMember.ask({ kind: 'kill' }))).toEqual({ ok: true, kept: true });
    expect(sideOf(member)).toBe('v1 killed');
  });

  it('refuse the later of two moves forward that were decided on the same state', async () => {
    const [member, nextMember] = [await open(), await open()];
    const outcomes = await meanwhile(
      Promise.all([member.ask({ kind: 'move', to: { kind: 'canary', percent: 5 } }), nextMember.ask(toV2)]),
    );
    expect(outcomes).toContainEqual({ ok: true, kept: true });
    expect(outcomes).toContainEqual({
      ok: false,
      why: 'overtaken',
      sentence: 'offer has been changed by another process meanwhile: look at it again',
    });
    expect(member.events()).toHaveLength(1);
  });

  it('wait for an unresponsive process no longer than its lease', async () => {
    const [member, nextMember] = [await open(), await open()];
    nextMember.freeze();
    const beganAt = game.clock.now();
    expect(await meanwhile(member.ask(toV2))).toEqual({ ok: true, kept: true });
    expect(game.clock.now() - beganAt).toBeLessThanOrEqual(LEASE_MS + 100);
    // Before any of its timers could go on.
    expect(sideOf(nextMember)).toBe('v1 degraded');
    nextMember.thaw();
    await game.clock.advance(100);
    expect(sideOf(nextMember)).toBe('v2 stage');
  });

  it('answer from v1 if they are cut off from the store for longer than the lease', async () => {
    const [member, nextMember] = [await open(), await open()];
    await meanwhile(member.ask(toV2));
    nextMember.cut(true);
    await game.clock.advance(LEASE_MS - 100);
    expect(sideOf(member)).toBe('v2 stage');
    await game.clock.advance(100);
    expect(sideOf(nextMember)).toBe('v1 degraded');
    expect(nextMember.alarms.current().map(({ kind }) => kind)).toContain('store cutover');
    nextMember.cut(false);
    await game.clock.advance(1_100);
    expect(sideOf(nextMember)).toBe('v2 stage');
  });

  it('have one process that acts for all, and another within the lease after its end', async () => {
    const [member, nextMember] = [await open(), await open()];
    const leader = () => member.members().find(({ leads }) => leads)?.id;
    await game.clock.advance(2_000);
    expect(leader()).toBe(member.id);
    expect(nextMember.members().map(({ id, live, leads }) => ({ id, live, leads }))).toEqual([
      { id: member.id, live: true, leads: true },
      { id: nextMember.id, live: true, leads: false },
    ]);
    member.freeze();
    await game.clock.advance(LEASE_MS + 1_000);
    expect(nextMember.members().map(({ id, live, leads }) => ({ id, live, leads }))).toEqual([
      { id: member.id, live: false, leads: false },
      { id: nextMember.id, live: true, leads: true },
    ]);
  });

  it('wait for no process that has ended for certain, and replace it as leader', async () => {
    const gone = new Set<string>();
    const isGone = ({ id }: { readonly id: string }): boolean => gone.has(id);
    const [member, nextMember] = [await open(), await open({ isGone })];
    member.freeze();
    gone.add(member.id);
    const beganAt = game.clock.now();
    expect(await meanwhile(nextMember.ask(toV2))).toEqual({ ok: true, kept: true });
    expect(game.clock.now() - beganAt).toBeLessThanOrEqual(100);
    await game.clock.advance(1_000);
    expect(nextMember.members().map(({ id, leads }) => ({ id, leads }))).toEqual([
      { id: nextMember.id, leads: true },
    ]);
    expect(nextMember.alarms.current()).toEqual([]);
  });

  it('share limits among those that answer clients, and never let a worker act for all', async () => {
    const primary = await open({ serves: false });
    const workers = [await open({ acts: false }), await open({ acts: false })];
    await game.clock.advance(1_100);
    expect([primary, ...workers].map(({ processes }) => processes())).toEqual([2, 2, 2]);
    primary.freeze();
    await game.clock.advance(LEASE_MS + 2_000);
    expect(workers.map(({ isLeader }) => isLeader())).toEqual([false, false]);
    primary.thaw();
    await game.clock.advance(1_000);
    expect(primary.isLeader()).toBe(true);
  });

  it('keep the share of an ended process for a minute, even if another takes its place', async () => {
    const [member, nextMember] = [await open(), await open(), await open()];
    await game.clock.advance(1_100);
    await nextMember.leave();
    await game.clock.advance(2_000);
    expect(member.processes()).toBe(3);
    await open();
    await game.clock.advance(2_000);
    expect(member.processes()).toBe(3);
    await game.clock.advance(61_000);
    const [last] = game.opened.slice(-1);
    await last?.leave();
    await game.clock.advance(58_000);
    expect(member.processes()).toBe(3);
    await game.clock.advance(4_000);
    expect(member.processes()).toBe(2);
  });

  it('admit no process with another secret, unless the present ones end within the lease', async () => {
    const [member, nextMember] = [await open(), await open()];
    await expect(meanwhile(open({ secret: 'another' }))).rejects.toThrow(
      `${member.id} shares the store and has another index.secret: if it is this gateway, which runs already, end it first`,
    );
    const joins = open({ secret: 'another' });
    await game.clock.advance(1_000);
    await Promise.all([member.leave(), nextMember.leave()]);
    expect((await meanwhile(joins)).members()).toHaveLength(1);
  });

  it('are cut off while their file is missing, and continue as members when it is back', async () => {
    const [member, nextMember] = [await open(), await open()];
    await meanwhile(member.ask(toV2));
    renameSync(folder.path('store.db'), folder.path('moved.db'));
    await game.clock.advance(2 * LEASE_MS);
    expect([member, nextMember].map(sideOf)).toEqual(['v1 degraded', 'v1 degraded']);
    renameSync(folder.path('moved.db'), folder.path('store.db'));
    await game.clock.advance(2 * LEASE_MS);
    expect([member, nextMember].map(sideOf)).toEqual(['v2 stage', 'v2 stage']);
    expect(await meanwhile(nextMember.ask({ kind: 'kill' }))).toEqual({ ok: true, kept: true });
    expect(sideOf(member)).toBe('v1 killed');
  });

  it('keep up their leases however often others write', async () => {
    let changed = (): void => undefined;
    const listed = { now: 0, members: [] };
    const store = {
      beat: () => Promise.resolve({ ...listed, lease: { holder: 'one', token: 1 } }),
      list: () => Promise.resolve(listed),
      leave: () => Promise.resolve(),
      watch: (heard: () => void) => {
        changed = heard;
        return () => undefined;
      },
    };
    const follow = () => new Promise<number>((resolve) => void game.clock.schedule(20, () => resolve(0)));
    const entry = { id: 'one', name: 'one', secret: 's', serves: true, acts: true, alarms: () => [] };
    const membership = await meanwhile(
      joinMembers({ ...entry, store: store as never, follow, clock: game.clock }),
    );
    for (let past = 0; past < 2 * LEASE_MS; past += 10) {
      changed();
      changed();
      await game.clock.advance(10);
    }
    expect(membership.isCutOff()).toBe(false);
    await meanwhile(membership.leave());
  });

  it('show the alarms that only one of them can know of, as long as it lives', async () => {
    const [member, nextMember] = [await open(), await open()];
    await game.clock.advance(2_000);
    const away = { kind: 'away v2', severity: 'critical', subject: '*', text: 'v2 is away' } as const;
    const textsOf = ({ alarms }: TestMember) => alarms.current().map(({ text }) => text);
    member.ownAlarms.replaceFindings('v2', [away]);
    expect(textsOf(member)).toEqual(['v2 is away']);
    await game.clock.advance(2_000);
    expect(textsOf(nextMember)).toEqual([`v2 is away (at ${member.id})`]);
    member.ownAlarms.replaceFindings('v2', []);
    expect(textsOf(member)).toEqual([]);
    await game.clock.advance(2_000);
    expect(textsOf(nextMember)).toEqual([]);
    member.ownAlarms.replaceFindings('v2', [away]);
    await game.clock.advance(2_000);
    member.freeze();
    member.cut(true);
    await game.clock.advance(LEASE_MS + 2_000);
    expect(textsOf(nextMember)).toEqual([expect.stringContaining(`the process ${member.id}`)]);
  });

  it('hand over at once if one leaves', async () => {
    const [member, nextMember] = [await open(), await open()];
    await game.clock.advance(1_000);
    await member.leave();
    await game.clock.advance(1_100);
    expect(nextMember.members().map(({ id, leads }) => ({ id, leads }))).toEqual([
      { id: nextMember.id, leads: true },
    ]);
  });
});
