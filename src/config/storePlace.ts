/** Value of a store setting that keeps nothing on disk. */
const MEMORY = 'memory';

/** File of the store if none is named: next to the settings file, or in the working directory without one. */
export const DEFAULT_STORE = 'lifeboat.db';

/** A PostgreSQL server, or several hosts one of which accepts writes. */
export interface ServerPlace {
  readonly kind: 'postgres';
  /** The address without secrets, fit to be shown. */
  readonly shown: string;
  /** The address as it was written; it holds the password. */
  readonly written: string;
  /** One address per host, in the order of the setting; they hold the password. */
  readonly urls: readonly string[];
}

const FORM = /^postgres(?:ql)?:\/\/([^/?]*@)?([^/?@]+)\/([^?#/]+)(\?[^#]*)?$/;

/** Recognizes a setting that is meant as the address of a PostgreSQL server. */
export const isServerUrl = (text: string): boolean => /^postgres(ql)?:\/\//i.test(text);

/**
 * Reads the address of a PostgreSQL server, which may name several hosts (`postgres://user@one:5432,two/name`), or
 * returns undefined for any other text. The query is passed to the driver, such as `sslmode=verify-full`.
 */
export function readServerUrl(text: string): ServerPlace | undefined {
  const address = text.trim();
  const [, login = '', names, database, query = ''] = FORM.exec(address) ?? [];
  if (names === undefined || database === undefined) return undefined;
  const hosts = names.split(',');
  const urls = hosts.map((host) => `postgres://${login}${host}/${database}${query}`);
  if (hosts.includes('') || !urls.every((url) => URL.canParse(url))) return undefined;
  const shownLogin = login.replace(/:.*/s, '@').replace(/^@$/, '');
  return { kind: 'postgres', shown: `postgres://${shownLogin}${names}/${database}`, written: address, urls };
}

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
  address: string,
  isStoreNamed: boolean,
  inMemory: boolean | undefined,
  absolute: (path: string) => string,
): { readonly isStoreNamed: boolean; readonly store: StorePlace } {
  if (address === MEMORY || (inMemory === true && !isStoreNamed))
    return { isStoreNamed, store: { kind: 'memory' } };
  const server = readServerUrl(address);
  if (server === undefined) return { isStoreNamed, store: { kind: 'file', file: absolute(address) } };
  return { isStoreNamed, store: { ...server, local: absolute(DEFAULT_STORE) } };
}

/** Renders the place of the store as a setting. */
export function storeText({ store }: { readonly store: StorePlace }): string {
  if (store.kind === 'postgres') return store.shown;
  return store.kind === 'file' ? store.file : MEMORY;
}
