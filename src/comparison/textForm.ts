/** Kinds of text that programs tell apart, each with what it looks like; the first that fits is meant. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ['empty', /^$/],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['instant', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\dZ$/],
  ['instant with an offset', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[+-]\d\d:?\d\d$/],
  ['instant with a fraction', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d+(Z|[+-]\d\d:?\d\d)$/],
  ['instant without a zone', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/],
  ['day', /^\d{4}-\d\d-\d\d$/],
  ['whole number', /^-?\d+$/],
  ['number', /^-?\d+[.,]\d+$/],
  ['address', /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
  ['mail address', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['hexadecimal', /^[0-9a-f]{16,}$/i],
];

/** The kind of a text, such as `uuid`; plain `text` for everything that is meant for people. */
export const textForm = (text: string): string => FORMS.find(([, looks]) => looks.test(text))?.[0] ?? 'text';
