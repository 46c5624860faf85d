import { RECENT_MS } from '../../src/cutover/evidence/traffic.js';
import { openTestCutover, type TestCutover } from './support/openTestCutover.ts';
import { served } from './support/served.ts';

const SECOND = 1_000;

const accepted = served({ operation: 'updateOffer', because: 'inCanary', write: 'accepted' });
const limited = { ...accepted, signature: 'rateLimited', refused: true, write: 'limited' } as const;
const barred = { ...accepted, signature: 'forbidden', refused: true, write: 'barred' } as const;

async function inCanary(): Promise<TestCutover> {
  const cutover = await openTestCutover();
  await cutover.moveTo({ kind: 'canary', percent: 99.9 });
  return cutover;
}

const texts = (cutover: TestCutover): readonly string[] => cutover.alarms.current().map(({ text }) => text);

const writeConditions = (cutover: TestCutover) =>
  cutover
    .gate('offer', { kind: 'v2' })
    ?.judgement.conditions.filter(({ name }) => name === 'writes')
    .map(({ outlook, sentence }) => `${outlook}: ${sentence}`);

describe('writes that v2 refuses and v1 accepts', () => {
  it.each([
    ['by its rate limit (429)', limited],
    ['because the key lacks the right (401, 403)', barred],
  ])(
    'raise an alarm at the third, of any callers, until five minutes without one: %s',
    async (why, refused) => {
      const cutover = await inCanary();
      for (const caller of ['a', 'b', 'c']) {
        expect(texts(cutover)).toEqual([]);
        cutover.served({ ...accepted, caller });
        cutover.clock.at += 11 * SECOND;
        cutover.served({ ...refused, caller });
      }
      const text = `offer: v2 refuses writes that v1 takes, ${why}: 3 of updateOffer in the last five minutes`;
      expect(texts(cutover)).toEqual([text]);
      expect(cutover.notices.at(-1)).toMatchObject({ kind: 'degraded', severity: 'warning', text });
      cutover.served(accepted);
      cutover.clock.at += RECENT_MS - 11 * SECOND; // counts are kept in slices of ten seconds
      expect(texts(cutover)).toHaveLength(1);
      cutover.clock.at += 12 * SECOND;
      expect(texts(cutover)).toEqual([]);
    },
  );

  it('fail the gate by their share, which would hardly show among all requests', async () => {
    const cutover = await inCanary();
    const read = { ...accepted, operation: 'readOffer', write: undefined };
    for (let number = 0; number < 2_000; number += 1) cutover.served(read);
    for (let number = 0; number < 100; number += 1) cutover.served(number % 8 === 7 ? limited : accepted);
    expect(writeConditions(cutover)).toEqual([
      'failing: v2 refuses 12% of the writes that v1 takes: by its rate limit (429), 12 of 100',
    ]);
    expect(cutover.overview()[0]?.recent.v2).toMatchObject({ requests: 2_100, errors: 12 });
  });

  it('move the canary back, as every error of v2 does', async () => {
    const cutover = await inCanary();
    for (const caller of ['a', 'b', 'c', 'd', 'e']) cutover.served({ ...accepted, caller });
    for (const caller of ['a', 'b', 'c', 'd', 'e']) cutover.served({ ...limited, caller });
    expect(cutover.overview()[0]?.state.stage.kind).toBe('shadow');
  });

  it('do not count against v2 if nobody has answered their caller before', async () => {
    const cutover = await inCanary();
    for (let number = 0; number < 9; number += 1) cutover.served(limited);
    expect(texts(cutover)).toEqual([]);
    expect(writeConditions(cutover)).toEqual([]);
  });
});

const answered = served();
const keyRefused = served({ refused: true, signature: 'unauthenticated' });
const forbidden = { ...keyRefused, signature: 'forbidden' };
const failedTrial = { ...keyRefused, because: 'trial', failed: true, rescue: 'answered' } as const;

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
    for (const request of [forbidden, forbidden, answered, forbidden, forbidden]) cutover.served(request);
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
    for (let time = 0; time < 3; time += 1)
      cutover.served({ ...keyRefused, signature: 'rateLimited', write: 'limited' });
    cutover.served({ ...keyRefused, caller: 'c' });
    expect([...sides(cutover), cutover.decide('offer', 'c').side]).toEqual(['v2 stage', 'v2 stage', 'v2']);
  });
});
