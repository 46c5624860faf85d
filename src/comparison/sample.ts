import { z } from 'zod';

const answer = z.object({ status: z.int(), body: z.string() });

/** One differing pair as it may be kept and shown: structure, and stand-ins for values. */
export const sample = z.object({
  id: z.string(),
  /** Clock ms. */
  at: z.number(),
  resource: z.string(),
  operation: z.string(),
  v1: answer,
  /** v2, translated. */
  v2: answer,
  /** v2's own answers, in the order of the calls. */
  raw: z.array(answer),
  /** Places at which the secrets of both differ, `data.[0].attributes.password`: the bodies do not show that. */
  secrets: z.array(z.string()).optional(),
});

export type Sample = z.infer<typeof sample>;
