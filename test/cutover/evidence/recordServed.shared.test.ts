import type { ServedRequest } from '../../../src/cutover/evidence/traffic.js';
import { queueNews } from '../../../src/cutover/stages/memberNews.js';
import { LEASE_MS } from '../../../src/cutover/members/memberStore.js';
import { countServed } from '../support/countServed.ts';
import { memberGame } from '../support/memberGame.ts';
import { type TestMember, toV2 } from '../support/openMember.ts';
import { servedBy } from '../support/served.ts';

const game = memberGame(Date.UTC(2025, 9, 1, 12));
const { open, meanwhile: change } = game;
const answered = servedBy({ operation: 'read', caller: 'a0', side: 'v1' });
const serve = (member: TestMember, times: number, served: Partial<ServedRequest> = {}): void => {
  for (let time = 0; time < times; time += 1) member.served(answered(served));
};
const requestsAt = ({ overview }: TestMember): number =>
  overview().find(({ resource }) => resource === 'offer')?.evidence.v1.requests ?? 0;

describe('counts of processes that share a store', () => {
  it('are equal in all of them within a second, and stored once each', async () => {
    const [member, nextMember] = [await open(), await open()];
    await game.clock.advance(2_000);
    serve(member, 10);
    serve(nextMember, 5);
    await game.clock.advance(1_000);
    expect([member, nextMember].map(requestsAt)).toEqual([15, 15]);
    for (const { tick } of [member, nextMember]) await change(tick());
    expect(requestsAt(await open())).toBe(15);
  });

  it('are neither lost nor doubled if the saving process ends before it has saved', async () => {
    const [member, nextMember] = [await open(), await open()];
    await game.clock.advance(2_000);
    serve(member, 10);
    await game.clock.advance(1_000);
    await change(member.tick());
    serve(member, 4);
    serve(nextMember, 3);
    await game.clock.advance(1_000);
    member.freeze();
    member.cut(true);
    serve(nextMember, 2);
    await game.clock.advance(LEASE_MS + 2_000);
    expect(nextMember.isLeader()).toBe(true);
    await change(nextMember.tick());
    expect(requestsAt(nextMember)).toBe(19);
    expect(requestsAt(await open())).toBe(19);
  });

  it('are complete again in a process that was halted and has missed some', async () => {
    const [member, nextMember] = [await open(), await open()];
    await game.clock.advance(2_000);
    nextMember.freeze();
    for (let second = 0; second < 30; second += 1) {
      serve(member, 1);
      await game.clock.advance(1_000);
      if (second % 5 === 4) await change(member.tick());
    }
    nextMember.thaw();
    await game.clock.advance(2_000);
    expect([member, nextMember].map(requestsAt)).toEqual([30, 30]);
  });

  it('are complete again a minute after the store was silent for long', async () => {
    let isSilent = false;
    const hook = async (): Promise<void> => {
      if (isSilent) await new Promise<void>((resolve) => void game.clock.schedule(8_000, resolve));
    };
    const [member, nextMember] = [await open(), await open({}, hook)];
    await game.clock.advance(2_000);
    isSilent = true;
    await game.clock.advance(20_000);
    isSilent = false;
    await game.clock.advance(20_000);
    serve(member, 3);
    await game.clock.advance(62_000);
    expect(requestsAt(nextMember)).toBe(3);
  });

  it('move a resource back for all if only one process has seen v2 fail', async () => {
    const [one, nextMember] = [await open(), await open()];
    await game.clock.advance(2_000);
    await change(one.ask(toV2));
    const failed = { side: 'v2', failed: true, rescue: 'answered', signature: 'upstreamFailed' } as const;
    for (const caller of ['a0', 'b0', 'c0', 'd0', 'e0', 'f0']) serve(nextMember, 4, { ...failed, caller });
    await game.clock.advance(1_500);
    for (const member of [one, nextMember])
      expect(member.standing('offer').state.stage).toEqual({ kind: 'shadow' });
    expect(nextMember.events()).toHaveLength(2);
    const movedBack = [one, nextMember].flatMap(({ notices }) =>
      notices.filter(({ kind }) => kind === 'movedBack'),
    );
    expect(movedBack).toHaveLength(1);
  });

  it('keep a worker off v2 if another has seen it fail, except for forced requests of the operator', async () => {
    const [member, worker] = [await open(), await open({ acts: false })];
    await game.clock.advance(2_000);
    await change(member.ask(toV2));
    const failed = { side: 'v2', failed: true, signature: 'upstreamFailed' } as const;
    serve(member, 5, { ...failed, because: 'forced' });
    await game.clock.advance(1_000);
    expect([member, worker].map(({ standing }) => standing('offer').broken)).toEqual([false, false]);
    serve(member, 5, failed);
    await game.clock.advance(1_000);
    expect([member, worker].map(({ standing }) => standing('offer').broken)).toEqual([true, true]);
  });

  it('include the clients of each operation, once each', async () => {
    const members = [await open(), await open()];
    await game.clock.advance(2_000);
    for (const { counters } of members) countServed(counters)(answered());
    for (const { saveCounts } of [...members, ...members]) await change(saveCounts());
    const seenEntries = members.map(({ callers }) => callers('offer').map(({ caller, v1 }) => [caller, v1]));
    expect(seenEntries).toEqual([[['a0', 2]], [['a0', 2]]]);
  });

  it('include events directly after a subject was shared', async () => {
    const heard: string[] = [];
    const opened = [await open(), await open()].map((member) => {
      const news = queueNews<string>();
      member.share(
        'pairs',
        news.createPart((otherText, isRepeated) => isRepeated || heard.push(otherText)),
      );
      return news;
    });
    opened[1]?.add('pair');
    await game.clock.advance(3_000);
    expect(heard).toEqual(['pair']);
  });

  it('are received once by a process that has missed some and loads all again', async () => {
    const [one, nextMember, third] = [await open(), await open(), await open()];
    const heard: string[] = [];
    const [, , news] = [one, nextMember, third].map((member) => {
      const queue = queueNews<string>();
      member.share(
        'pairs',
        queue.createPart(
          (otherText, isRepeated) => isRepeated || member !== nextMember || heard.push(otherText),
        ),
      );
      return queue;
    });
    await game.clock.advance(2_000);
    nextMember.freeze();
    serve(one, 3);
    for (let round = 0; round < 3; round += 1) {
      await game.clock.advance(5_000);
      await change(one.tick());
    }
    news?.add('pair');
    await game.clock.advance(1_000);
    nextMember.thaw();
    await game.clock.advance(2_000);
    expect([heard, requestsAt(nextMember)]).toEqual([['pair'], 3]);
  });

  it('are told to the others by a process that leaves', async () => {
    const heard: string[] = [];
    const [leaving, news] = [await open(), queueNews<string>()];
    const member = await open();
    for (const each of [leaving, member]) {
      const part = each === leaving ? news : queueNews<string>();
      each.share(
        'pairs',
        part.createPart((otherText, isRepeated) => isRepeated || heard.push(otherText)),
      );
    }
    await game.clock.advance(2_000);
    news.add('first');
    await game.clock.advance(1_000);
    news.add('last');
    await change(leaving.leave());
    await game.clock.advance(1_000);
    expect(heard).toEqual(['first', 'last']);
  });

  it('include the names that people give to callers', async () => {
    const [member, nextMember] = [await open(), await open()];
    await game.clock.advance(2_000);
    await change(member.label('aaaaaaaaaaaa', 'shop'));
    await game.clock.advance(1_000);
    expect(nextMember.names().get('aaaaaaaaaaaa')).toBe('shop');
  });

  it('include the ambiguous writes of each process', async () => {
    const [member, nextMember] = [await open(), await open()];
    await game.clock.advance(2_000);
    const write = { id: 'r1', resource: 'offer', operation: 'update', target: 'PATCH /v1/offers/1' } as const;
    await nextMember.ambiguous({ ...write, caller: 'a0', side: 'v2', problem: 'upstreamTimeout' });
    await game.clock.advance(1_000);
    const writesAlarm = () => member.alarms.current().filter(({ kind }) => kind === 'writes').length;
    expect(writesAlarm()).toBe(1);
    expect(await member.closeWrite('r1', 'ada', 'seen')).toBe(true);
    await game.clock.advance(1_000);
    expect(nextMember.alarms.current().filter(({ kind }) => kind === 'writes')).toEqual([]);
  });
});
