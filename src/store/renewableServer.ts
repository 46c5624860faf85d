import { Kysely, PostgresDialect } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type RenewableStore, partsOf } from './renewableStore';
import { migrate } from './migrations';
import { connectServer, type PostgresPlace } from './postgresServer';

type Migrations = Readonly<Record<string, Migration>>;

/** Opens a database on a PostgreSQL server; without migrations its tables stay as they are. Rejects as `connectServer`. */
export async function openDatabase<Tables>(at: PostgresPlace, migrations?: Migrations, heard?: () => void) {
  const { pool, ...server } = await connectServer(at, heard);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    if (migrations !== undefined) await migrate(db, migrations);
  } catch (error) {
    await server.close().catch(() => undefined);
    throw error;
  }
  return { db, ...server };
}

/**
 * Opens a database on a PostgreSQL server, which can be opened again after a restart of the server or a change of the
 * host. Rejects as `connectServer` does, and if a newer version has written the tables.
 */
export async function openRenewableServer<Tables>(
  at: PostgresPlace,
  migrations: Migrations,
): Promise<RenewableStore<Tables>> {
  const listeners = new Set<() => void>();
  const open = () => openDatabase<Tables>(at, migrations, () => listeners.forEach((changed) => changed()));
  let current = await open();
  const isSound = (): Promise<boolean> =>
    current.verify().then(
      () => current.lost() === undefined,
      () => false,
    );
  return {
    others: {
      listen: (changed) => {
        listeners.add(changed);
        return () => void listeners.delete(changed);
      },
    },
    part: partsOf({
      db: () => current.db,
      problem: () => current.lost(),
      inspect: () => undefined, // the server itself checks what it reads
      renew: async (fill) => {
        if (await isSound()) {
          await fill(current.db);
          return;
        }
        await current.release().catch(() => undefined);
        void current.close().catch(() => undefined);
        const next = await open();
        try {
          await fill(next.db);
        } catch (error) {
          await next.close().catch(() => undefined);
          throw error;
        }
        current = next;
      },
    }),
    close: () => current.close(),
  };
}
