import { setImmediate as nextTurn } from 'node:timers/promises';
import { shareCutover } from '../../../src/runtime/cluster/cluster';
import type { Cutover } from '../../../src/cutover/cutover';
import type { Standings } from '../../../src/cutover/servingCutover';
import { openTestCutover } from '../../cutover/support/openTestCutover';
import { fakeClock } from '../../gateway/support/fakeClock';
import { gate } from '../../gateway/support/gate';

const toV2 = {
  resource: 'offer',
  change: { kind: 'move', to: { kind: 'v2' } },
  force: true,
  actor: 'ada',
  reason: 'a test',
} as const;

async function shared(change?: (cutover: Cutover, round: () => void) => Cutover['change']) {
  const clock = fakeClock();
  const published: Standings[] = [];
  const others = gate();
  const cutover = await openTestCutover();
  const round = () => clock.advance(50);
  const made = { ...cutover, change: change?.(cutover, round) ?? cutover.change };
  const publish = (standings: Standings) => {
    published.push(standings);
    return others.opened;
  };
  return {
    ...shareCutover(made, publish, { clock, count: 2 }),
    own: cutover,
    clock,
    round,
    published,
    others,
  };
}

const stages = (published: readonly Standings[]) =>
  published.map(({ resources }) => resources.get('offer')?.state.stage.kind);

/** True if a promise is settled after everything that can happen has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await nextTurn();
  return settled;
}

describe('a cutover that other processes follow', () => {
  it('acknowledges a change when they have it', async () => {
    const { cutover, published, others } = await shared();
    const acknowledged = cutover.change(toV2);
    expect(await isSettled(acknowledged)).toBe(false);
    expect(stages(published)).toEqual(['v2']);
    expect(published.map(({ processes }) => processes)).toEqual([2]);
    others.open();
    expect(await acknowledged).toEqual({ ok: true, kept: true });
  });

  it('acknowledges the name of a caller when they have it', async () => {
    const { cutover, published, others } = await shared();
    const acknowledged = cutover.label('0123456789ab', 'shop');
    expect(await isSettled(acknowledged)).toBe(false);
    expect(published.map(({ names }) => [...names])).toEqual([[['0123456789ab', 'shop']]]);
    others.open();
    expect(await acknowledged).toEqual({ ok: true, caller: '0123456789ab' });
  });

  it('acknowledges a change when they have it, also when a round noticed it first', async () => {
    const { cutover, published, others } = await shared((own, round) => async (request) => {
      const outcome = await own.change(request);
      round();
      return outcome;
    });
    const acknowledged = cutover.change(toV2);
    expect(await isSettled(acknowledged)).toBe(false);
    expect(stages(published)).toEqual(['v2']);
    others.open();
    expect(await acknowledged).toEqual({ ok: true, kept: true });
  });

  it('sends them in the next round changes that nobody asked for, and nothing when there are none', async () => {
    const { own, round, published } = await shared();
    round();
    expect(published).toEqual([]);
    await own.moveTo({ kind: 'v2' });
    round();
    round();
    expect(stages(published)).toEqual(['v2']);
  });

  it('checks no more once it is stopped', async () => {
    const { clock, stop } = await shared();
    stop();
    expect(clock.pending()).toBe(0);
  });
});
