import { z } from 'zod';

/** Counts of a run of jest, as far as it has come. */
export const testCounts = z.object({
  /** Test files that were to run, and that have ended. */
  files: z.int(),
  ranFiles: z.int(),
  passed: z.int(),
  skipped: z.int(),
  /** Each failed test by its file and name, and each file that could not be run. */
  failures: z.array(z.string()),
});

export type TestCounts = z.infer<typeof testCounts>;
