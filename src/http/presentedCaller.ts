import type { Trace } from '../gateway/answer';
import { digestKey, fingerprintOf } from '../gateway/keys/digestKey';
import type { Keys } from '../gateway/keys/keys';
import { readBearer } from '../gateway/keys/readBearer';

/** The fingerprint of whoever shows a key, for the log and for a stage: of the key itself where nobody knows it. */
export function presentedCaller(
  authorization: string | undefined,
  keys: Pick<Keys, 'identify'>,
): Pick<Trace, 'caller'> {
  const known = keys.identify(authorization);
  if (known !== undefined) return { caller: known.fingerprint };
  const key = readBearer(authorization);
  return key === undefined ? {} : { caller: fingerprintOf(digestKey(key)) };
}
