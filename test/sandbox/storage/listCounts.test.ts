import { sql } from 'kysely';
import { seedSandbox } from '../../../src/sandbox/seed/seedSandbox';
import { createFirstTables, migrations } from '../../../src/sandbox/storage/sandboxMigrations';
import { listCounts } from '../../../src/sandbox/storage/listCounts';
import type { Tables } from '../../../src/sandbox/storage/sandboxTables';
import { openStore, type Store } from '../../../src/store/openStore';
import { temporaryFolder } from '../../support/temporaryFolder';

const TABLES = Object.entries(listCounts).map(([table, columns]) => ({ table, names: columns.join(', ') }));

describe('the counts of long lists', () => {
  const folder = temporaryFolder();

  const seed = ({ db }: Store<Tables>) =>
    seedSandbox(db, { seed: 1, sellers: 2, offers: 50, until: 1_760_000_000 }, () => undefined);
  const run = ({ db }: Store<Tables>, statement: string) => sql.raw(statement).execute(db);
  const expectSame = async (store: Store<Tables>) => {
    for (const { table, names } of TABLES) {
      const order = `order by ${names}`;
      const counted = await run(
        store,
        `select ${names}, count(*) as total from "${table}" group by ${names} ${order}`,
      );
      const told = await run(store, `select ${names}, total from ${table}_tally where total > 0 ${order}`);
      expect(counted.rows.length).toBeGreaterThan(0);
      expect(told.rows).toEqual(counted.rows);
    }
  };

  it('follow every row that is added, changed, deleted or put back', async () => {
    const store = await openStore<Tables>({ kind: 'memory' }, migrations);
    await seed(store);
    await expectSame(store);
    await run(store, `update account_offer set status = 'archived', game_id = 1 where id % 3 = 0`);
    await run(store, `update account_offer set title = 'another' where id % 2 = 0`);
    await run(
      store,
      `update stock_offer set status = case status when 'listed' then 'draft' else 'listed' end`,
    );
    await run(store, `delete from stock_offer where kind = 'gift_card' and id % 2 = 0`);
    await run(store, `update "order" set status = 'refunded' where id % 5 = 0`);
    await expectSame(store);
    await run(store, 'begin');
    await run(store, `delete from "order" where id % 2 = 0`);
    await run(store, `update stock_offer set seller_id = 2`);
    await expectSame(store);
    await run(store, 'rollback');
    await expectSame(store);
    await store.close();
  });

  it('are made for a store that was filled before there were any', async () => {
    const location = { kind: 'file', path: folder.path('market.db') } as const;
    const before = await openStore<Tables>(location, { '001-first-tables': { up: createFirstTables } });
    await seed(before);
    await before.close();
    const now = await openStore<Tables>(location, migrations);
    await expectSame(now);
    await now.close();
  });
});
