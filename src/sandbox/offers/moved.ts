import type { Reply } from '../http/reply';

/** What came of acting upon an offer: the offer as it is then, or the answer that refuses. */
export type Moved<Offer> =
  { readonly ok: true; readonly offer: Offer } | { readonly ok: false; readonly reply: Reply };
