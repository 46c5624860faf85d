import { isServerUrl } from '../../../src/config/storePlace.js';
import type { StoreAt } from '../../../src/store/wholeStore.js';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { placeOf, postgresServer } from './postgres.ts';

/** Reads a file or an address of a server, as a setting names it. */
export const storeAt = (text: string): StoreAt => (isServerUrl(text) ? placeOf(text) : text);

/** Describes what holds of a store in a file and of one on a PostgreSQL server; each is named by a text. */
export function describeStores(what: string, suite: (newStore: () => Promise<string>) => void): void {
  describe(`${what} in a file`, () => {
    const folder = temporaryFolder();
    let count = 0;
    suite(() => Promise.resolve(folder.path(`store-${(count += 1)}.db`)));
  });
  describe(`${what} on a PostgreSQL server`, () => suite(postgresServer().database));
}
