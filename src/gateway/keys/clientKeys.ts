import { createHash } from 'node:crypto';
import { Recent } from '../../contract/recent';

/** The sender of a request, known by its key. */
export interface Caller {
  /** The first 12 hex digits of the SHA-256 of the presented key, or of its entry's v1 key. Fit for logs. */
  readonly fingerprint: string;
  /** The name of the caller's index, the same for every key of one entry. It is a secret. */
  readonly key: string;
  /** Authorization values for the upstream: the first to try and, during a rotation, the second. */
  readonly authorizations: () => readonly [string, string?];
  /** Makes this value the first that the caller's next requests are sent with. */
  readonly tryFirst: (authorization: string) => void;
}

/** Identifies callers by their Authorization header. */
export interface Keys {
  /** Undefined when the header is missing, is no bearer key, or names no known key: 401 without an upstream call. */
  readonly identify: (authorization: string | undefined) => Caller | undefined;
}

/** The keys of clients for each of the two APIs. A client that shows a key to both is one caller. */
export interface ClientKeys {
  readonly v1: Keys;
  /** Identifies callers of v2. An unknown bearer key goes to v2 unchanged: v2 judges it. */
  readonly v2: Keys;
}

/** Most keys whose digest is cached: a seller has one or two, and each request shows one. */
const MAX_REMEMBERED_KEYS = 10_000;

/** Characters of the longest key whose digest is cached: the cache stays small, whatever clients send as a key. */
const MAX_CACHED_KEY_LENGTH = 512;

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();
const digests = new Recent<string, Buffer>(MAX_REMEMBERED_KEYS);

/** Returns the SHA-256 of a key: tables store it, and fingerprints are cut from it. */
export const digestKey = (key: string): Buffer =>
  key.length > MAX_CACHED_KEY_LENGTH ? digest(key) : digests.getOrMake(key, digest);

/** Returns the part of a digest that logs show. */
export const fingerprintOf = (digest: Buffer): string => digest.toString('hex', 0, 6);

/** Matches one word of printable ASCII. RFC 6750 allows less, but keys with a `|` are in use. */
const bearer = /^Bearer +([\x21-\x7e]+)$/i;

/** Returns the key in an `Authorization: Bearer` header (spec 5.1). */
export const readBearer = (authorization: string | undefined): string | undefined =>
  bearer.exec(authorization ?? '')?.[1];

/** Returns the fingerprint of the presented key, known or not. Returns undefined without a key. */
export function fingerprintOfHeader(authorization: string | undefined): string | undefined {
  const key = readBearer(authorization);
  return key === undefined ? undefined : fingerprintOf(digestKey(key));
}

/** One v1 key and the v2 keys that it stands for, with their values. */
export interface KeyExchange {
  /** The owner's name for the key. It is absent for keys that stand in no table. */
  readonly name?: string;
  /** SHA-256 of the v1 key. */
  readonly v1: Buffer;
  /** The v2 key and, during a rotation, its successor. */
  readonly v2: readonly [string, string?];
}

const bearerHeader = (key: string): string => `Bearer ${key}`;

/** Returns the members of a caller who has a single upstream key. */
function singleKeyMembers(authorization: string): Pick<Caller, 'authorizations' | 'tryFirst'> {
  const order = [authorization] as const;
  return { authorizations: () => order, tryFirst: () => undefined };
}

/** Creates the function that remembers the caller of each header, so that a request takes one look-up only. */
function createCallerCache(find: (authorization: string) => Caller | undefined): Keys['identify'] {
  const recentHolders = new Recent<string, Caller | 'unknown'>(MAX_REMEMBERED_KEYS);
  return (authorization) => {
    if (authorization === undefined) return undefined;
    if (authorization.length > MAX_CACHED_KEY_LENGTH) return find(authorization);
    const caller = recentHolders.getOrMake(authorization, (text) => find(text) ?? 'unknown');
    return caller === 'unknown' ? undefined : caller;
  };
}

