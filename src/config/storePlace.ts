import { DEFAULT_STORE, type Locate, MEMORY } from './settingKinds';
import { readServerUrl, type ServerPlace } from './postgresUrl';
import type { SettingSource } from './settingSources';
import type { Settings } from './settings';

/** Location of a store that one machine has: a file, or memory that ends with the process. */
type LocalPlace = { readonly kind: 'memory' } | { readonly kind: 'file'; readonly file: string };

/** Location of a store. */
export type StorePlace =
  | LocalPlace
  | (ServerPlace & {
      /** Path next to which the notes of writes stand: they are of one machine, and a server would be too slow for them. */
      readonly local: string;
    });

/** Where the store is. */
export interface StorePlaces {
  /** Keeps everything that survives a restart. */
  readonly store: StorePlace;
  /** True if somebody has named it. */
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

/** Places the store: where it is named, else in memory or beside the settings file. */
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
