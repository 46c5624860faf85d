import type { Codec } from '../codec';

/** The value as it is: both contracts call it the same kind. */
export const same: Codec = {
  name: 'same',
  exact: true,
  writes: { v1: 'the same value', v2: 'the same value' },
  fits: (v2, v1) => v2 === v1 && v2 !== 'money' && v2 !== 'timestamp' && v2 !== 'object',
  read: (v2) => v2,
  write: (v1) => v1,
};
