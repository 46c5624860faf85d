import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LookupIndex } from '../../mapping/operation';

/** Names at hand: an HMAC takes 3 us, and programs ask for the same logins over and over. */
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

const hmac = (key: string | Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Names under a secret of the gateway's own; without it a stored index cannot be searched for known logins. */
export function createIndexNames(secret: string | Buffer): IndexNames {
  const names = new LRUCache<string, string>({ max: MAXIMUM });
  const nameOf = (key: string | Buffer, text: string, asked: string): string => {
    const known = names.get(asked);
    if (known !== undefined) return known;
    const name = hmac(key, text);
    names.set(asked, name);
    return name;
  };
  return {
    partition: ({ name, version }, callerKey) => {
      const text = `${name}\0${version}\0${callerKey}`;
      return nameOf(secret, text, text);
    },
    key: (partition, login) => nameOf(partition, login, `${partition}\0${login}`),
  };
}
