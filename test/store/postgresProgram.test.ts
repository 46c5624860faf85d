import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from './support/postgres';

async function serverProcess(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`);
  await client.end();
  return Number.parseInt(rows[0]?.text ?? '');
}

/** Ends a process and waits until there is none. */
async function end(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  try {
    for (;;) {
      process.kill(pid, 0);
      await setTimeout(10);
    }
  } catch {
    // It has ended.
  }
}

describe('the PostgreSQL server of the tests', () => {
  it('can be stopped and started after it has ended by itself', async () => {
    const server = await startPostgres();
    const url = await server.database();
    await end(await serverProcess(url));
    await server.stop();
    await server.start();
    await server.run(url, 'select 1');
    await server.end();
  });
});
