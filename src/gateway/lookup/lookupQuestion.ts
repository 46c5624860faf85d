import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Recent } from '../../contract/recent';
import type { IndexItem, LookupIndex, Operation } from '../../mapping/compile/compiledOperation';
import type { CallContext } from '../context';
import type { FoundOffers, IndexedOffer, IndexStore } from './indexStore';
import type { Clock } from '../../contract/clock';

/** Most names in the cache: an HMAC takes 3 us, and programs ask for the same logins repeatedly. */
const MAX_NAMES_AT_HAND = 10_000;

/** Names that reveal nothing of the texts they stand for. */
export type IndexNames = ReturnType<typeof createIndexNames>;

const hmac = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Makes a key object: a key given as text each time takes five times as long. */
const keyOf = (secret: string | Buffer): KeyObject => createSecretKey(Buffer.from(secret));

/** Creates names under a secret, without which a stored index cannot be searched for known logins. */
export function createIndexNames(secret: string | Buffer, most = MAX_NAMES_AT_HAND) {
  const partitions = new Recent<string, { readonly index: object; readonly name: string }>(most);
  const keys = new Recent<string, string>(most);
  const secretKey = keyOf(secret);
  let latestPartition = { partition: '', key: keyOf('') };
  const keyOfPartition = (partition: string): KeyObject => {
    if (latestPartition.partition !== partition) latestPartition = { partition, key: keyOf(partition) };
    return latestPartition.key;
  };
  return {
    /** Names the partition of a declared index and a caller: an HMAC of the caller's key. */
    partition: (index: Pick<LookupIndex, 'name' | 'version'>, callerKey: string): string => {
      const knownName = partitions.get(callerKey);
      if (knownName?.index === index) return knownName.name;
      const name = hmac(secretKey, `${index.name}\0${index.version}\0${callerKey}`);
      partitions.set(callerKey, { index, name });
      return name;
    },
    /** Names a login by an HMAC that is keyed by its partition: the same login has another name in each. */
    key: (partition: string, login: string): string =>
      keys.getOrMake(`${partition} ${login}`, () => hmac(keyOfPartition(partition), login)),
  };
}

/** The lookup that an operation declares. */
export type LookupDeclaration = NonNullable<Operation['lookup']>;

/** A lookup for one request. */
export interface LookupRequest {
  readonly v2: Operation['v2'];
  readonly lookup: LookupDeclaration;
  /** The decoded v1 path parameters; one of them is the login, a secret. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly context: CallContext;
}

/** The lookup for which a list is read. */
export interface ReadingReason {
  readonly lookup: Pick<LookupDeclaration, 'index'>;
  readonly context: CallContext;
  readonly indexPlace: { readonly partition: string; readonly key: string };
}

/** One lookup: its question, and the place of its answer in the index. */
export interface Question extends LookupRequest, Pick<ReadingReason, 'indexPlace'> {}

/** Returns an item as an index entry: its login becomes an HMAC. */
export const entryOf = (
  { id, key, preferred, changed = null }: IndexItem,
  partition: string,
  names: Pick<IndexNames, 'key'>,
): IndexedOffer => ({ id, key: key === null ? null : names.key(partition, key), preferred, changed });

/**
 * Reports whether the candidates include the best offer. A preferred one (passes run newest first, so it is the
 * newest), or any after a whole pass has shown that there is no preferred one.
 */
export const isHit = ({ candidates, complete }: FoundOffers): boolean =>
  candidates.length > 0 && (complete || candidates.some(({ preferred }) => preferred));

/** Orders ids, the highest first. Ids are digits, perhaps too many for a double: the longer id is the higher. */
export function compareNewerFirst(id: string, nextId: string): number {
  if (id.length !== nextId.length) return nextId.length - id.length;
  if (id === nextId) return 0;
  return id < nextId ? 1 : -1;
}

/** Sorts offers with one login, best first: preferred ones, then the newest. */
export const rankOffers = (candidates: readonly IndexedOffer[]): readonly IndexedOffer[] =>
  candidates.toSorted(
    (offer, next) => Number(next.preferred) - Number(offer.preferred) || compareNewerFirst(offer.id, next.id),
  );

/** Caches hits, so that they read nothing from the store. May lag `freshMs`: each hit is verified upstream anyway. */
export function createCachedIndex(
  store: IndexStore,
  clock: Clock,
  freshMs: number,
  most = MAX_NAMES_AT_HAND,
): IndexStore {
  // Keyed by the login's key alone: it is an HMAC under its partition, so no other partition has it.
  type Hit = { readonly partition: string; readonly found: FoundOffers; readonly until: number };
  const hits = new Recent<string, Hit>(most);
  const findRecentOffers = (partition: string, key: string): FoundOffers | undefined => {
    const hit = hits.get(key);
    return hit?.partition === partition && clock.steady() <= hit.until ? hit.found : undefined;
  };
  // Keyed by partition and id: the cache may hold an offer under its earlier key.
  const keys = new Recent<string, IndexedOffer['key']>(most);
  const dropCached = (partition: string, { id, key }: Pick<IndexedOffer, 'id' | 'key'>) => {
    for (const name of [key, keys.get(`${partition} ${id}`)]) hits.delete(name ?? '');
  };
  return {
    ...store,
    find: async (partition, key) => {
      const hit = findRecentOffers(partition, key);
      if (hit !== undefined) return hit;
      const foundOffers = await store.find(partition, key);
      if (!isHit(foundOffers)) return foundOffers;
      hits.set(key, { partition, found: foundOffers, until: clock.steady() + freshMs });
      for (const { id } of foundOffers.candidates) keys.set(`${partition} ${id}`, key);
      return foundOffers;
    },
    remember: async (partition, pass, entries) => {
      const isKept = await store.remember(partition, pass, entries);
      for (const entry of entries) dropCached(partition, entry);
      return isKept;
    },
    finish: async (partition, pass, at) => {
      await store.finish(partition, pass, at);
      hits.clear();
    },
    note: async (partition, entries) => {
      await store.note(partition, entries);
      for (const entry of entries) dropCached(partition, entry);
    },
    correct: async (partition, indexedOffer, shownOffer) => {
      await store.correct(partition, indexedOffer, shownOffer);
      for (const entry of [indexedOffer, shownOffer ?? indexedOffer]) dropCached(partition, entry);
    },
  };
}
