import { z } from 'zod';
import { attributeEntry, bodyEntry, evidenceTag } from './ruleEntry';

const names = z.record(z.string(), z.string().min(1));
const contractNames = z.strictObject({ v1: z.string(), v2: z.string() });

const route = (methods: string, version: 'v1' | 'v2') =>
  z.string().regex(new RegExp(`^(${methods}) /${version}(/([\\w.-]+|\\{\\w+\\}))+$`), {
    error: `is not a route such as \`${methods.split('|')[0] ?? ''} /${version}/offers/{id}\``,
  });

const anyMethod = 'GET|POST|PATCH|DELETE';

/** Where each upstream reference comes from: the specification, the live service, or a guess. */
const evidence = z.strictObject({
  path: evidenceTag,
  parameters: evidenceTag.optional(),
  success: evidenceTag,
});

const index = z.strictObject({
  v2: route('GET', 'v2'),
  /** Query parameter that takes the page number. */
  page: z.string().min(1),
  query: z.record(z.string(), z.union([z.string(), z.number()])),
  id: z.string().min(1),
  key: z.string().min(1),
  /** The item that wins among several with one key. */
  prefer: names,
  evidence,
});

const operation = z.strictObject({
  v1: route(anyMethod, 'v1'),
  /** The type of each v1 path parameter. */
  parameters: z.record(z.string(), z.enum(['text', 'integer'])).optional(),
  v2: route(anyMethod, 'v2'),
  /** v2 path parameters that no v1 parameter of the same name feeds. */
  path: z
    .record(
      z.string(),
      z.union([z.strictObject({ from: z.string() }), z.strictObject({ index: z.string(), by: z.string() })]),
    )
    .optional(),
  success: z.int().min(200).max(299),
  evidence,
  body: z
    .strictObject({
      contract: contractNames,
      fields: z.record(z.string(), bodyEntry),
      /** v1 request member -> v1 attribute: what a client writes it must read back. */
      mirrors: names.optional(),
      /** v1 request members that v1 never shows again, each with the reason. */
      unmirrored: names.optional(),
    })
    .optional(),
});

/** One mapping file: one resource, its attributes, and the operations that answer with it. */
export const mappingFile = z.strictObject({
  resource: z.string().min(1),
  contract: contractNames,
  dates: z.enum(['unix', 'iso', 'isoMilliseconds', 'isoMicroseconds']),
  envelope: z.strictObject({ type: z.string().min(1), id: z.string().min(1) }),
  attributes: z.record(z.string(), attributeEntry),
  drops: names.optional(),
  indexes: z.record(z.string(), index).optional(),
  operations: z.record(z.string(), operation),
});

export type MappingFile = z.infer<typeof mappingFile>;
export type OperationEntry = z.infer<typeof operation>;
export type IndexEntry = z.infer<typeof index>;
export type EvidenceEntry = z.infer<typeof evidence>;
