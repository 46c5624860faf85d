import { digestKey, fingerprintOf } from './digestKey';
import type { Caller, Keys } from './keys';
import { readBearer } from './readBearer';

/** One v1 key and the v2 keys it stands for, with their values at hand. */
export interface Exchange {
  /** As its owner calls it; absent for keys that stand in no table. */
  readonly name?: string;
  /** SHA-256 of the v1 key. */
  readonly v1: Buffer;
  /** The v2 key and, during a rotation, its successor. */
  readonly v2: readonly [string, string?];
}

const header = (key: string): string => `Bearer ${key}`;

/** Who shows the v1 key of an entry: its v2 keys go on in its place. */
function holderOf({ v1, v2: [first, second] }: Exchange): Caller {
  let order: readonly [string, string?] =
    second === undefined ? [header(first)] : [header(first), header(second)];
  return {
    fingerprint: fingerprintOf(v1),
    key: v1.toString('hex'),
    authorizations: () => order,
    accepted: (authorization) => {
      const [before, other] = order;
      if (authorization === other) order = [other, before];
    },
  };
}

/** A digest as the name of an entry. The time it takes to find one tells nothing from which a key could be made. */
const nameOf = (digest: Buffer): string => digest.toString('latin1');

/** What a table calls its callers, by fingerprint. A key that somebody took for a name is not shown. */
export function namesIn(
  table: readonly (Pick<Exchange, 'name' | 'v1'> & { readonly v2: readonly (string | undefined)[] })[],
): ReadonlyMap<string, string> {
  const keys = new Set(table.flatMap(({ v1, v2 }) => [nameOf(v1), ...v2]));
  const isKey = (name: string): boolean => keys.has(name) || keys.has(nameOf(digestKey(name)));
  return new Map(
    table.flatMap(({ name, v1 }) => (name === undefined || isKey(name) ? [] : [[fingerprintOf(v1), name]])),
  );
}

/**
 * Keys when every v1 key is exchanged for a v2 key. A v2 key of the table goes on as it is, never exchanged for its
 * successor: who was told to stop using it must not be served by the other. Any other key is no key.
 */
export function exchangeKeys(table: readonly Exchange[]): Keys & { readonly callers: readonly Caller[] } {
  const holders = table.map((exchange) => ({ exchange, holder: holderOf(exchange) }));
  const callers = new Map<string, Caller>();
  for (const { exchange, holder } of holders) {
    for (const key of exchange.v2) {
      if (key === undefined) continue;
      const shown: Caller = { ...holder, authorizations: () => [header(key)], accepted: () => undefined };
      callers.set(nameOf(digestKey(key)), shown);
    }
  }
  // Last, so that one text which is a v1 key and a v2 key stands for what the table says of the v1 key.
  for (const { exchange, holder } of holders) callers.set(nameOf(exchange.v1), holder);
  return {
    callers: holders.map(({ holder }) => holder),
    identify: (authorization) => {
      const key = callers.size === 0 ? undefined : readBearer(authorization);
      return key === undefined ? undefined : callers.get(nameOf(digestKey(key)));
    },
  };
}
