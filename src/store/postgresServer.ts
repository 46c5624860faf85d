import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { Client, type ClientConfig, DatabaseError, Pool, types } from 'pg';
import { failureCode } from './transactions';
import { CHANNEL, migrate } from './migrations';
import { storeMigrations, type StoreTables } from './schema';
import { createPartMaker, type RenewableStore } from './renewableStore';

/** PostgreSQL server, or several hosts of which one accepts writes. */
export interface PostgresPlace {
  /** Address without secrets. */
  readonly shown: string;
  /** Address of each host, in the order of the attempts. */
  readonly urls: readonly string[];
}

const OLDEST_VERSION = 140_000;
const POOL_SIZE = 10;
const INT8 = 20;

/** Deadlines (ms) of a connection, so that a silent server counts as failed. */
const limits: ClientConfig = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 5_000,
  query_timeout: 6_000,
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  application_name: 'lifeboat',
  // The server ends the session of a client that is cut off, and its lock, after about 10 s.
  options: '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3',
  // Counts and instants (ms) are whole numbers far below 2^53.
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) =>
      oid === INT8 ? Number : (types.getTypeParser(oid, format) as (text: string) => unknown),
  },
};

/** Returns the settings of a connection. `connect_timeout` in the address is in seconds, as in `psql`. */
function optionsOf(url: string): ClientConfig {
  const seconds = Number(new URL(url).searchParams.get('connect_timeout'));
  const connecting = seconds > 0 ? { connectionTimeoutMillis: seconds * 1_000 } : {};
  return { ...limits, ...connecting, connectionString: url };
}

const makeServerError = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/** Describes a failure to connect. The failure of a name with several addresses has only a code. */
function hostFault(url: string, error: unknown): Error {
  const message = error instanceof Error && error.message !== '' ? error.message : failureCode(error);
  return makeServerError(failureCode(error), `${new URL(url).host}: ${message}`);
}

interface Verified {
  readonly version: number;
  readonly name: string;
  readonly recovering: boolean;
  readonly fixed: string;
  /** Right to make tables; null if the role may use no schema. */
  readonly mayCreate: boolean | null;
}

/** Verifies that a server is new enough and accepts writes, and that the role may make tables. Otherwise rejects. */
async function verifyServer(client: Client): Promise<void> {
  const { rows } = await client.query<Verified>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
      pg_is_in_recovery() as recovering, current_setting('transaction_read_only') as fixed,
      has_schema_privilege(current_schema(), 'create') as "mayCreate"`,
  );
  const [verified] = rows;
  if (verified === undefined || verified.version < OLDEST_VERSION)
    throw makeServerError('OLD_SERVER', `it is PostgreSQL ${verified?.name ?? ''}`);
  if (verified.recovering || verified.fixed === 'on')
    throw makeServerError('25006', 'it is a replica, or read-only');
  if (verified.mayCreate !== true)
    throw makeServerError('42501', 'the role may not make tables in its schema');
}

/** Creates a pool that drops connections that were cut or do not answer. */
function createClientPool(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      let broken: Error | undefined;
      const query = async (text: string, values: readonly unknown[]) => {
        // A statement after a failure, such as a rollback, would wait for it on the same connection.
        if (broken !== undefined) throw broken;
        try {
          return await client.query(text, [...values]);
        } catch (error) {
          if (!(error instanceof DatabaseError) || error.severity !== 'ERROR')
            broken = error instanceof Error ? error : new Error(String(error));
          throw error;
        }
      };
      return { query: query as never, release: () => client.release(broken !== undefined) };
    },
  };
}

async function connectToHost(url: string, stopHearing: (() => void) | undefined) {
  const session = new Client(optionsOf(url));
  let lost: string | undefined;
  const end = (error?: Error) => (lost ??= error?.message ?? 'the connection to the database has ended');
  session.on('error', end).on('end', () => end());
  try {
    await session.connect();
    await verifyServer(session);
    if (stopHearing !== undefined) {
      session.on('notification', stopHearing);
      await session.query(`listen ${CHANNEL}`);
    }
  } catch (error) {
    await session.end().catch(() => undefined);
    throw hostFault(url, error);
  }
  const pool = new Pool({ ...optionsOf(url), max: POOL_SIZE });
  // The server has cut an idle connection; the next query gets a new one.
  pool.on('error', () => undefined);
  // The server has cut a connection in use, whose next statement fails. Without a listener the error would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  let closing: Promise<void> | undefined;
  return {
    pool: createClientPool(pool),
    /** Returns the reason why the session has ended. Returns undefined while it lives. */
    lost: () => lost,
    /** Rejects if the session has ended or the server no longer accepts writes. */
    verify: () => verifyServer(session),
    /** Ends the session without waiting for a silent server. */
    release: () => session.end(),
    close: (): Promise<void> => (closing ??= Promise.all([session.end(), pool.end()]).then(() => undefined)),
  };
}

/**
 * Connects to the first host that accepts writes. `heard` is called when another process has written. Rejects with the
 * reasons of all hosts, without any password: unreachable, refused, too old (before 14), read-only, no right to make
 * tables.
 */
export async function connectServer(
  { urls }: PostgresPlace,
  stopHearing?: () => void,
): ReturnType<typeof connectToHost> {
  const faults: Error[] = [];
  for (const url of urls) {
    try {
      return await connectToHost(url, stopHearing);
    } catch (error) {
      faults.push(error as Error);
    }
  }
  // A fault that a person has to repair determines the hint, if there is one.
  const code =
    faults.map(failureCode).find((code) => code !== '' && !code.startsWith('E')) ?? failureCode(faults[0]);
  throw makeServerError(code, faults.map(({ message }) => message).join('; '));
}

/** Opens a database on a PostgreSQL server, and updates its tables unless it is only read. Rejects as `connectServer`. */
export async function openDatabase(address: PostgresPlace, isRead = false, heard?: () => void) {
  const { pool, ...server } = await connectServer(address, heard);
  const db = new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool }) });
  try {
    if (!isRead) await migrate(db, storeMigrations);
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
export async function openRenewableServer(address: PostgresPlace): Promise<RenewableStore> {
  const listeners = new Set<() => void>();
  const openServer = () => openDatabase(address, false, () => listeners.forEach((changed) => changed()));
  let current = await openServer();
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
    part: createPartMaker({
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
        const next = await openServer();
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
