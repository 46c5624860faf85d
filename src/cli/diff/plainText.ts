/**
 * Text on one line of any report: what a terminal would act on, the directions of text, and what XML 1.0 has no way to
 * write is shown as a question mark.
 */
export const plainText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e-\u202e\u2066-\u2069\ufffe\uffff]/gu, '?');
