import { LRUCache } from 'lru-cache';
import { digestKey, fingerprintOf } from './digestKey';
import type { Caller, Keys } from './keys';
import { readBearer } from './readBearer';

/** Headers whose callers are at hand: a seller shows one or two. */
const MAXIMUM = 10_000;
/** A longer header is read each time: keys have some hundred characters, and what is kept has to stay small. */
const LONGEST = 512;

const callers = new LRUCache<string, Caller>({ max: MAXIMUM });

function callerOf(authorization: string): Caller | undefined {
  const key = readBearer(authorization);
  if (key === undefined) return undefined;
  const fingerprint = fingerprintOf(digestKey(key));
  return { fingerprint, key, authorizations: () => [authorization], accepted: () => undefined };
}

/** Keys when v1 and v2 accept the same ones: the client's header goes on as it is. */
export const passKeysOn: Keys = {
  identify: (authorization) => {
    if (authorization === undefined) return undefined;
    const known = callers.get(authorization);
    if (known !== undefined) return known;
    const caller = callerOf(authorization);
    if (caller !== undefined && authorization.length <= LONGEST) callers.set(authorization, caller);
    return caller;
  },
};
