import { createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../../config/configuration';
import { createPrivacy, type Privacy } from '../../comparison/keep/privacy';
import { contracts } from '../../contract/contracts';

const BYTES = 32;

/** What hides values in the store: made of the secret of the index, or one that no one keeps where there is none. */
export const comparisonSecret = ({ index: { secret } }: Config): Buffer =>
  secret.kind === 'given'
    ? createHmac('sha256', secret.value).update('comparison').digest()
    : randomBytes(BYTES);

/** What may be kept of what is compared, by the settings; the secret keys the hashes. */
export const comparisonPrivacy = ({ comparison }: Config, secret: Buffer): Privacy =>
  createPrivacy({
    secret,
    contracts: [...contracts.v1.values(), ...contracts.v2.values()],
    kept: comparison.values,
  });
