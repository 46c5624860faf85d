import { dirname, join } from 'node:path';
import { DEFAULT_STORE, type Locate, MEMORY } from './settingKinds';
import { readServerUrl, type ServerPlace } from './postgresUrl';
import { renderSource, type SettingSource } from './settingSources';
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

/** Former setting of a store, and the source of its value. */
interface FormerPlace {
  readonly setting: 'cutover.store' | 'comparison.store';
  readonly source: string;
  readonly place: LocalPlace;
}

/** The store, and the former settings that named a file for a part of it. */
export interface StorePlaces {
  /** Keeps everything that survives a restart. */
  readonly store: StorePlace;
  /** True if somebody has named it. */
  readonly isStoreNamed: boolean;
  readonly formerStores: readonly FormerPlace[];
}

/** Purpose of a configuration: with the sandbox there is no other upstream. */
export interface Purpose {
  readonly sandbox: boolean;
  /** True to keep everything in memory unless a store is named. */
  readonly inMemory?: boolean;
}

/** Options of placeStores. */
interface Placing extends Pick<Purpose, 'inMemory'> {
  readonly sources: ReadonlyMap<string, SettingSource>;
  readonly absolute: Locate;
}

/**
 * Places the store. `store: memory` was once said of the index alone: where a former setting names a file, everything is
 * kept in a file next to that one, which is known to be writable.
 */
export function placeStores(
  { store, cutover, comparison }: Settings,
  { sources, absolute, inMemory = false }: Placing,
): StorePlaces {
  const placeAt = (name: string, path: string): LocalPlace =>
    path === MEMORY ? { kind: 'memory' } : { kind: 'file', file: absolute(name, path) };
  const paths = { 'cutover.store': cutover.store, 'comparison.store': comparison.store };
  const formerStores = (['cutover.store', 'comparison.store'] as const).flatMap((setting) => {
    const path = paths[setting];
    if (path === undefined) return [];
    const source = renderSource(sources.get(setting) ?? { kind: 'default' });
    return [{ setting, source, place: placeAt(setting, path) }];
  });
  const isNamed = sources.has('store');
  const server = readServerUrl(store);
  const named: StorePlace =
    server === undefined ? placeAt('store', store) : { ...server, local: absolute('store', DEFAULT_STORE) };
  const [file] = formerStores.flatMap(({ place }) => (place.kind === 'file' ? [place.file] : []));
  if (file !== undefined && (!isNamed || named.kind === 'memory'))
    return {
      formerStores,
      isStoreNamed: false,
      store: { kind: 'file', file: join(dirname(file), DEFAULT_STORE) },
    };
  const forgets = !isNamed && (inMemory || formerStores.length > 0);
  return { formerStores, isStoreNamed: isNamed, store: forgets ? { kind: 'memory' } : named };
}

/** Renders the place of the store as a setting. */
export const storeText = ({ store }: Pick<StorePlaces, 'store'>): string => {
  if (store.kind === 'postgres') return store.shown;
  return store.kind === 'file' ? store.file : MEMORY;
};

/** Returns a warning for each former setting, with what to write instead. */
export const formerWarnings = (places: StorePlaces): readonly string[] =>
  places.formerStores.map(({ setting, source, place }) => {
    const imports = place.kind === 'file' ? ', which imports its content once' : '';
    const write = places.isStoreNamed ? 'remove it' : `write "store: ${storeText(places)}" in its place`;
    return `${setting} (${source}) is replaced by store${imports}: ${write}`;
  });
