/** Path parameters that are no numbers, each with a sample. */
export const pathSamples: Readonly<Record<string, string>> = {
  game: 'realm-of-tides',
  slug: 'realm-of-tides',
  accountLogin: 'player@example.com',
};
