const split = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `currency-offer` as a type name: `CurrencyOffer`. */
export const typeName = (name: string): string => split(name).map(capital).join('');

/** `updateCurrencyOffer` as a heading: `Update currency offer`. */
export const heading = (name: string): string => capital(split(name).join(' '));

/** `currency-offer` within a sentence: `currency offer`. */
export const spoken = (name: string): string => split(name).join(' ');

/** A text as an anchor or a member name: `reads-an-offer`. */
export const slug = (text: string): string => split(text).filter(Boolean).join('-');
