import { z } from 'zod';

/** A key as it can stand in an `Authorization: Bearer` header. */
export const keyText = z.string().regex(/^[\x21-\x7e]+$/);

/** Where a v2 key comes from: the table itself, or an environment variable. */
const keySource = z.union([
  z.strictObject({ value: keyText }),
  z.strictObject({ env: z.string().regex(/^[A-Za-z_]\w*$/) }),
]);

/** One entry of the table. */
export const keyEntry = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/),
  v1: z.string().regex(/^[0-9a-f]{64}$/),
  v2: z.tuple([keySource]).or(z.tuple([keySource, keySource])),
  created: z.iso.date(),
});

/** The exchange table: which v1 keys are known, as SHA-256, and which v2 keys they stand for. */
export const keyTable = z.strictObject({ keys: z.array(keyEntry) });

export type KeySource = z.output<typeof keySource>;

/** One v1 key, by the name its owner gave it; `created` is the day (UTC) of its newest v2 key. */
export type KeyEntry = Readonly<z.output<typeof keyEntry>>;

export interface KeyTable {
  readonly keys: readonly KeyEntry[];
}
