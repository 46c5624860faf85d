import type { Trace } from '../gateway/answer';
import { digestKey, fingerprintOf } from '../gateway/keys/digestKey';
import { readBearer } from '../gateway/keys/readBearer';

/** The fingerprint of the presented key for the log, whether or not the key is a good one. */
export function presentedCaller(authorization: string | undefined): Pick<Trace, 'caller'> {
  const key = readBearer(authorization);
  return key === undefined ? {} : { caller: fingerprintOf(digestKey(key)) };
}
