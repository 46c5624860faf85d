import type { Served } from '../../../src/cutover/evidence/traffic';
import { openTestCutover, type TestCutover } from '../support/openTestCutover';
import { served as request } from '../support/served';

const SECOND = 1_000;

const answered = request();
const keyRefused: Served = { ...answered, refused: true, signature: 'unauthenticated' };
const forbidden: Served = { ...keyRefused, signature: 'forbidden' };
const failedTrial: Served = { ...keyRefused, because: 'trial', failed: true, rescue: 'answered' };

async function atV2(): Promise<TestCutover> {
  const cutover = await openTestCutover();
  await cutover.moveTo({ kind: 'v2' });
  for (const caller of ['a', 'b']) cutover.served({ ...answered, caller });
  return cutover;
}

const sides = (cutover: TestCutover): readonly string[] =>
  ['a', 'b'].map((caller) => {
    const { side, because } = cutover.decide('offer', caller);
    return `${side} ${because}`;
  });
const texts = (cutover: TestCutover): readonly string[] => cutover.alarms.current().map(({ text }) => text);

describe('a caller whose requests v2 always refuses', () => {
  it('alone is answered by v1 from the first refusal of its key on, and is named', async () => {
    const cutover = await atV2();
    cutover.served(keyRefused);
    expect(sides(cutover)).toEqual(['v1 refused', 'v2 stage']);
    cutover.served({ ...answered, side: 'v1', because: 'refused' });
    expect(texts(cutover)).toEqual([
      'offer: v2 has failed the latest requests of a (its key is refused: v1 answers it for now)',
    ]);
    expect(cutover.notices.at(-1)).toMatchObject({ kind: 'degraded', severity: 'critical' });
  });

  it('is answered by v1 from the third 403 in a row without a success on', async () => {
    const cutover = await atV2();
    for (const served of [forbidden, forbidden, answered, forbidden, forbidden]) cutover.served(served);
    expect(sides(cutover)).toEqual(['v2 stage', 'v2 stage']);
    cutover.served({ ...forbidden, operation: 'updateOffer' });
    expect(sides(cutover)).toEqual(['v1 refused', 'v2 stage']);
  });

  it('is tried on v2 every 30 s, with v1 as fallback, until v2 accepts it again', async () => {
    const cutover = await atV2();
    cutover.served(keyRefused);
    for (let trial = 0; trial < 20; trial += 1) {
      cutover.clock.at += 30 * SECOND - 1;
      expect(sides(cutover)).toEqual(['v1 refused', 'v2 stage']);
      cutover.clock.at += 1;
      expect(cutover.decide('offer', 'a')).toMatchObject({
        side: 'v2',
        because: 'trial',
        mayFallBack: true,
        v1Takes: ['rateLimited', 'unauthenticated', 'forbidden'],
      });
      cutover.served(failedTrial);
    }
    expect(texts(cutover)).toHaveLength(1);
    expect(cutover.overview()[0]).toMatchObject({ state: { stage: { kind: 'v2' } }, breaker: 'closed' });
    expect(cutover.overview()[0]?.evidence.v2.errors).toBe(1);
    cutover.clock.at += 30 * SECOND;
    cutover.served({ ...answered, because: 'trial' });
    expect(sides(cutover)).toEqual(['v2 stage', 'v2 stage']);
    expect(texts(cutover)).toEqual([]);
    expect(cutover.notices.at(-1)).toMatchObject({ kind: 'recovered' });
  });

  it('stays on the side that a person has pinned it to', async () => {
    const cutover = await atV2();
    const caller = '0123456789ab';
    cutover.served({ ...answered, caller });
    const change = { kind: 'pin', caller, side: 'v2' } as const;
    await cutover.change({ resource: 'offer', actor: 'ada', reason: 'a look', change, force: true });
    cutover.served({ ...keyRefused, caller, because: 'pinned' });
    expect(cutover.decide('offer', caller)).toMatchObject({ side: 'v2', because: 'pinned' });
  });

  it('stays on v2 if v2 refuses writes beyond its rate limit, or has never answered it', async () => {
    const cutover = await atV2();
    const limited: Served = { ...keyRefused, signature: 'rateLimited', write: 'limited' };
    for (let time = 0; time < 3; time += 1) cutover.served(limited);
    cutover.served({ ...keyRefused, caller: 'c' });
    expect([...sides(cutover), cutover.decide('offer', 'c').side]).toEqual(['v2 stage', 'v2 stage', 'v2']);
  });
});
