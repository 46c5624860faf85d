import { createPrivacy, type Privacy } from '../comparison/createPrivacy';
import type { Config } from '../config/config';
import { contracts } from '../contract/contracts';

/** What may be kept of what is compared, by the settings; the secret keys the hashes. */
export const comparisonPrivacy = ({ comparison }: Config, secret: Buffer): Privacy =>
  createPrivacy({
    secret,
    contracts: [...contracts.v1.values(), ...contracts.v2.values()],
    kept: comparison.values,
  });
