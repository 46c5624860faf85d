import { z } from 'zod';

/** One way in which v2 has drifted. Names and forms only: no value but the new word of an enumeration. */
export const finding = z.object({
  /** e.g. `GET /v2/account-offers/{account}` */
  endpoint: z.string(),
  /** Place in the answer, e.g. `data.delivery_time.unit`; a `*` stands for a name that is not told. */
  path: z.string(),
  kind: z.enum([
    'new-field',
    'missing-field',
    'changed-type',
    'unexpected-null',
    'wrong-unit',
    'finer-amount',
    'unseen-value',
  ]),
  /** What came: a form, or the new word; a `*` for one that is not told. */
  found: z.string(),
  /** What the contract knows, empty for a new field. */
  expected: z.string(),
  /** The client gets a translation, one with something else in place of the value, one without the row, or a 502. */
  effect: z.enum(['passed', 'replaced', 'leftOut', 'refused']),
});

export type Finding = z.infer<typeof finding>;
