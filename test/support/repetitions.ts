/** Returns how often a test repeats itself; `npm run bench -- repetitions` plays the large numbers. */
export const repetitions = (usual: number, large: number): number =>
  process.env['LIFEBOAT_REPETITIONS'] === 'large' ? large : usual;
