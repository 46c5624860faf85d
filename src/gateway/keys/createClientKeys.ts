import { type Exchange, exchangeKeys } from './exchangeKeys';
import type { Caller, ClientKeys, Keys } from './keys';
import { passKeysOn } from './passKeysOn';

/** What becomes of the keys of clients. */
export interface KeyRules {
  /** True where a key that no entry knows goes on as it is, also on v1's paths. */
  readonly strangers: boolean;
  /** Whether a v1 key of the table is exchanged on v2's paths. */
  readonly v2Paths: 'exchange' | 'pass';
}

/** The keys of clients, and the way to another table. */
export interface LiveKeys extends ClientKeys {
  /** From now on this table is in force; requests under way keep the keys they have. */
  readonly use: (table: readonly Exchange[]) => void;
  /** Whoever the table knows. */
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

/** The keys of clients under a table that can be replaced. */
export function createClientKeys(table: readonly Exchange[], { strangers, v2Paths }: KeyRules): LiveKeys {
  let current = exchangeKeys(table);
  const known: Keys['identify'] = (authorization) => current.identify(authorization);
  const asShown = (authorization: string | undefined): Caller | undefined => {
    const caller = known(authorization);
    if (caller === undefined || authorization === undefined) return undefined;
    return { ...caller, authorizations: () => [authorization], accepted: () => undefined };
  };
  return {
    v1: { identify: strangers ? firstOf(known, passKeysOn.identify) : known },
    v2: { identify: firstOf(v2Paths === 'pass' ? asShown : known, passKeysOn.identify) },
    use: (next) => {
      current = exchangeKeys(next);
    },
    callers: () => current.callers,
  };
}
