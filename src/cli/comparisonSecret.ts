import { createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../config/config';

const BYTES = 32;

/** What hides values in the store: made of the secret of the index, or one that no one keeps where there is none. */
export const comparisonSecret = ({ index: { secret } }: Config): Buffer =>
  secret.kind === 'given'
    ? createHmac('sha256', secret.value).update('comparison').digest()
    : randomBytes(BYTES);
