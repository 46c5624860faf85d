import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { readServerUrl, type ServerPlace } from '../../../src/config/storePlace.js';
import { postgresProgram, type Tls } from './postgresProgram.ts';

/** A PostgreSQL server of its own. */
export interface TestServer {
  /** Address of a new database. */
  readonly database: () => Promise<string>;
  /** Carries out a statement in a database, as its superuser. */
  readonly run: (url: string, statement: string) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Starts a standby that has all that the server has. */
  readonly standby: () => Promise<Standby>;
}

/** A standby of a server. */
interface Standby {
  readonly port: number;
  /** Makes it the primary. */
  readonly promote: () => Promise<void>;
  readonly end: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export const PASSWORD = 'a-password/with@signs';

async function run(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Starts a server in a temporary folder; `end` removes both. With `tls` it takes encrypted connections, too. */
export async function startPostgres(tls?: Tls): Promise<TestServer & { readonly end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-postgres-'));
  chmodSync(folder, 0o755); // the server may run as another user
  const port = await freePort();
  const program = postgresProgram(join(folder, 'data'), port, PASSWORD, tls);
  await program.start();
  const urlOf = (name: string, at = port) =>
    `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${at}/${name}`;
  return {
    database: async () => {
      const name = `d${randomUUID().replaceAll('-', '')}`;
      await run(urlOf('postgres'), `create database ${name}`);
      return urlOf(name);
    },
    run,
    start: program.start,
    stop: program.stop,
    standby: async () => {
      const data = join(folder, 'standby');
      await program.stop();
      execFileSync('cp', ['-a', join(folder, 'data'), data]);
      await program.start();
      writeFileSync(join(data, 'standby.signal'), '');
      const primary = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD}`;
      appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
      const ownCount = await freePort();
      const follower = postgresProgram(data, ownCount, PASSWORD);
      await follower.start();
      return {
        port: ownCount,
        promote: () => run(urlOf('postgres', ownCount), 'select pg_promote()'),
        end: follower.stop,
      };
    },
    end: async () => {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a server before the tests of a file and ends it after them. */
export function postgresServer(tls?: Tls): TestServer {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres(tls);
  });
  afterAll(() => server.end());
  return {
    run,
    database: () => server.database(),
    start: () => server.start(),
    stop: () => server.stop(),
    standby: () => server.standby(),
  };
}

/** Reads an address as the settings do. A server on a busy machine may take its time to let somebody in. */
export function placeOf(url: string): ServerPlace {
  const serverPlace = readServerUrl(`${url}${url.includes('?') ? '&' : '?'}connect_timeout=600`);
  if (serverPlace === undefined) throw new Error('no address of a server');
  return serverPlace;
}
