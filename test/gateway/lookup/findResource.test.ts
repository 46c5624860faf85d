import { fakeMarket, offer, offers } from '../support/fakeMarket.ts';
import { gate } from '../support/gate.ts';
import { lookupBench, quiet } from '../support/lookups.ts';

describe('a lookup by a login that several offers share', () => {
  it('answers no draft while an unread page may hold a listed offer', async () => {
    const heldEntry = gate();
    const stock = [offer(4, 'a', 'draft'), offer(3, 'x'), offer(2, 'a'), offer(1, 'y')];
    const market = fakeMarket(stock, ({ path }) =>
      path.includes('?page=2&') ? heldEntry.opened : undefined,
    );
    const { ask } = lookupBench(market.upstream);
    const firstPromise = ask('a');
    await quiet();
    const second = ask('a');
    await quiet();
    heldEntry.open();
    expect([(await firstPromise).id, (await second).id]).toEqual([2, 2]);
  });

  it('turns to the next offer when the best is no longer listed, and remembers it', async () => {
    const market = fakeMarket([offer(3, 'a'), offer(2, 'a'), offer(1, 'a', 'draft')]);
    const { ask } = lookupBench(market.upstream);
    expect((await ask('a')).id).toBe(3);
    await quiet();
    market.stock[0] = offer(3, 'a', 'draft');
    expect(await ask('a')).toMatchObject({ id: 2, calls: 2 });
    expect(await ask('a')).toMatchObject({ id: 2, calls: 1 });
    market.stock[1] = offer(2, 'a', 'draft');
    expect(await ask('a')).toMatchObject({ id: 3, calls: 4 });
  });

  it('turns to the next offer when the best is gone', async () => {
    const market = fakeMarket([offer(3, 'a'), offer(2, 'a')]);
    const { ask } = lookupBench(market.upstream);
    await ask('a');
    await quiet();
    market.stock.shift();
    expect(await ask('a')).toMatchObject({ status: 200, id: 2, calls: 2 });
  });
});

describe('a lookup of an offer that was renamed without a visible change', () => {
  it('finds a new name on the head page even if the offer shows no change, and no longer the old name', async () => {
    const market = fakeMarket(offers(2));
    const { ask } = lookupBench(market.upstream, { size: 50 });
    await ask('login-1');
    await quiet();
    await ask('login-1');
    market.stock = [offer(2, 'login-2'), offer(1, 'moved')];
    expect(await ask('moved')).toMatchObject({ status: 200, id: 1, calls: 2 });
    expect(await ask('login-1')).toMatchObject({ status: 404, problem: 'notFound' });
    expect(await ask('moved')).toMatchObject({ status: 200, id: 1, calls: 1 });
  });

  it('finds a new name that a read has shown, and reads the list again for the old name', async () => {
    const market = fakeMarket(offers(10));
    const { ask, clock } = lookupBench(market.upstream, { size: 2 });
    await ask('login-3');
    await quiet();
    market.stock = market.stock.map((row) => (row.id === 3 ? offer(3, 'moved') : row));
    const heldEntry = gate();
    market.interfere = ({ path }) => (path.includes('?page=3&') ? heldEntry.opened : undefined);
    const early = ask('login-3');
    await quiet();
    expect(await ask('moved')).toMatchObject({ status: 200, id: 3, calls: 1 });
    clock.advance(10_000);
    expect(await early).toMatchObject({ status: 503, problem: 'indexing' });
    const late = ask('login-3');
    heldEntry.open();
    expect(await late).toMatchObject({ status: 404 });
    const pages = market.pages().length;
    expect(await ask('moved')).toMatchObject({ status: 200, id: 3, calls: 1 });
    expect(await ask('login-3')).toMatchObject({ status: 404, calls: 2 });
    expect(market.pages()).toHaveLength(pages + 1);
  });
});
