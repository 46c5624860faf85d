import { type Codec, misfit } from '../codec';

const integerText = /^-?(0|[1-9]\d*)$/;

/** v2 integer, also one that comes as text; v1 decimal text (ids in v1 envelopes are strings, spec 2.10). */
export const intString: Codec = {
  name: 'intString',
  exact: false,
  writes: { v1: 'an integer as text', v2: 'an integer' },
  fits: (v2, v1) => v2 === 'integer' && v1 === 'text',
  read: (v2) => {
    const number = typeof v2 === 'string' && integerText.test(v2) ? Number(v2) : v2;
    return typeof number === 'number' && Number.isSafeInteger(number) ? String(number) : misfit;
  },
  write: (v1) => {
    const number = typeof v1 === 'string' && integerText.test(v1) ? Number(v1) : NaN;
    return Number.isSafeInteger(number) ? number : misfit;
  },
};
