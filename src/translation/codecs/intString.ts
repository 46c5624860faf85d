import { type Codec, misfit } from '../codec';

/** v2 integer, v1 decimal text (ids in v1 envelopes are strings, spec 2.10). */
export const intString: Codec = {
  name: 'intString',
  exact: false,
  writes: { v1: 'an integer as text', v2: 'an integer' },
  fits: (v2, v1) => v2 === 'integer' && v1 === 'text',
  read: (v2) => (typeof v2 === 'number' && Number.isSafeInteger(v2) ? String(v2) : misfit),
  write: (v1) => {
    const number = typeof v1 === 'string' && /^-?(0|[1-9]\d*)$/.test(v1) ? Number(v1) : NaN;
    return Number.isSafeInteger(number) ? number : misfit;
  },
};
