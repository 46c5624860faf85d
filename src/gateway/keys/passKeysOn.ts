import { digestKey, fingerprintOf } from './digestKey';
import type { Keys } from './keys';
import { readBearer } from './readBearer';

/** Keys when v1 and v2 accept the same ones: the client's header goes on as it is. */
export const passKeysOn: Keys = {
  identify: (authorization) => {
    const key = readBearer(authorization);
    if (key === undefined || authorization === undefined) return undefined;
    return {
      fingerprint: fingerprintOf(digestKey(key)),
      key,
      authorizations: () => [authorization],
      accepted: () => undefined,
    };
  },
};
