import { fc } from '../../support/fastCheck.ts';
import { bucketOf, standingFigures } from '../../../src/cutover/buckets.js';
import { decide, explainDecision, isInShare, type Standing } from '../../../src/cutover/stages/decide.js';
import type { Stage } from '../../../src/cutover/stages/stage.js';
import type { CutoverState } from '../../../src/cutover/stages/stageState.js';
import { standingAt } from '../support/standings.ts';

const canary = (percent: number): Stage => ({ kind: 'canary', percent });
const inside = { caller: { fingerprint: 'in', bucket: 0 } };
const outside = { caller: { fingerprint: 'out', bucket: 99_999 } };
const stages: readonly Stage[] = [
  { kind: 'v1' },
  { kind: 'shadow' },
  canary(5),
  { kind: 'v2' },
  { kind: 'gone' },
];

describe('a request while v1 lives', () => {
  it('is answered by v1 unchanged at stage v1', () => {
    expect(decide(standingAt({ kind: 'v1' }), inside, 1)).toEqual({
      side: 'v1',
      compare: 'nothing',
      mayFallBack: false,
      because: 'stage',
    });
  });

  it('is answered by v1 and then compared at stage shadow', () => {
    expect(decide(standingAt({ kind: 'shadow' }), inside, 1)).toMatchObject({
      side: 'v1',
      compare: 'shadow',
    });
  });

  it('is answered in the canary by v2 with v1 as fallback, and by v1 outside of it', () => {
    const standing = standingAt(canary(5));
    expect(decide(standing, inside, 1)).toMatchObject({ side: 'v2', mayFallBack: true, because: 'inCanary' });
    expect(decide(standing, outside, 1)).toMatchObject({ side: 'v1', because: 'outsideCanary' });
  });

  it('is never in the canary without a key', () => {
    expect(decide(standingAt(canary(100)), {}, 1)).toMatchObject({ side: 'v1', because: 'noKey' });
  });

  it('is answered by v2 at stage v2, with a fallback only on request', () => {
    expect(decide(standingAt({ kind: 'v2' }), {}, 1)).toMatchObject({ side: 'v2', mayFallBack: true });
    expect(decide(standingAt({ kind: 'v2' }, {}, { fallback: false }), {}, 1).mayFallBack).toBe(false);
  });

  it.each([
    [canary(5), undefined, ['rateLimited']],
    [{ kind: 'v2' }, undefined, undefined],
    [{ kind: 'v2' }, 'on', ['rateLimited']],
    [canary(5), 'off', undefined],
  ] as const)(
    'is left to v1 if it is a write beyond the rate limit of v2, at %j with %s: %j',
    (stage, limitedWrites, codes) => {
      expect(decide(standingAt(stage, {}, { limitedWrites }), inside, 1).v1Takes).toEqual(codes);
    },
  );

  it('is answered by nobody at stage gone, even for a pinned caller', () => {
    const standing = standingAt({ kind: 'gone' }, { pins: new Map([['in', 'v2']]) });
    expect(decide(standing, inside, 1)).toMatchObject({ side: 'gone', because: 'gone' });
  });

  it('is answered by v1 during a kill, a store failure or an open breaker, at any stage', () => {
    for (const stage of stages) {
      expect(decide(standingAt(stage, { killed: true }), inside, 1).because).toBe('killed');
      expect(decide(standingAt(stage, {}, { degraded: true }), inside, 1)).toMatchObject({ side: 'v1' });
    }
    expect(decide(standingAt({ kind: 'v2' }, {}, { broken: true }), inside, 1)).toMatchObject({
      side: 'v1',
      because: 'breaker',
    });
    expect(decide(standingAt(canary(5), {}, { broken: true }), inside, 1).side).toBe('v1');
  });

  it('is compared in the shadow during a kill if v2 would answer or be compared', () => {
    const compared = stages.map((stage) => [
      stage.kind,
      decide(standingAt(stage, { killed: true }), inside, 1).compare,
    ]);
    expect(Object.fromEntries(compared)).toEqual({
      v1: 'nothing',
      gone: 'nothing',
      shadow: 'shadow',
      canary: 'shadow',
      v2: 'shadow',
    });
  });

  it('is answered by the side that its caller is pinned to, at any share', () => {
    const pins = new Map([
      ['in', 'v1'],
      ['out', 'v2'],
    ] as const);
    expect(decide(standingAt(canary(5), { pins }), inside, 1)).toMatchObject({
      side: 'v1',
      because: 'pinned',
    });
    expect(decide(standingAt(canary(5), { pins }), outside, 1)).toMatchObject({
      side: 'v2',
      because: 'pinned',
    });
  });

  it('is answered by the side that the operator forces, without a fallback that would hide v2', () => {
    const standing = standingAt({ kind: 'v1' }, { killed: true });
    expect(decide(standing, { ...inside, force: 'v2' }, 1)).toMatchObject({ side: 'v2', mayFallBack: false });
    expect(decide(standing, { ...inside, force: 'v1' }, 1)).toMatchObject({ side: 'v1', because: 'forced' });
  });
});

