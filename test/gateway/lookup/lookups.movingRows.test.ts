import { type Arbitrary, fc } from '../../support/fastCheck.ts';
import { fakeMarket, type Offer, offer } from '../support/fakeMarket.ts';
import { lookupBench, quiet } from '../support/lookups.ts';

type Change =
  | { readonly kind: 'create'; readonly login: number }
  | { readonly kind: 'delete' | 'delist' | 'rename'; readonly at: number; readonly login: number };

const LOGINS = 6;
const name = (login: number) => `login-${login}`;
const login = fc.nat({ max: LOGINS - 1 });
const status = fc.constantFrom('listed' as const, 'draft' as const);
const stock = fc
  .array(fc.record({ login: fc.option(login), status }), { maxLength: 30 })
  .map((list) =>
    list.map((each, index) => offer(index + 1, each.login === null ? null : name(each.login), each.status)),
  );

const change = (...kinds: Change['kind'][]): Arbitrary<Change> =>
  fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat({ max: 40 }), login });

function apply(offers: readonly Offer[], madeChange: Change, newId: number): Offer[] {
  if (madeChange.kind === 'create') return [...offers, offer(newId, name(madeChange.login))];
  const chosen = offers[madeChange.at];
  if (chosen === undefined) return [...offers];
  const otherOffers = offers.filter((nextOffer) => nextOffer !== chosen);
  switch (madeChange.kind) {
    case 'delete':
      return otherOffers;
    case 'delist':
      return [...otherOffers, { ...chosen, status: 'draft', changed: newId * 10_000 }];
    case 'rename':
      return [...otherOffers, { ...chosen, login: name(madeChange.login), changed: newId * 10_000 }];
  }
}

const sameOffer = (offer: Offer) => (nextOffer: Offer) =>
  offer.id === nextOffer.id && offer.login === nextOffer.login;

/** Asks for every login while offers come and go: at each call the next change is made. */
async function lookWhileChanging(
  previousOffers: readonly Offer[],
  changes: readonly (Change | undefined)[],
  delays: readonly number[],
  size: number,
): Promise<void> {
  let calls = 0;
  let newId = 1000;
  let throughout = [...previousOffers];
  const market = fakeMarket([...previousOffers], async () => {
    const call = (calls += 1) - 1;
    for (let turns = delays[call] ?? 0; turns > 0; turns -= 1) await quiet();
    const madeChange = changes[call];
    if (madeChange === undefined) return;
    market.stock = apply(market.stock, madeChange, (newId += 1));
    throughout = throughout.filter((offer) => market.stock.some(sameOffer(offer)));
  });
  const { ask } = lookupBench(market.upstream, { size });
  const logins = Array.from({ length: LOGINS }, (_, index) => name(index));
  const askedAnswer = await Promise.all(logins.map(async (wanted) => ({ wanted, ...(await ask(wanted)) })));
  for (const { wanted, status: answered, id } of askedAnswer) {
    const stayed = throughout.filter((offer) => offer.login === wanted);
    if (answered === 200) expect(id).toBeGreaterThan(0);
    else expect([answered, stayed]).toEqual([404, []]);
  }
}

const size = fc.integer({ min: 1, max: 4 });
const quietly = fc.constant<number[]>([]);
const anyOrder = fc.array(fc.nat({ max: 5 }), { maxLength: 60 });
const some = (change: Arbitrary<Change>) =>
  fc.array(fc.option(change, { nil: undefined, freq: 3 }), { maxLength: 40 });

describe('a scan while offers appear and disappear', () => {
  it.each([
    ['changes at once', change('create', 'delete', 'delist', 'rename'), quietly],
    ['changes while pages are on their way', change('create', 'delete', 'delist', 'rename'), anyOrder],
  ])('never misses an offer that existed throughout: %s', async (_name, changes, delays) => {
    await fc.assert(fc.asyncProperty(stock, some(changes), delays, size, lookWhileChanging), {
      numRuns: 150,
    });
  });

  it('answers by the ranking in an unchanged list, cold and warm', async () => {
    await fc.assert(
      fc.asyncProperty(stock, login, size, async (offers, askedCount, pageSize) => {
        const wanted = offers.filter((each) => each.login === name(askedCount));
        const [best] = wanted.toSorted(
          (offer, nextOffer) =>
            Number(nextOffer.status === 'listed') - Number(offer.status === 'listed') ||
            nextOffer.id - offer.id,
        );
        const { ask } = lookupBench(fakeMarket(offers).upstream, { size: pageSize });
        const expected = { status: best === undefined ? 404 : 200, id: best?.id };
        expect(await ask(name(askedCount))).toMatchObject(expected);
        await quiet();
        expect(await ask(name(askedCount))).toMatchObject(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('steps back if a deletion has moved an unread offer to a page that was read', async () => {
    const stocked = [5, 4, 3, 2, 1].map((id) => offer(id, name(id)));
    const market = fakeMarket(stocked, ({ path }) => {
      if (path.includes('?page=2&')) market.stock = market.stock.filter(({ id }) => id !== 5);
      return undefined;
    });
    const { ask } = lookupBench(market.upstream);
    expect(await ask(name(3))).toMatchObject({ status: 200, id: 3 });
    expect(market.pages().slice(0, 4)).toEqual([1, 2, 1, 2]);
  });
});
