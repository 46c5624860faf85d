import type { Served } from '../../../src/cutover/evidence/traffic';
import { queueNews } from '../../../src/cutover/stages/memberNews';
import { LEASE_MS } from '../../../src/cutover/members/memberStore';
import { createGameClock } from '../../support/gameClock';
import { temporaryFolder } from '../../support/temporaryFolder';
import { countServed } from '../support/countServed';
import { openMember, type TestMember, toV2 } from '../support/openMember';

const folder = temporaryFolder();
let clock = createGameClock(Date.UTC(2025, 9, 1, 12));
let opened: TestMember[] = [];
beforeEach(() => {
  clock = createGameClock(Date.UTC(2025, 9, 1, 12));
  opened = [];
});
afterEach(() => Promise.all(opened.map(({ close }) => close())));

const open = async (as: Parameters<typeof openMember>[3] = {}): Promise<TestMember> => {
  const member = await openMember(folder.path('store.db'), clock, {}, as);
  opened.push(member);
  return member;
};
const answered: Served = {
  ...{ resource: 'offer', operation: 'read', caller: 'a0', side: 'v1', because: 'stage', failed: false },
  ...{ signature: '200', milliseconds: 5 },
};
const serve = (member: TestMember, times: number, served: Partial<Served> = {}): void => {
  for (let time = 0; time < times; time += 1) member.served({ ...answered, ...served });
};
const requestsAt = ({ overview }: TestMember): number =>
  overview().find(({ resource }) => resource === 'offer')?.allTime.v1.requests ?? 0;
const change = async (work: Promise<unknown>): Promise<void> => {
  const running = { work: true };
  void work.finally(() => (running.work = false));
  while (running.work) await clock.advance(10);
};

describe('counts of processes that share a store', () => {
  it('are the same at each of them within a second, and in the store once each', async () => {
    const [one, other] = [await open(), await open()];
    await clock.advance(2_000);
    serve(one, 10);
    serve(other, 5);
    await clock.advance(1_000);
    expect([one, other].map(requestsAt)).toEqual([15, 15]);
    for (const { tick } of [one, other]) await change(tick());
    expect(requestsAt(await open())).toBe(15);
  });

  it('hold for one that comes later, of whom the first knew nothing', async () => {
    const one = await open();
    serve(one, 7);
    await clock.advance(3_000);
    const other = await open();
    serve(one, 2);
    await clock.advance(3_000);
    serve(other, 1);
    await clock.advance(1_000);
    expect([one, other].map(requestsAt)).toEqual([10, 10]);
  });

  it('are neither lost nor doubled when the one that saves them is gone before it has', async () => {
    const [one, other] = [await open(), await open()];
    await clock.advance(2_000);
    serve(one, 10);
    await clock.advance(1_000);
    await change(one.tick());
    serve(one, 4);
    serve(other, 3);
    await clock.advance(1_000);
    one.freeze();
    one.cut(true);
    serve(other, 2);
    await clock.advance(LEASE_MS + 2_000);
    expect(other.isLeader()).toBe(true);
    await change(other.tick());
    expect(requestsAt(other)).toBe(19);
    expect(requestsAt(await open())).toBe(19);
  });

  it('are right again at one that was stopped for so long that it has missed some', async () => {
    const [one, other] = [await open(), await open()];
    await clock.advance(2_000);
    other.freeze();
    for (let second = 0; second < 30; second += 1) {
      serve(one, 1);
      await clock.advance(1_000);
      if (second % 5 === 4) await change(one.tick());
    }
    other.thaw();
    await clock.advance(2_000);
    expect([one, other].map(requestsAt)).toEqual([30, 30]);
  });

  it('move a resource back for all when only one of them has seen v2 fail', async () => {
    const [one, other] = [await open(), await open()];
    await clock.advance(2_000);
    await change(one.ask(toV2));
    const failed = { side: 'v2', failed: true, rescue: 'answered', signature: 'upstreamFailed' } as const;
    for (const caller of ['a0', 'b0', 'c0', 'd0', 'e0', 'f0']) serve(other, 4, { ...failed, caller });
    await clock.advance(1_500);
    for (const member of [one, other])
      expect(member.standing('offer').state.stage).toEqual({ kind: 'shadow' });
    expect(other.events()).toHaveLength(2);
    const movedBack = [one, other].flatMap(({ notices }) =>
      notices.filter(({ kind }) => kind === 'movedBack'),
    );
    expect(movedBack).toHaveLength(1);
  });

  it('keep a worker off v2 when another has seen it fail, but not for requests that the operator forced', async () => {
    const [one, worker] = [await open(), await open({ acts: false })];
    await clock.advance(2_000);
    await change(one.ask(toV2));
    const failed = { side: 'v2', failed: true, signature: 'upstreamFailed' } as const;
    serve(one, 5, { ...failed, because: 'forced' });
    await clock.advance(1_000);
    expect([one, worker].map(({ standing }) => standing('offer').broken)).toEqual([false, false]);
    serve(one, 5, failed);
    await clock.advance(1_000);
    expect([one, worker].map(({ standing }) => standing('offer').broken)).toEqual([true, true]);
  });

  it('include who asks for what, once each', async () => {
    const members = [await open(), await open()];
    await clock.advance(2_000);
    for (const { counters } of members) countServed(counters)(answered);
    for (const { saveCounts } of [...members, ...members]) await change(saveCounts());
    const seen = members.map(({ callers }) => callers('offer').map(({ caller, v1 }) => [caller, v1]));
    expect(seen).toEqual([[['a0', 2]], [['a0', 2]]]);
  });

  it('include what happened at once after a subject was shared', async () => {
    const heard: string[] = [];
    const opened = [await open(), await open()].map((member) => {
      const news = queueNews<string>((others, _from, again) => void (again || heard.push(...others)));
      member.share('pairs', news.part);
      return news;
    });
    opened[1]?.add('pair');
    await clock.advance(3_000);
    expect(heard).toEqual(['pair']);
  });

  it('are heard once by one that has missed some of them and loads all anew', async () => {
    const [one, other, third] = [await open(), await open(), await open()];
    const heard: string[] = [];
    const [, , news] = [one, other, third].map((member) => {
      const queue = queueNews<string>(
        (others, _from, again) => void (again || member !== other || heard.push(...others)),
      );
      member.share('pairs', queue.part);
      return queue;
    });
    await clock.advance(2_000);
    other.freeze();
    serve(one, 3);
    for (let round = 0; round < 3; round += 1) {
      await clock.advance(5_000);
      await change(one.tick());
    }
    news?.add('pair');
    await clock.advance(1_000);
    other.thaw();
    await clock.advance(2_000);
    expect([heard, requestsAt(other)]).toEqual([['pair'], 3]);
  });

  it('include the ambiguous writes of each', async () => {
    const [one, other] = [await open(), await open()];
    await clock.advance(2_000);
    const write = { id: 'r1', resource: 'offer', operation: 'update', target: 'PATCH /v1/offers/1' } as const;
    await other.ambiguous({ ...write, caller: 'a0', side: 'v2', problem: 'upstreamTimeout' });
    await clock.advance(1_000);
    const writesAlarm = () => one.alarms.current().filter(({ kind }) => kind === 'writes').length;
    expect(writesAlarm()).toBe(1);
    expect(await one.closeWrite('r1', 'ada', 'seen')).toBe(true);
    await clock.advance(1_000);
    expect(other.alarms.current().filter(({ kind }) => kind === 'writes')).toEqual([]);
  });
});
