import { Kysely, PostgresDialect } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type RenewableStore, partsOf } from './renewableStore';
import { migrate } from './migrations';
import { connectServer, type PostgresPlace, type PostgresServer, type PostgresUse } from './postgresServer';

/** Database on a server, with the session that receives announcements. */
interface OpenDatabase<Tables> extends Omit<PostgresServer, 'pool'> {
  readonly db: Kysely<Tables>;
}

interface Use extends PostgresUse {
  /** Migrations of the tables; without them the tables stay unchanged. */
  readonly migrations?: Readonly<Record<string, Migration>>;
}

/** Opens a database on a PostgreSQL server. Rejects as `connectServer` does. */
export async function openDatabase<Tables>(
  postgresPlace: PostgresPlace,
  { migrations, ...use }: Use = {},
): Promise<OpenDatabase<Tables>> {
  const { pool, ...server } = await connectServer(postgresPlace, use);
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
  postgresPlace: PostgresPlace,
  use: Use = {},
): Promise<RenewableStore<Tables>> {
  const listeners = new Set<() => void>();
  const all = { ...use, heard: () => listeners.forEach((changed) => changed()) };
  let current = await openDatabase<Tables>(postgresPlace, all);
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
        const isSound = await current.verify().then(
          () => current.lost() === undefined,
          () => false,
        );
        if (isSound) {
          await fill(current.db);
          return;
        }
        await current.release().catch(() => undefined);
        void current.close().catch(() => undefined);
        const next = await openDatabase<Tables>(postgresPlace, all);
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
