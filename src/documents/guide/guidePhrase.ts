import { html, type Html } from '../html';
import type { Phrase } from './guide';
import { spans } from './spans';

/** Code within a line. */
export const codeHtml = (text: string): Html => html`<code>${text}</code>`;

/** Phrases as one line of markup. */
export const phraseHtml = (...phrases: readonly Phrase[]): readonly Html[] =>
  spans(phrases.join(' ')).map((span) => (span.code ? codeHtml(span.text) : html`${span.text}`));
