import { createHash } from 'node:crypto';
import { Recent } from '../../contract/recent';

/** The sender of a request, known by its key. */
export interface Caller {
  /** The first 12 hex digits of a SHA-256: of the presented key, or of the v1 key of its entry. Fit for logs. */
  readonly fingerprint: string;
  /** The name that an index is kept under, the same for every key of one entry: a secret. */
  readonly key: string;
  /** Authorization values for the upstream, the one to try first and, during a rotation, the other. */
  readonly authorizations: () => readonly [string, string?];
  /** Called with the value that the upstream accepted, so that the next request tries it first. */
  readonly accepted: (authorization: string) => void;
}

/** Identifies callers by their Authorization header. */
export interface Keys {
  /** Undefined when the header is missing, not a bearer key, or names no known key: 401, no upstream call. */
  readonly identify: (authorization: string | undefined) => Caller | undefined;
}

/** The keys of clients as each of the two APIs takes them; one who shows a key to both is the same caller. */
export interface ClientKeys {
  readonly v1: Keys;
  /** A bearer key that is not known goes to v2 as it is: v2 judges it. */
  readonly v2: Keys;
}

/** Keys whose digest is at hand: a seller has one or two, and each request shows one. */
const MAXIMUM = 10_000;

/** A longer one is digested each time: what is kept has to stay small, whatever comes for a key. */
const LONGEST = 512;

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();
const digests = new Recent<string, Buffer>(MAXIMUM);

/** Returns the SHA-256 of a key: what tables store and fingerprints are cut from. */
export const digestKey = (key: string): Buffer =>
  key.length > LONGEST ? digest(key) : digests.memo(key, digest);

/** Returns the part of a digest that logs show. */
export const fingerprintOf = (digest: Buffer): string => digest.toString('hex', 0, 6);

/** One word of printable ASCII. RFC 6750 allows less, but keys with a `|` are in use. */
const bearer = /^Bearer +([\x21-\x7e]+)$/i;

/** Returns the key in an `Authorization: Bearer` header (spec 5.1). */
export const readBearer = (authorization: string | undefined): string | undefined =>
  bearer.exec(authorization ?? '')?.[1];

/** Returns the fingerprint of the key that is shown, known or not; undefined where none is. */
export function presentedFingerprint(authorization: string | undefined): string | undefined {
  const key = readBearer(authorization);
  return key === undefined ? undefined : fingerprintOf(digestKey(key));
}

/** One v1 key and the v2 keys it stands for, with their values at hand. */
export interface KeyExchange {
  /** As its owner calls it; absent for keys that stand in no table. */
  readonly name?: string;
  /** SHA-256 of the v1 key. */
  readonly v1: Buffer;
  /** The v2 key and, during a rotation, its successor. */
  readonly v2: readonly [string, string?];
}

const header = (key: string): string => `Bearer ${key}`;

/** Returns the members of a caller for whom there is one value only. */
function alwaysWith(authorization: string): Pick<Caller, 'authorizations' | 'accepted'> {
  const order = [authorization] as const;
  return { authorizations: () => order, accepted: () => undefined };
}

/** Remembers who showed which header: then one look-up is all that a request takes. */
function byText(find: (authorization: string) => Caller | undefined): Keys['identify'] {
  const recentHolders = new Recent<string, Caller | 'nobody'>(MAXIMUM);
  return (authorization) => {
    if (authorization === undefined) return undefined;
    if (authorization.length > LONGEST) return find(authorization);
    const caller = recentHolders.memo(authorization, (text) => find(text) ?? 'nobody');
    return caller === 'nobody' ? undefined : caller;
  };
}

/** Returns the caller that shows the v1 key of an entry: its v2 keys go on in its place. */
function holderOf({ v1, v2: [firstKey, second] }: KeyExchange): Caller {
  let order: readonly [string, string?] =
    second === undefined ? [header(firstKey)] : [header(firstKey), header(second)];
  return {
    fingerprint: fingerprintOf(v1),
    key: v1.toString('hex'),
    authorizations: () => order,
    accepted: (authorization) => {
      const [triedFirst, triedSecond] = order;
      if (authorization === triedSecond) order = [triedSecond, triedFirst];
    },
  };
}

