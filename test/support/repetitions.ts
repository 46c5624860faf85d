/** Returns how often a test repeats itself; `LIFEBOAT_REPETITIONS=large` has the large numbers played. */
export const repetitions = (usual: number, large: number): number =>
  process.env['LIFEBOAT_REPETITIONS'] === 'large' ? large : usual;
