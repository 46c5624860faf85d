import { type Codec, misfit } from '../codec';

/** v2 `listed`, v1 `Listed` (spec 2.11); an unseen value passes the same way. */
export const capitalized: Codec = {
  name: 'capitalized',
  exact: false,
  writes: { v1: 'a capitalized word, such as `Listed`', v2: 'the word in lower case, such as `listed`' },
  fits: (v2, v1) => v2 === 'text' && v1 === 'text',
  read: (v2) => (typeof v2 === 'string' ? v2.charAt(0).toUpperCase() + v2.slice(1) : misfit),
  write: (v1) => (typeof v1 === 'string' ? v1.charAt(0).toLowerCase() + v1.slice(1) : misfit),
};