/** Returns a digest as the name of an entry. The time it takes to find one gives nothing away from which a key could be made. */
const nameOf = (digest: Buffer): string => digest.toString('latin1');

/** Returns the names of a table's callers, by fingerprint. A key that somebody took for a name is not shown. */
export function namesIn(
  table: readonly (Pick<KeyExchange, 'name' | 'v1'> & { readonly v2: readonly (string | undefined)[] })[],
): ReadonlyMap<string, string> {
  const keys = new Set(table.flatMap(({ v1, v2 }) => [nameOf(v1), ...v2]));
  const isKey = (name: string): boolean => keys.has(name) || keys.has(nameOf(digestKey(name)));
  return new Map(
    table.flatMap(({ name, v1 }) => (name === undefined || isKey(name) ? [] : [[fingerprintOf(v1), name]])),
  );
}

/**
 * Keys when every v1 key is exchanged for a v2 key. A v2 key of the table goes on as it is, never exchanged for its
 * successor: a key that was withdrawn must not be served by the other. Any other key is no key.
 */
export function exchangeKeys(table: readonly KeyExchange[]): Keys & { readonly callers: readonly Caller[] } {
  const holders = table.map((exchange) => ({ exchange, holder: holderOf(exchange) }));
  const callers = new Map<string, Caller>();
  for (const { exchange, holder } of holders) {
    for (const key of exchange.v2) {
      if (key === undefined) continue;
      const caller: Caller = { ...holder, ...alwaysWith(header(key)) };
      callers.set(nameOf(digestKey(key)), caller);
    }
  }
  // Last, so that one text which is a v1 key and a v2 key stands for what the table says of the v1 key.
  for (const { exchange, holder } of holders) callers.set(nameOf(exchange.v1), holder);
  const find = (authorization: string): Caller | undefined => {
    const key = callers.size === 0 ? undefined : readBearer(authorization);
    return key === undefined ? undefined : callers.get(nameOf(digestKey(key)));
  };
  return { callers: holders.map(({ holder }) => holder), identify: byText(find) };
}

/** Keys when v1 and v2 accept the same ones: the client's header goes on as it is. */
export const passKeysOn: Keys = {
  identify: byText((authorization) => {
    const key = readBearer(authorization);
    if (key === undefined) return undefined;
    return { fingerprint: fingerprintOf(digestKey(key)), key, ...alwaysWith(authorization) };
  }),
};

/** Rules for the keys of clients. */
interface KeyRules {
  /** True where a key that no entry knows goes on as it is, also on v1's paths. */
  readonly strangers: boolean;
  /** Says if a v1 key of the table is exchanged on v2's paths. */
  readonly v2Paths: 'exchange' | 'pass';
}

/** The keys of clients, and the way to another table. */
export interface LiveKeys extends ClientKeys {
  /** From now on this table is in force; requests under way keep the keys they have. */
  readonly use: (table: readonly KeyExchange[]) => void;
  /** The callers that the table knows. */
  readonly callers: () => readonly Caller[];
}

const firstOf =
  (...all: readonly Keys['identify'][]): Keys['identify'] =>
  (authorization) => {
    for (const identify of all) {
      const caller = identify(authorization);
      if (caller !== undefined) return caller;
    }
    return undefined;
  };

/** Returns the keys of clients under a table that can be replaced. */
export function createClientKeys(table: readonly KeyExchange[], { strangers, v2Paths }: KeyRules): LiveKeys {
  let current = exchangeKeys(table);
  const identify: Keys['identify'] = (authorization) => current.identify(authorization);
  const asShown = (authorization: string | undefined): Caller | undefined => {
    const caller = identify(authorization);
    if (caller === undefined || authorization === undefined) return undefined;
    return { ...caller, ...alwaysWith(authorization) };
  };
  return {
    v1: { identify: strangers ? firstOf(identify, passKeysOn.identify) : identify },
    v2: { identify: firstOf(v2Paths === 'pass' ? asShown : identify, passKeysOn.identify) },
    use: (next) => {
      current = exchangeKeys(next);
    },
    callers: () => current.callers,
  };
}