/** Returns the caller that shows the v1 key of an entry: the entry's v2 keys go on in its place. */
function holderOf({ v1, v2: [firstKey, second] }: KeyExchange): Caller {
  let order: readonly [string, string?] =
    second === undefined ? [bearerHeader(firstKey)] : [bearerHeader(firstKey), bearerHeader(second)];
  return {
    fingerprint: fingerprintOf(v1),
    key: v1.toString('hex'),
    authorizations: () => order,
    tryFirst: (authorization) => {
      const [triedFirst, triedSecond] = order;
      if (authorization === triedSecond) order = [triedSecond, triedFirst];
    },
  };
}

/** Returns a digest as the name of an entry. The time of finding an entry by its digest gives no key away. */
const nameOf = (digest: Buffer): string => digest.toString('latin1');

/** Returns the names of a table's callers by fingerprint. Leaves out a name that looks like a key. */
export function namesByFingerprint(
  table: readonly (Pick<KeyExchange, 'name' | 'v1'> & { readonly v2: readonly (string | undefined)[] })[],
): ReadonlyMap<string, string> {
  const keys = new Set(table.flatMap(({ v1, v2 }) => [nameOf(v1), ...v2]));
  const isKey = (name: string): boolean => keys.has(name) || keys.has(nameOf(digestKey(name)));
  return new Map(
    table.flatMap(({ name, v1 }) => (name === undefined || isKey(name) ? [] : [[fingerprintOf(v1), name]])),
  );
}

/** Exchanges each v1 key for a v2 key. A v2 key goes on unchanged: its successor must not serve a withdrawn one. */
export function exchangeKeys(table: readonly KeyExchange[]): Keys & { readonly callers: readonly Caller[] } {
  const holders = table.map((exchange) => ({ exchange, holder: holderOf(exchange) }));
  const callers = new Map<string, Caller>();
  for (const { exchange, holder } of holders) {
    for (const key of exchange.v2)
      if (key !== undefined)
        callers.set(nameOf(digestKey(key)), { ...holder, ...singleKeyMembers(bearerHeader(key)) });
  }
  // Last, so that a text that is both a v1 key and a v2 key counts as the v1 key.
  for (const { exchange, holder } of holders) callers.set(nameOf(exchange.v1), holder);
  const findCaller = (authorization: string): Caller | undefined => {
    const key = callers.size === 0 ? undefined : readBearer(authorization);
    return key === undefined ? undefined : callers.get(nameOf(digestKey(key)));
  };
  return { callers: holders.map(({ holder }) => holder), identify: createCallerCache(findCaller) };
}

/** Passes keys on where v1 and v2 accept the same ones: the client's header goes on unchanged. */
export const passKeysOn: Keys = {
  identify: createCallerCache((authorization) => {
    const key = readBearer(authorization);
    if (key === undefined) return undefined;
    return { fingerprint: fingerprintOf(digestKey(key)), key, ...singleKeyMembers(authorization) };
  }),
};

interface KeyRules {
  /** True where an unknown key goes on unchanged, even on v1's paths. */
  readonly strangers: boolean;
  /** True if a v1 key of the table is exchanged on v2's paths, too. */
  readonly v2Paths: 'exchange' | 'pass';
}

/** The keys of clients under a table that can be replaced. */
export type LiveKeys = ReturnType<typeof createClientKeys>;

const createUnknownKeyPass =
  (identify: Keys['identify']): Keys['identify'] =>
  (authorization) =>
    identify(authorization) ?? passKeysOn.identify(authorization);

/** Opens the keys of clients under a table that can be replaced. */
export function createClientKeys(table: readonly KeyExchange[], { strangers, v2Paths }: KeyRules) {
  let current = exchangeKeys(table);
  const identify: Keys['identify'] = (authorization) => current.identify(authorization);
  const identifyUnchanged = (authorization: string | undefined): Caller | undefined => {
    const caller = identify(authorization);
    if (caller === undefined || authorization === undefined) return undefined;
    return { ...caller, ...singleKeyMembers(authorization) };
  };
  return {
    v1: { identify: strangers ? createUnknownKeyPass(identify) : identify },
    v2: { identify: createUnknownKeyPass(v2Paths === 'pass' ? identifyUnchanged : identify) },
    /** Puts this table in force from now on. Requests under way keep their keys. */
    replaceTable: (next: readonly KeyExchange[]): void => {
      current = exchangeKeys(next);
    },
    callers: () => current.callers,
  };
}
