import type { ComparedNews, WorkerNews } from '../../../src/cli/workers/calls';
import { createTeller } from '../../../src/cli/workers/createTeller';
import type { Served } from '../../../src/cutover/served';
import { fakeClock } from '../../gateway/support/fakeClock';

const served: Served = {
  resource: 'account',
  operation: 'getAccountByLogin',
  caller: 'abc',
  side: 'v2',
  because: 'noV1',
  failed: false,
  signature: '200',
  milliseconds: 3,
};

function started() {
  const clock = fakeClock();
  const told: WorkerNews[] = [];
  const ails: string[] = [];
  const compared: ComparedNews[] = [];
  const teller = createTeller(
    (news) => Promise.resolve(void told.push(news)),
    { ailing: () => [...ails], compared: () => compared.pop() },
    clock,
  );
  return { clock, told, ails, compared, teller };
}

describe('the teller of a worker', () => {
  it('tells many requests in one message, and nothing when there is nothing', () => {
    const { clock, told, teller } = started();
    clock.advance(1_000);
    expect(told).toEqual([]);
    teller.served(served);
    teller.served(served);
    clock.advance(1_000);
    clock.advance(1_000);
    expect(told).toEqual([{ served: [served, served], ailing: [] }]);
  });

  it('tells what does not work when that changes', () => {
    const { clock, told, ails } = started();
    ails.push('v2 gives no answer');
    clock.advance(1_000);
    clock.advance(1_000);
    ails.pop();
    clock.advance(1_000);
    expect(told.map(({ ailing }) => ailing)).toEqual([['v2 gives no answer'], []]);
  });

  it('tells what was compared, and nothing when nothing was', () => {
    const { clock, told, compared } = started();
    const news: ComparedNews = { pairs: [], accounts: new Map() };
    compared.push(news);
    clock.advance(1_000);
    clock.advance(1_000);
    expect(told).toEqual([{ served: [], ailing: [], compared: news }]);
  });

  it('tells what is left when it ends', async () => {
    const { clock, told, teller } = started();
    teller.served(served);
    await teller.close();
    clock.advance(1_000);
    expect([told.length, clock.pending()]).toEqual([1, 0]);
  });
});
