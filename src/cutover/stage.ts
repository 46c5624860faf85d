/** Which API answers. */
export type Side = 'v1' | 'v2';

/** How far one resource has moved; its reads and writes move together. */
export type Stage =
  | { readonly kind: 'v1' }
  /** v1 answers; v2 is looked at beside it. */
  | { readonly kind: 'shadow' }
  /** v2 answers a sticky share of callers, above 0 and up to 100 percent, in thousandths. */
  | { readonly kind: 'canary'; readonly percent: number }
  | { readonly kind: 'v2' }
  /** Nobody answers any more: 410 with the guide. */
  | { readonly kind: 'gone' };
