import { createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../../config/configuration';
import { createPrivacy, type Privacy } from '../../comparison/keep/privacy';
import { contracts } from '../../contract/contracts';

const BYTES = 32;

/** Derives the secret that hides values in the store from the index secret; without one it is random and not kept. */
export const comparisonSecret = ({ index: { secret } }: Config): Buffer =>
  secret.kind === 'given'
    ? createHmac('sha256', secret.value).update('comparison').digest()
    : randomBytes(BYTES);

/** Creates the privacy of compared values from the settings; the secret is the key of the hashes. */
export const comparisonPrivacy = ({ comparison }: Config, secret: Buffer): Privacy =>
  createPrivacy({
    secret,
    contracts: [...contracts.v1.values(), ...contracts.v2.values()],
    kept: comparison.values,
  });
