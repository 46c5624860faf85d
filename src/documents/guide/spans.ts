import type { Phrase } from './guide';

/** A piece of a phrase: code or plain text. */
export interface Span {
  readonly code: boolean;
  readonly text: string;
}

/** Splits a phrase at its pairs of backticks; one without a partner is plain text. */
export function spans(phrase: Phrase): readonly Span[] {
  return phrase.split(/(`[^`]+`)/).flatMap((text): Span[] => {
    if (text === '') return [];
    return /^`[^`]+`$/.test(text) ? [{ code: true, text: text.slice(1, -1) }] : [{ code: false, text }];
  });
}
