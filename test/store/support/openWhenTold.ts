import { createInterface } from 'node:readline';
import { openStore } from '../../../src/store/sqliteStore.js';
import { storeMigrations, type StoreTables } from '../../../src/store/schema.js';

/** Says that it is loaded, opens and closes each store's file that a line of stdin names, and says so. */
async function openWhenTold(): Promise<void> {
  process.stdout.write('loaded\n');
  for await (const path of createInterface({ input: process.stdin })) {
    const store = await openStore<StoreTables>({ kind: 'file', path }, storeMigrations);
    process.stdout.write('opened\n');
    await store.close();
  }
}

void openWhenTold();
