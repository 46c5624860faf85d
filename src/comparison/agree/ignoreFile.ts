import { z } from 'zod';
import type { DifferenceKind } from '../difference';

const KINDS: readonly DifferenceKind[] = [
  ...(['missing', 'extra', 'type', 'value', 'null_vs_absent', 'empty', 'order', 'length'] as const),
  ...(['precision', 'status', 'header'] as const),
];

/** A comparator as written: a word, or a word and what it takes. */
const comparator = z.union([
  z.enum(['ignore', 'unordered', 'format']).transform((kind) => ({ kind })),
  z
    .strictObject({ tolerance: z.number().nonnegative() })
    .transform(({ tolerance }) => ({ kind: 'tolerance' as const, by: tolerance })),
  z.strictObject({ key: z.string().min(1) }).transform(({ key }) => ({ kind: 'key' as const, name: key })),
]);

/** A day (its first moment in UTC) or an instant, as clock ms. */
const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => Date.parse(text));

const rule = z.strictObject({
  path: z.string().min(1),
  kind: z.enum(KINDS).optional(),
  operation: z.string().min(1).optional(),
  comparator,
  /** Nobody is to wonder later why it is there, whom to ask, and whether it still has to be. */
  reason: z.string().min(1),
  owner: z.string().min(1),
  expires: instant,
});

/** A file of agreed differences. */
export const ignoreFile = z.strictObject({ ignore: z.array(rule) });
