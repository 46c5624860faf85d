import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LookupIndex } from '../../mapping/operation';

/** Callers whose partitions are at hand. */
const MAXIMUM = 10_000;

/** Where the answer to a lookup is kept. */
export interface Place {
  readonly partition: string;
  readonly key: string;
}

/** Names that tell nothing about the texts they stand for. */
export interface IndexNames {
  /** One partition for each index, as it is declared, and caller: HMAC of the caller's key. */
  readonly partition: (index: Pick<LookupIndex, 'name' | 'version'>, callerKey: string) => string;
  /** HMAC of a login, keyed by its partition: the same login looks different in another. */
  readonly key: (partition: string, login: string) => string;
}

/** Names under a secret of the gateway's own; without it a stored index cannot be searched for known logins. */
export function createIndexNames(secret: string | Buffer): IndexNames {
  const partitions = new LRUCache<string, string>({
    max: MAXIMUM,
    memoMethod: (named) => createHmac('sha256', secret).update(named).digest('base64url'),
  });
  return {
    partition: ({ name, version }, callerKey) => partitions.memo(`${name}\0${version}\0${callerKey}`),
    key: (partition, login) => createHmac('sha256', partition).update(login).digest('base64url'),
  };
}
