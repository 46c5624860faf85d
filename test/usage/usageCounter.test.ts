import { createUsageCounter, readProgram } from '../../src/usage/usageCounter.js';
import type { CountedRequest } from '../../src/cutover/counters.js';
import type { Operation } from '../../src/mapping/compile/compiledOperation.js';
import { shipped } from '../support/shipped.ts';

const KEY = '0123456789ab';

const operation = shipped().operations.find(({ name }) => name === 'updateCurrencyOffer');

function started() {
  const counted: CountedRequest[] = [];
  const count = createUsageCounter({ count: (request) => void counted.push(request) });
  const endedEntry = {
    method: 'GET',
    status: 200,
    route: '/v1/accounts/{id}',
    caller: KEY,
    servedBy: 'v2',
  } as const;
  return {
    counted,
    get: (more: object = {}, habits = 0, matched: Operation | null | undefined = operation) =>
      count({
        entry: { ...endedEntry, ...more },
        operation: matched ?? undefined,
        habits,
        userAgent: 'bot/1',
      }),
  };
}

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
  ])('reads %p as the program %s', (userAgent, program) => {
    expect(readProgram(userAgent)).toBe(program);
  });

  it.each([
    [{}, { side: 'v2', outcome: 'answered', caller: KEY, program: 'bot' }],
    [
      { servedBy: 'v1', status: 404 },
      { side: 'v1', outcome: 'refused' },
    ],
    [{ status: 401 }, { outcome: 'unauthenticated' }],
    [{ status: 502 }, { outcome: 'failed' }],
    [
      { servedBy: undefined, status: 503, problem: 'brownout' },
      { side: 'gateway', outcome: 'brownout' },
    ],
    [{ status: 410, problem: 'brownoutGone' }, { outcome: 'brownout' }],
    [{ status: 503, problem: 'overloaded' }, { outcome: 'shed' }],
    [{ status: 499, problem: 'clientGone' }, { outcome: 'cancelled' }],
    [{ caller: undefined }, { caller: '(no key)' }],
  ])('names the side, outcome and caller of a request: %j', (more, expected) => {
    const { counted, get } = started();
    get(more);
    expect(counted).toEqual([expect.objectContaining(expected)]);
  });

  it('names the traits of a request that its operation declares', () => {
    const { counted, get } = started();
    const at = operation?.habits?.list.findIndex(({ field }) => field === 'price') ?? -1;
    get({}, 1 << at);
    get({}, (1 << at) | (1 << 30) | (1 << 29));
    get();
    expect(counted.map(({ traits }) => traits.toSorted())).toEqual([
      ['textNumber price'],
      ['body', 'needlessBody body', 'textNumber price'],
      [],
    ]);
  });

  it('separates up to a hundred shapes of paths without an operation', () => {
    const { counted, get } = started();
    for (let at = 0; at < 102; at += 1)
      get({ servedBy: undefined, route: '/v1/**', shape: `/v1/${'x'.repeat(at)}` }, 0, null);
    const operations = new Set(counted.map((request) => request.operation));
    expect(operations.size).toBe(101);
    expect(counted.at(-1)).toMatchObject({ operation: '(others) /v1', traits: ['unlisted (others):/v1'] });
  });
});
