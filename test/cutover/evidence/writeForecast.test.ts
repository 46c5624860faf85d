import type { ServedRequest } from '../../../src/cutover/evidence/traffic.js';
import { openMemoryStore } from '../../../src/store/wholeStore.js';
import { openTestCutover, type TestCutover } from '../support/openTestCutover.ts';
import { servedBy } from '../support/served.ts';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const SELLER = '0123456789ab';

const write = servedBy({
  ...({ operation: 'updateOffer', side: 'v1', write: 'accepted' } as const),
  caller: SELLER,
  item: '7',
});

/** Writes so many times within a minute, and waits until it is over. */
function writeInMinute(cutover: TestCutover, times: number, more: Partial<ServedRequest> = {}): void {
  for (let time = 0; time < times; time += 1) {
    cutover.served(write(more));
    cutover.clock.at += SECOND;
  }
  cutover.clock.at += MINUTE;
}

const forecast = (cutover: TestCutover): readonly string[] => cutover.overview()[0]?.forecast ?? [];

const inGate = (cutover: TestCutover) =>
  cutover
    .gate('offer', { kind: 'canary', percent: 5 })
    ?.judgement.conditions.filter(({ name }) => name === 'writes')
    .map(({ outlook, sentence }) => `${outlook}: ${sentence}`);

const FORECAST = `${SELLER} writes up to 9 times a minute to one resource, v2 takes 5, and 10 an hour: 44% would be refused`;

describe('the forecast of writes that v2 would refuse', () => {
  it('names the seller in the gate before any move', async () => {
    const cutover = await openTestCutover();
    writeInMinute(cutover, 9);
    expect(forecast(cutover)).toEqual([FORECAST]);
    expect(inGate(cutover)).toEqual([`failing: ${FORECAST}`]);
  });

  it('includes the limit of an hour, which nine writes a minute exhaust in two', async () => {
    const cutover = await openTestCutover();
    for (let minute = 0; minute < 10; minute += 1) writeInMinute(cutover, 9);
    expect(forecast(cutover)).toEqual([expect.stringMatching(/: 89% would be refused$/)]);
  });

  it('omits sellers that write rarely, to several resources, or with refusals by v1', async () => {
    const cutover = await openTestCutover();
    writeInMinute(cutover, 5);
    for (const item of ['8', '9', '10']) writeInMinute(cutover, 5, { item });
    writeInMinute(cutover, 9, { write: 'declined', signature: '422', item: '11' });
    writeInMinute(cutover, 9, { item: undefined });
    expect([forecast(cutover), inGate(cutover)]).toEqual([[], []]);
  });

  it('passes the gate if few writes would be refused, and reports them', async () => {
    const cutover = await openTestCutover();
    for (let item = 100; item < 300; item += 1) writeInMinute(cutover, 1, { item: String(item) });
    writeInMinute(cutover, 6);
    expect(inGate(cutover)).toEqual([expect.stringMatching(/^passed: .+: 0.49% would be refused$/)]);
  });

  it('omits callers that are pinned to v1', async () => {
    const cutover = await openTestCutover();
    writeInMinute(cutover, 9);
    const change = { kind: 'pin', caller: SELLER, side: 'v1' } as const;
    await cutover.change({ resource: 'offer', actor: 'ada', reason: 'writes too often', change });
    expect([forecast(cutover), inGate(cutover)]).toEqual([[], []]);
  });

  it('is kept over a restart, and forgotten after a day', async () => {
    const { cutover: store, counters } = await openMemoryStore();
    const previousTestCutover = await openTestCutover({ store, counters });
    writeInMinute(previousTestCutover, 9);
    await previousTestCutover.tick();
    const nextTestCutover = await openTestCutover({ store, counters });
    expect(forecast(nextTestCutover)).toEqual([FORECAST]);
    nextTestCutover.clock.at += 25 * HOUR;
    expect(forecast(nextTestCutover)).toEqual([]);
  });
});
