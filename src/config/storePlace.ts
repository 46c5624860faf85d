import { DEFAULT_STORE, MEMORY } from './settingKinds';
import { readServerUrl, type ServerPlace } from './postgresUrl';

/** Location of a store: memory that ends with the process, a file, or a server. */
export type StorePlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'file'; readonly file: string }
  | (ServerPlace & {
      /** Path next to which the notes of writes are kept: they belong to one machine, and a server would be too slow. */
      readonly local: string;
    });

/** Purpose of a configuration: with the sandbox there is no other upstream. */
export interface Purpose {
  readonly sandbox: boolean;
  /** True to keep everything in memory unless a store is named. */
  readonly inMemory?: boolean | undefined;
}

/** Places the store where a setting names it, else in memory or beside the settings file. */
export function placeStore(
  written: string,
  isStoreNamed: boolean,
  inMemory: boolean | undefined,
  absolute: (path: string) => string,
): { readonly isStoreNamed: boolean; readonly store: StorePlace } {
  if (written === MEMORY || (inMemory === true && !isStoreNamed))
    return { isStoreNamed, store: { kind: 'memory' } };
  const server = readServerUrl(written);
  const file = absolute(server === undefined ? written : DEFAULT_STORE);
  return { isStoreNamed, store: server === undefined ? { kind: 'file', file } : { ...server, local: file } };
}

/** Renders the place of the store as a setting. */
export const storeText = ({ store }: { readonly store: StorePlace }): string => {
  if (store.kind === 'postgres') return store.shown;
  return store.kind === 'file' ? store.file : MEMORY;
};
