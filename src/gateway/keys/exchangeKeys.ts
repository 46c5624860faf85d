import { timingSafeEqual } from 'node:crypto';
import { digestKey, fingerprintOf } from './digestKey';
import type { Caller, Keys } from './keys';
import { readBearer } from './readBearer';

/** One v1 key and the v2 keys it stands for, with their values at hand. */
export interface Exchange {
  /** SHA-256 of the v1 key. */
  readonly v1: Buffer;
  /** The v2 key and, during a rotation, its successor. */
  readonly v2: readonly [string, string?];
}

type Holder = Pick<Caller, 'authorizations' | 'accepted'> & { readonly digest: Buffer };

function createHolder({ v1, v2: [first, second] }: Exchange): Holder {
  const header = (key: string) => `Bearer ${key}`;
  let order: readonly [string, string?] =
    second === undefined ? [header(first)] : [header(first), header(second)];
  return {
    digest: v1,
    authorizations: () => order,
    accepted: (authorization) => {
      const [before, other] = order;
      if (authorization === other) order = [other, before];
    },
  };
}

/** Keys when every v1 key is exchanged for a v2 key; a v1 key that is not in the table is no key. */
export function exchangeKeys(table: readonly Exchange[]): Keys {
  const holders = table.map(createHolder);
  return {
    identify: (authorization) => {
      const key = readBearer(authorization);
      if (key === undefined) return undefined;
      const digest = digestKey(key);
      // Every entry is compared, also after a match: the time taken says nothing about the table.
      let holder: Holder | undefined;
      for (const candidate of holders) {
        if (timingSafeEqual(candidate.digest, digest)) holder = candidate;
      }
      if (holder === undefined) return undefined;
      const { authorizations, accepted } = holder;
      return { fingerprint: fingerprintOf(digest), key, authorizations, accepted };
    },
  };
}
