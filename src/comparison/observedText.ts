import { z } from 'zod';
import type { Observed } from './observed';

const pairOf = <Schema extends z.ZodType>(schema: Schema) => z.tuple([schema.nullable(), schema.nullable()]);

/** What every observation has; what is inside its differences was written by `writeObserved`. */
const kept = z.looseObject({
  id: z.string(),
  at: z.number(),
  epoch: z.string(),
  differences: z.array(
    z.looseObject({ path: z.string(), lengths: pairOf(z.number()), hashes: pairOf(z.string()) }),
  ),
});

const FIELDS_OF_ABSENCE = new Set(['lengths', 'hashes', 'values']);

/** An observation as text. */
export const writeObserved = (observed: Observed): string => JSON.stringify(observed);

/** An observation out of its text: a side that has no value is null in JSON and undefined here. Throws on other text. */
export function readObserved(text: string): Observed {
  const revived: unknown = JSON.parse(text, (name, value: unknown) =>
    FIELDS_OF_ABSENCE.has(name) && Array.isArray(value)
      ? value.map((side: unknown) => (side === null ? undefined : side))
      : value,
  );
  kept.parse(JSON.parse(text));
  return revived as Observed;
}
