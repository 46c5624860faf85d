import type { CounterRow, CounterWindow, ReadSums } from '../../src/cutover/counters.js';
import { openMemoryStore } from '../../src/store/wholeStore.js';
import { createUsageReport } from '../../src/usage/usageReport.js';

const DAY = 86_400_000;
const TODAY = 20_000;
const [SHOP, BOT] = ['aaaa00000001', 'aaaa00000002'];

const counted = (caller: string, program: string, requests: number): CounterRow => ({
  caller,
  program,
  resource: 'account',
  operation: 'getAccount',
  side: 'v1',
  outcome: 'answered',
  trait: '',
  bucketAt: TODAY * DAY,
  bucketSeconds: 86_400,
  requests,
  latest: TODAY * DAY + 5,
});

/** Opens a report on two clients, one with two programs, with the windows that it has asked for. */
async function openReport() {
  const { counters } = await openMemoryStore();
  await counters.add([counted(SHOP, 'curl', 1), counted(SHOP, 'shop', 2), counted(BOT, 'bot', 4)]);
  const windows: CounterWindow[] = [];
  const sums: ReadSums = (window, by) => {
    windows.push(window);
    return counters.sums(window, by);
  };
  const names = () => new Map([[SHOP, 'our-shop']]);
  const report = createUsageReport({ sums, operations: () => [], names, now: () => TODAY * DAY + 9 });
  const requestsOf = async (client?: string) => {
    const answered = await report.answer({ days: 400, client });
    return answered.ok ? answered.page.clients.map((found) => [found.client, found.requests]) : answered;
  };
  return { requestsOf, windows };
}

describe('the report on usage', () => {
  it('finds a client by fingerprint, name, beginning and program', async () => {
    const { requestsOf } = await openReport();
    const ofShop = [
      [`${SHOP}/shop`, 2],
      [`${SHOP}/curl`, 1],
    ];
    expect(await requestsOf()).toEqual([[`${BOT}/bot`, 4], ...ofShop]);
    for (const client of [SHOP, 'our-shop']) expect(await requestsOf(client)).toEqual(ofShop);
    expect(await requestsOf('our-shop/curl')).toEqual([[`${SHOP}/curl`, 1]]);
    expect(JSON.stringify(await requestsOf('aaaa0000000'))).toContain('may be 2 callers');
    expect(await requestsOf('nobody')).toMatchObject({ ok: false });
    expect(await requestsOf('ffffffffffff')).toEqual([]);
  });

  it('reads only the rows of a client that is named or given by its fingerprint', async () => {
    const { requestsOf, windows } = await openReport();
    for (const client of [SHOP, 'our-shop', `${SHOP}/curl`]) await requestsOf(client);
    expect(windows.length).toBeGreaterThan(0);
    expect(windows.filter(({ caller }) => caller !== SHOP)).toEqual([]);
  });
});
