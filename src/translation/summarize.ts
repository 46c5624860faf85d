/** The summary text over validation errors in the live service's style: `The price field is required. (and 1 more error)`. */
export function summarize(errors: Readonly<Record<string, readonly string[]>>): string {
  const texts = Object.values(errors).flat();
  const [first = 'The given data was invalid.'] = texts;
  const more = texts.length - 1;
  return more < 1 ? first : `${first} (and ${more} more ${more === 1 ? 'error' : 'errors'})`;
}
