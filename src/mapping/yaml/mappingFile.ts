import { z } from 'zod';
import { writtenContracts } from '../../contract/writtenContract';
import { fixedQuery, headersEntry, listEntry, pagesEntry, queryEntry } from './listEntry';
import { attributeEntry, bodyEntry, evidenceTag } from './ruleEntry';
import { inheritedNames } from '../../contract/json';

export const names = z.record(z.string(), z.string().min(1));

const route = (methods: string, version: 'v1' | 'v2') =>
  z
    .string()
    .regex(
      new RegExp(
        `^(${methods}) /${version}(/([\\w.-]+|\\{(?!(?:${[...inheritedNames].join('|')})\\})\\w+\\}))+$`,
      ),
      {
        error: `is not a route such as \`${methods.split('|')[0] ?? ''} /${version}/offers/{id}\``,
      },
    );

const anyMethod = 'GET|POST|PUT|PATCH|DELETE';

/** Source of an upstream reference: the specification, the live service, or a guess. */
const evidence = z.strictObject({
  path: evidenceTag,
  parameters: evidenceTag.optional(),
  success: evidenceTag,
});

const index = z.strictObject({
  v2: route('GET', 'v2'),
  /** Query parameter that takes the page number. */
  page: z.string().min(1),
  query: fixedQuery,
  /**
   * Field with the instant of an item's last change, and the query that lists the last changed first; `none` if v2 has
   * neither: then an item that takes over another item's key is found when the list is read again.
   */
  changed: z.union([z.strictObject({ at: z.string().min(1), query: fixedQuery }), z.literal('none')]),
  id: z.string().min(1),
  key: z.string().min(1),
  /** Fields and values of the item that wins among several with one key. */
  prefer: names,
  evidence,
});

/** The source of a v2 path parameter. */
const feed = z.union([
  z.strictObject({ from: z.string() }),
  z.strictObject({ index: z.string(), by: z.string() }),
  /** A member of the v1 body, translated word by word. */
  z.strictObject({ body: z.string(), words: names }),
  /** Every element of a list in the v1 body: one call for each. */
  z.strictObject({ each: z.string() }),
]);

const body = z.strictObject({
  /** Without a v2 contract nothing is sent on: the members only feed the path. */
  contract: z.strictObject({ v1: z.string(), v2: z.string().optional() }),
  fields: z.record(z.string(), bodyEntry).optional(),
  /** v1 request members that v2 has no place for, each with the reason. */
  drops: names.optional(),
  /** A member that is required if a second one is true. */
  requiredWhen: names.optional(),
  /** v1 request member -> v1 attribute in which a client must read back the value. */
  mirrors: names.optional(),
  /** v1 request members that v1 never shows again, each with the reason. */
  unmirrored: names.optional(),
  /**
   * v1 request members for which v2 accepts less than v1, each with the reason why that is harmless; silences `check`.
   */
  narrows: names.optional(),
  /** Treatment of members that the v1 contract does not have; a pair of one's own refuses them unless it says `drop`. */
  others: z.enum(['refuse', 'drop']).optional(),
  /** True for a v1 POST or PUT that changes only the members that it is sent. */
  partial: z.literal(true).optional(),
});

/** An answer that is not the resource. Without a v2 contract, v2's answer is not read. */
const answer = z.strictObject({
  contract: z.strictObject({ v1: z.string(), v2: z.string().optional() }),
  attributes: z.record(z.string(), attributeEntry),
});

/** A v2 list whose names a 404 lists. */
const namesKnown = z.strictObject({
  v2: route('GET', 'v2'),
  contract: z.string(),
  pages: pagesEntry,
  /** Member of the answer, and its entry for each item: key -> value. */
  as: z.string().min(1),
  key: z.string(),
  value: z.string(),
  /** Selects items whose list holds the word. Absent: all items. */
  having: names,
  evidence,
});

/** A further v2 read, whose answer stands beside the first one as `calls.NAME`. */
const call = z.strictObject({
  v2: route('GET', 'v2'),
  /** v2 path parameters that are fed by a v1 parameter of another name, or by a field of the first answer. */
  path: z
    .record(
      z.string(),
      z.union([z.strictObject({ from: z.string() }), z.strictObject({ field: z.string().min(1) })]),
    )
    .optional(),
  contract: z.string(),
  /** Member of its answer that must have the value at the end of its path. */
  id: z.string().min(1).optional(),
  /** Leaves the answer out where v2 has none (404), or where the first answer does not name it; else v1 gets none. */
  onAbsent: z.literal('omit').optional(),
  evidence,
});

const MAX_CALLS = 4;

const calls = z.record(z.string(), call).refine(
  (named) => {
    const givenNames = Object.keys(named);
    return (
      givenNames.length > 0 &&
      givenNames.length <= MAX_CALLS &&
      givenNames.every((name) => /^[A-Za-z]\w*$/.test(name))
    );
  },
  { error: `takes one to ${MAX_CALLS} calls, each by a name of letters, digits and \`_\`` },
);

export const status = z.int().min(200).max(299);

const operation = z.strictObject({
  v1: route(anyMethod, 'v1'),
  /** Type of each v1 path parameter; `id` names the resource itself, in the form of its id. */
  parameters: z.record(z.string(), z.enum(['text', 'integer', 'id'])).optional(),
  /** Texts in the place of a v1 path parameter that belong to other routes of v1, such as `/things/search`. */
  except: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
  v2: route(anyMethod, 'v2'),
  /** v2 path parameters that are not fed by a v1 parameter of the same name. */
  path: z.record(z.string(), feed).optional(),
  /** The status with which v1 answers a success. */
  success: status,
  evidence,
  /** True if v1 needs no key. */
  open: z.literal(true).optional(),
  list: listEntry.optional(),
  query: queryEntry.optional(),
  headers: headersEntry.optional(),
  /** Attribute -> query parameter without which it is null. */
  shownWith: names.optional(),
  /**
   * v1 message for a success of every call of an `each`, or of an acknowledged write whose result cannot be read back.
   */
  message: z.string().min(1).optional(),
  answer: answer.optional(),
  calls: calls.optional(),
  notFound: namesKnown.optional(),
  body: body.optional(),
});

/** One mapping file: one resource, its attributes, and the operations that answer with it. */
export const mappingFile = z.strictObject({
  resource: z.string().min(1),
  contract: z.strictObject({
    v1: z.string(),
    v2: z.string(),
    /** Contracts that this file declares for itself, and its additions to the shipped ones. */
    adds: writtenContracts.optional(),
  }),
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
export type BodyEntry = z.infer<typeof body>;
export type CallEntry = z.infer<typeof call>;
export type FeedEntry = z.infer<typeof feed>;
export type EvidenceEntry = z.infer<typeof evidence>;
