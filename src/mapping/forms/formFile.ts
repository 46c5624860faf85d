import { z } from 'zod';
import { bodyEntry, evidenceTag } from '../ruleEntry';

const names = z.record(z.string(), z.string().min(1));

const route = z.string().regex(/^POST \/v2(\/[\w.-]+)+$/, {
  error: 'is not a route such as `POST /v2/account-offers`',
});

const status = z.int().min(200).max(299);

/** One form file: a deprecated v2 request, and the newer one that is sent in its place. */
export const formFile = z.strictObject({
  form: z.string().min(1),
  old: route,
  new: route,
  success: status,
  evidence: z.strictObject({ path: evidenceTag, success: evidenceTag }),
  /** Names of v2 contracts. */
  contract: z.strictObject({ old: z.string(), new: z.string() }),
  fields: z.record(z.string(), bodyEntry),
  /** New member that is a list of texts -> label of a line -> old member. */
  lines: z.record(z.string(), names).optional(),
  /** A member that is required unless another one is true. */
  requiredUnless: names.optional(),
});

export type FormFile = z.infer<typeof formFile>;

/** Words that a form file may use as keys, for "did you mean". */
export const formWords: readonly string[] = [
  ...['form', 'old', 'new', 'success', 'evidence', 'contract', 'fields', 'lines', 'requiredUnless'],
  ...['to', 'codec', 'pick', 'onNull', 'default', 'class', 'reason', 'path'],
];
