import { z } from 'zod';

/** A simple error (spec 7.1). */
export const problem = z.object({ message: z.string() });

/** A validation error (spec 7.2). */
export const validationProblem = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});