describe('a request after the sunset of v1', () => {
  it('is never answered by v1, whatever was set', () => {
    for (const stage of stages) {
      const standing = standingAt(stage, { killed: true }, { degraded: true, broken: true });
      const side = stage.kind === 'gone' ? 'gone' : 'v2';
      expect(decide(standing, { ...outside, force: 'v1' }, 1_000)).toMatchObject({
        side,
        mayFallBack: false,
      });
      expect(decide(standing, outside, 999).side).toBe('v1');
    }
  });

  it('is decided like one without any v1', () => {
    const decision = decide(standingAt({ kind: 'shadow' }, {}, { sunset: undefined }), outside, 1);
    expect(decision).toMatchObject({ side: 'v2', because: 'noV1' });
    expect(explainDecision(decision)).toBe('v2: no v1 is configured');
  });
});

describe('the canary', () => {
  const caller = fc.string({ minLength: 1 });
  const percent = fc.integer({ min: 1, max: 100_000 }).map((thousandths) => thousandths / 1000);

  it('keeps all its callers as it grows, and returns exactly the added ones as it shrinks', () => {
    fc.assert(
      fc.property(caller, percent, percent, (key, value, nextValue) => {
        const bucket = bucketOf('canary', 'account', 'seed', key);
        const [less, more] = value < nextValue ? [value, nextValue] : [nextValue, value];
        return !isInShare(bucket, less) || isInShare(bucket, more);
      }),
    );
  });

  it('holds every caller at 100%, and answers the same caller always the same way', () => {
    fc.assert(
      fc.property(caller, (key) => {
        const bucket = bucketOf('canary', 'account', 'seed', key);
        return isInShare(bucket, 100) && bucket === bucketOf('canary', 'account', 'seed', key);
      }),
    );
  });

  it('draws for each purpose, resource and seed independently', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `key-${index}`);
    const within = (key: string, tag: 'canary' | 'shadow', resource: string, seed: string) =>
      isInShare(bucketOf(tag, resource, seed, key), 50);
    for (const [tag, resource, seed] of [
      ['shadow', 'account', 's'],
      ['canary', 'offer', 's'],
      ['canary', 'account', 't'],
    ] as const) {
      const both = keys.filter(
        (key) => within(key, 'canary', 'account', 's') && within(key, tag, resource, seed),
      );
      expect(Math.abs(both.length / keys.length - 0.25)).toBeLessThan(0.02);
    }
  });
});

type Case = readonly [Stage, Partial<CutoverState>, Partial<Standing>, now: number, string, number, boolean];

describe('the figures of a stage', () => {
  it.each<Case>([
    [{ kind: 'v1' }, {}, {}, 0, 'v1', 0, false],
    [{ kind: 'shadow' }, {}, {}, 0, 'shadow', 0, false],
    [canary(12.5), {}, {}, 0, 'canary', 12.5, false],
    [{ kind: 'v2' }, {}, {}, 0, 'v2', 100, false],
    [{ kind: 'gone' }, {}, { broken: true }, 0, 'gone', 0, false],
    [canary(12.5), {}, { broken: true }, 999, 'canary', 12.5, true],
    [canary(12.5), { killed: true }, {}, 999, 'killed', 0, false],
    [canary(12.5), { killed: true }, { broken: true }, 1_000, 'v2', 100, false],
    [{ kind: 'v1' }, {}, { sunset: undefined }, 0, 'v2', 100, false],
    [{ kind: 'gone' }, {}, {}, 1_000, 'gone', 0, false],
  ])('are shown for %j %j %j at %d', (stage, state, more, now, kind, percent, broken) => {
    expect(standingFigures(standingAt(stage, state, more), now)).toEqual({ stage: kind, percent, broken });
  });
});
