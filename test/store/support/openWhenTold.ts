import { once } from 'node:events';
import { openStore } from '../../../src/store/sqliteStore';
import { storeMigrations, type StoreTables } from '../../../src/store/schema';

/** Says that it is loaded, waits for a word on stdin, opens and closes a store's file, and says so. */
async function openWhenTold(path: string): Promise<void> {
  process.stdout.write('loaded\n');
  await once(process.stdin, 'data');
  const store = await openStore<StoreTables>({ kind: 'file', path }, storeMigrations);
  process.stdout.write('opened\n');
  await store.close();
  process.stdin.destroy();
}

void openWhenTold(process.argv[2] ?? '');
