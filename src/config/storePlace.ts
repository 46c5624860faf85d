import { DEFAULT_STORE, type Locate, MEMORY } from './settingKinds';
import { readServerUrl, type ServerPlace } from './postgresUrl';
import type { SettingSource } from './settingSources';
import type { Settings } from './settings';

/** Location of a store on one machine: a file, or memory that ends with the process. */
type LocalPlace = { readonly kind: 'memory' } | { readonly kind: 'file'; readonly file: string };

/** Location of a store. */
export type StorePlace =
  | LocalPlace
  | (ServerPlace & {
      /**
       * Path next to which the notes of writes are kept: they belong to one machine, and a server would be too slow for
       * them.
       */
      readonly local: string;
    });

/** Location of the gateway's store. */
export interface StorePlaces {
  /** Location of everything that survives a restart. */
  readonly store: StorePlace;
  /** True if a setting names the store. */
  readonly isStoreNamed: boolean;
}

/** Purpose of a configuration: with the sandbox there is no other upstream. */
export interface Purpose {
  readonly sandbox: boolean;
  /** True to keep everything in memory unless a store is named. */
  readonly inMemory?: boolean;
}

/** Options of placeStore. */
interface Placing extends Pick<Purpose, 'inMemory'> {
  readonly sources: ReadonlyMap<string, SettingSource>;
  readonly absolute: Locate;
}

/** Places the store where a setting names it, else in memory or beside the settings file. */
export function placeStore(
  { store }: Settings,
  { sources, absolute, inMemory = false }: Placing,
): StorePlaces {
  const isStoreNamed = sources.has('store');
  if (store === MEMORY || (inMemory && !isStoreNamed)) return { isStoreNamed, store: { kind: 'memory' } };
  const server = readServerUrl(store);
  const file = absolute('store', server === undefined ? store : DEFAULT_STORE);
  return { isStoreNamed, store: server === undefined ? { kind: 'file', file } : { ...server, local: file } };
}

/** Renders the place of the store as a setting. */
export const storeText = ({ store }: Pick<StorePlaces, 'store'>): string => {
  if (store.kind === 'postgres') return store.shown;
  return store.kind === 'file' ? store.file : MEMORY;
};
