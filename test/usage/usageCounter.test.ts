import { createUsageCounter, programOf } from '../../src/usage/usageCounter';
import type { UsageRow } from '../../src/usage/usageRow';
import { shipped } from '../support/shipped';

const DAY = 86_400_000;
const KEY = '0123456789ab';

const operation = shipped().operations.find(({ name }) => name === 'updateCurrencyOffer');

function started() {
  let now = 20_000 * DAY;
  const counter = createUsageCounter(() => now);
  const ended = {
    method: 'GET',
    status: 200,
    route: '/v1/accounts/{id}',
    caller: KEY,
    servedBy: 'v2',
  } as const;
  return {
    counter,
    set: (at: number) => (now = at),
    get: (userAgent: string | undefined, more: object = {}, habits = 0) =>
      counter.count({ ...ended, ...more }, { operation, habits, userAgent }),
  };
}

const requestsBy = (rows: readonly UsageRow[], name: 'caller' | 'program' | 'operation') =>
  Object.fromEntries(rows.map((row) => [row[name], row.requests]));

describe('the count of usage', () => {
  it.each([
    ['python-requests/2.31.0', 'python-requests'],
    ['Mozilla/5.0 (X11; Linux x86_64) Gecko', 'Mozilla'],
    ['my.bot', 'my.bot'],
    ['seller@example.com', '(unclear)'],
    ['<script>alert(1)</script>', '(unclear)'],
    ['=cmd|calc', '(unclear)'],
    ['kjh34kjh5k3j4h5k3j45hk3j', '(unclear)'],
    ['', '(none)'],
    [undefined, '(none)'],
  ])('takes %p for the program %s', (userAgent, program) => {
    expect(programOf(userAgent)).toBe(program);
  });

  it('counts a request once, on its day, by the side that answered it', () => {
    const { counter, get, set } = started();
    get('bot/1');
    get('bot/2', { status: 404 });
    set(20_001 * DAY);
    get('bot/1', { servedBy: 'v1' });
    expect(counter.take()).toEqual([
      expect.objectContaining({ day: 20_000, program: 'bot', requests: 2, errors: 1, byV1: 0, byV2: 2 }),
      expect.objectContaining({ day: 20_001, program: 'bot', requests: 1, errors: 0, byV1: 1, byV2: 0 }),
    ]);
    expect(counter.take()).toEqual([]);
  });

  it('makes one row of a day to which the clock was set back', () => {
    const { counter, get, set } = started();
    get('bot/1');
    set(20_001 * DAY);
    get('bot/1');
    set(20_001 * DAY - 1);
    get('bot/1');
    expect(counter.take().map(({ day, requests }) => [day, requests])).toEqual([
      [20_000, 2],
      [20_001, 1],
    ]);
  });

  it('counts the traits of a request by the habits of its operation', () => {
    const { counter, get } = started();
    const at = operation?.habits?.list.findIndex(({ field }) => field === 'price') ?? -1;
    get('bot', {}, 1 << at);
    get('bot', {}, 1 << at);
    get('bot');
    expect(counter.take()[0]?.traits).toEqual({ 'textNumber price': 2 });
  });

  it('counts programs beyond the two hundredth of a key, and keys beyond the ten thousandth, together', () => {
    const { counter, get } = started();
    for (let at = 0; at < 201; at += 1) get(`bot${'abcdefghij'[at % 10]}${'x'.repeat(at / 10)}`);
    const programs = requestsBy(counter.take(), 'program');
    expect(Object.keys(programs)).toHaveLength(201);
    expect(programs['(others)']).toBe(1);
    for (let at = 0; at < 10_005; at += 1) get('bot', { caller: at.toString(16).padStart(12, '0') });
    const callers = requestsBy(counter.take(), 'caller');
    expect(callers['(others)']).toBe(6);
  });

  it('keeps shapes of paths apart that no operation answers, up to a hundred', () => {
    const { counter } = started();
    for (let at = 0; at < 102; at += 1)
      counter.count({
        method: 'GET',
        status: 200,
        route: '/v1/**',
        shape: `/v1/${'x'.repeat(at)}`,
        caller: KEY,
      });
    const operations = requestsBy(counter.take(), 'operation');
    expect(Object.keys(operations)).toHaveLength(101);
    expect(operations['(others) /v1']).toBe(2);
  });
});
