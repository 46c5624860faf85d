import type { Trace } from '../gateway/answer';
import { passKeysOn } from '../gateway/keys/passKeysOn';

/** The fingerprint of the presented key for the log, whether or not the key is a good one. */
export function presentedCaller(authorization: string | undefined): Pick<Trace, 'caller'> {
  const caller = passKeysOn.identify(authorization)?.fingerprint;
  return caller === undefined ? {} : { caller };
}
