import { RECENT } from '../../src/cutover/evidence/traffic';
import { openTestCutover, type TestCutover } from './support/openTestCutover';
import { served } from './support/served';

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
    ['as their key may not (401, 403)', barred],
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
      cutover.clock.at += RECENT - 11 * SECOND; // counts are kept in slices of ten seconds
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
