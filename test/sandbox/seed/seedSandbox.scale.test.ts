import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { accountOfferList } from '../../../src/sandbox/offers/accountOfferHandlers';
import type { ListRules } from '../../../src/sandbox/listing/listQuery';
import { countQuery, sliceQuery } from '../../../src/sandbox/listing/selectPage';
import { orderList } from '../../../src/sandbox/orders/showOrder';
import { seedSandbox } from '../../../src/sandbox/seed/seedSandbox';
import { stockOfferList } from '../../../src/sandbox/offers/stockOfferHandlers';
import { migrations } from '../../../src/sandbox/storage/sandboxMigrations';
import type { Tables } from '../../../src/sandbox/storage/sandboxTables';
import { openStore, type Store } from '../../../src/store/openStore';

const OFFERS = 5_000;

/** Values for each filter that match few rows, many rows and none. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  search: ['#4711', 'account', 'nothing'],
  id: ['500001', '500001,500002,500003'],
  status: ['listed', 'refunded', 'listed,draft', 'nothing'],
  game_id: ['2', '2,3', '99'],
  offer_id: ['500001'],
  buyer_id: ['4711'],
  created_at: ['1750000000,1751000000'],
};

describe('a large marketplace', () => {
  let store: Store<Tables>;
  const progress: string[] = [];
  beforeAll(async () => {
    store = await openStore<Tables>({ kind: 'memory' }, migrations);
    await seedSandbox(
      store.db,
      { seed: 1, sellers: 2, offers: OFFERS, until: 1_760_000_000 },
      (done, total) => {
        progress.push(`${done}/${total}`);
      },
    );
  });
  afterAll(() => store.close());

  it('reports the progress of its seeding', () => {
    expect(progress[0]).toBe('500/10000');
    expect(progress.at(-1)).toBe('10000/10000');
  });

  const plansOf = async (query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(store.db);
    return rows.map(({ detail }) => detail);
  };

  it.each<[string, ListRules<'account_offer' | 'stock_offer' | 'order'>]>([
    ['account offers', accountOfferList],
    ['currency offers', stockOfferList('currency')],
    ['orders of a kind', orderList('account')],
    ['all orders', orderList()],
  ])('reads %s through an index, however they are sorted and filtered', async (_what, rules) => {
    const own = [sql<SqlBool>`seller_id = 2`, ...(rules.always === undefined ? [] : [rules.always])];
    const filters = Object.entries(rules.filters).map(([name, filter]) => ({
      name,
      conditions: (TEXTS[name] ?? []).map(filter),
    }));
    const alone = filters.flatMap(({ name, conditions }) =>
      conditions.map((condition) => ({ conditions: [condition], filters: [name] })),
    );
    const all = {
      conditions: filters.flatMap(({ conditions }) => conditions.slice(0, 1)),
      filters: filters.map(({ name }) => name),
    };
    for (const asked of [{ conditions: [], filters: [] }, ...alone, all]) {
      const list = {
        table: rules.table,
        selection: sql`*`,
        conditions: [...own, ...asked.conditions],
        filters: asked.filters,
      };
      for (const column of rules.sorts) {
        const by = rules.sortedBy?.[column] ?? column;
        const slice = { skip: 100, take: 50, sort: { column: by, descending: true } };
        const [plan = '', ...others] = await plansOf(sliceQuery(list, slice));
        expect(plan).toMatch(/^SEARCH .* USING (COVERING )?INDEX|USING INTEGER PRIMARY KEY/);
        if (asked.filters.length === 0) expect(others).toEqual([]);
      }
      const [plan = ''] = await plansOf(countQuery(list));
      expect(plan).toMatch(/^SEARCH .* USING (COVERING INDEX|INTEGER PRIMARY KEY)/);
    }
  });

  it('finds an account by its login through an index', async () => {
    const login = sql<{ total: number }>`select * from account_offer where seller_id = 1 and login = 'a'`;
    expect(await plansOf(login)).toEqual([expect.stringContaining('USING INDEX account_offer_by_login')]);
  });
});
