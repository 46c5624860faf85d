import { z } from 'zod';
import { edit } from './edit';

const edits = z.array(edit).max(20).default([]);

/** Answers with other content: what v2 might get wrong, or what moves in any answer. */
export const rewriting = z.strictObject({
  kind: z.literal('rewrite'),
  /** Changes of each thing that the answer shows in `data`, one or a list of them, one after the other. */
  edits,
  /** Only of things with these values, `{"game.slug": "void-racers"}`. */
  where: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  /** Changes of what a list says about its page in `meta`. */
  meta: edits,
  /** Changes of the query that is answered in place of the one that was asked: another `page`. */
  query: edits,
});

export type Rewriting = z.output<typeof rewriting>;
