import type { CutoverStore } from '../../src/cutover/cutoverStore.js';
import { verifyChain } from '../../src/cutover/stages/stageEvent.js';
import { write } from '../store/support/records.ts';
import { fragileStore } from './support/fragileStore.ts';
import { openTestCutover, planOf, SUNSET } from './support/openTestCutover.ts';

const HOUR = 3_600_000;

const force = { force: true };

describe('a failing store', () => {
  it('sends requests to v1, or to v2 after the sunset, until it recovers; kills and moves back still work', async () => {
    const { store, failing } = await fragileStore();
    const cutover = await openTestCutover({ store });
    await cutover.moveTo({ kind: 'v2' });
    failing.broken = true;
    await cutover.tick();
    expect(cutover.health()).toMatchObject({ ok: false, reason: 'disk gone' });
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v1', because: 'degraded' });
    expect(await cutover.ask({ kind: 'move', to: { kind: 'canary', percent: 5 } }, force)).toEqual({
      ok: true,
      kept: false,
    });
    expect(await cutover.ask({ kind: 'move', to: { kind: 'v2' } }, force)).toMatchObject({
      why: 'storeFailed',
    });
    expect(await cutover.ask({ kind: 'kill' }, force)).toEqual({ ok: true, kept: false });
    cutover.clock.at = SUNSET;
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v2', because: 'sunset' });

    failing.broken = false;
    cutover.clock.at = SUNSET - HOUR;
    await cutover.tick();
    expect(cutover.health()).toEqual({ ok: true });
    expect(cutover.decide('offer', 'a')).toMatchObject({ side: 'v1', because: 'killed' });
    const written = await store.events();
    expect(written.map(({ change }) => change.kind)).toEqual(['move', 'move', 'kill']);
    expect(verifyChain(written)).toEqual({ ok: true, events: 3 });
    expect(cutover.notices.map(({ kind }) => kind)).toEqual([
      ...['moved', 'degraded', 'movedBack', 'killed', 'recovered'],
    ]);
  });

  it('suspends the plan until it recovers', async () => {
    const steps = [{ resource: 'offer', to: 'shadow', notBefore: '2025-10-01T00:00', require: { dwell: 0 } }];
    const { store, failing } = await fragileStore();
    const cutover = await openTestCutover({ store, plan: planOf({ steps }) });
    const ready = () => cutover.notices.filter(({ kind }) => kind === 'ready');
    failing.broken = true;
    cutover.clock.at += 24 * HOUR;
    await cutover.tick();
    expect(ready()).toEqual([]);
    failing.broken = false;
    await cutover.tick();
    expect(ready()).toMatchObject([{ text: 'offer is ready for shadow' }]);
  });

  it('keeps ambiguous writes in memory until it recovers', async () => {
    const { store, failing } = await fragileStore();
    const cutover = await openTestCutover({ store });
    failing.broken = true;
    await cutover.ambiguous(write);
    await cutover.noteFound('r-1', 'as written');
    expect(await store.writes()).toEqual([]);
    failing.broken = false;
    await cutover.tick();
    expect(await store.writes()).toMatchObject([{ id: 'r-1', found: 'as written', closed: undefined }]);
    await cutover.ambiguous({ ...write, id: 'r-2' });
    await cutover.noteFound('r-2', 'not as written');
    expect((await store.writes()).map(({ found: foundText }) => foundText)).toEqual([
      'as written',
      'not as written',
    ]);
    failing.broken = true;
    await cutover.noteFound('r-2', 'lost');
    expect(cutover.health().ok).toBe(false);
  });

  it('does not count as healthy because it is readable', async () => {
    const { store } = await fragileStore();
    const failing = { broken: true };
    const append: CutoverStore['append'] = (event) =>
      failing.broken ? Promise.reject(new Error('disk full')) : store.append(event);
    const cutover = await openTestCutover({ store: { ...store, append } });
    await cutover.ask({ kind: 'hold' }, force);
    await cutover.tick();
    expect(cutover.health().ok).toBe(false);
    failing.broken = false;
    await cutover.tick();
    expect(cutover.health().ok).toBe(true);
  });

  it('interrupts a flush, which finishes later', async () => {
    const { store, failing } = await fragileStore();
    const cutover = await openTestCutover({ store });
    failing.broken = true;
    await cutover.ask({ kind: 'hold', until: Date.UTC(2100, 0) }, force);
    await cutover.ask({ kind: 'pin', caller: 'aaaaaaaaaaaa', side: 'v1' }, force);
    failing.broken = false;
    expect(await cutover.ask({ kind: 'pin', caller: 'aaaaaaaaaaaa', side: 'none' }, force)).toMatchObject({
      kept: true,
    });
    expect(verifyChain(await store.events())).toEqual({ ok: true, events: 3 });
  });
});
