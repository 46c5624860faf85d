import { bucketOf } from '../../src/cutover/buckets';
import { createMirror, type Standings } from '../../src/cutover/servingCutover';
import { decide, type Standing } from '../../src/cutover/stages/decide';
import { standingAt } from './support/standings';

const none = () => Promise.resolve();

const standingsOf = (standing: Standing): Standings => ({
  resources: new Map([['account', standing]]),
  unmoved: standingAt({ kind: 'v1' }),
  names: new Map([['0123456789ab', 'shop']]),
  processes: 2,
});

const mirrorOf = (standing: Standing) =>
  createMirror({
    seed: 'seed',
    now: () => 1,
    standings: standingsOf(standing),
    reports: { served: () => undefined, ambiguous: none, undone: none, noteFound: none },
  });

describe('a mirror of a cutover', () => {
  it('decides for every caller as the process does that holds the cutover', () => {
    const standing = standingAt({ kind: 'canary', percent: 50 });
    const { cutover } = mirrorOf(standing);
    const sides = Array.from({ length: 200 }, (_, number) => {
      const caller = `caller-${number}`;
      const bucket = bucketOf('canary', 'account', 'seed', caller);
      const decision = cutover.decide('account', caller);
      const made = decide(standing, { caller: { fingerprint: caller, bucket } }, 1);
      expect(decision).toEqual({ ...made, stage: 'canary' });
      return decision.side;
    });
    expect(new Set(sides)).toEqual(new Set(['v1', 'v2']));
  });

  it('knows callers by the names that it received last', () => {
    const { cutover, take } = mirrorOf(standingAt({ kind: 'v1' }));
    expect([cutover.callerName('0123456789ab'), cutover.callerName('other')]).toEqual(['shop', undefined]);
    take({ ...standingsOf(standingAt({ kind: 'v1' })), names: new Map([['other', 'bot']]) });
    expect([cutover.callerName('0123456789ab'), cutover.callerName('other')]).toEqual([undefined, 'bot']);
  });

  it('decides the next request by the standings that it received last', () => {
    const { cutover, take } = mirrorOf(standingAt({ kind: 'v1' }));
    expect(cutover.decide('account', 'caller').side).toBe('v1');
    take(standingsOf(standingAt({ kind: 'v2' })));
    expect(cutover.decide('account', 'caller').side).toBe('v2');
    expect(cutover.figures('account').stage).toBe('v2');
  });

  it('treats a resource that it does not know as one that was never moved', () => {
    const { cutover } = mirrorOf(standingAt({ kind: 'v2' }));
    expect(cutover.decide('currency-offer', 'caller').side).toBe('v1');
    expect(cutover.resources()).toEqual(['account']);
  });
});
