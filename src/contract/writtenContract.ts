import { z } from 'zod';
import { inheritedNames } from './json';

/** Members of a contract that do not fit into one word. */
interface WrittenFacts {
  readonly nullable?: boolean | undefined;
  readonly optional?: boolean | undefined;
  /** A key, login or password. */
  readonly secret?: boolean | undefined;
  /** True if nothing may replace a missing value. */
  readonly needed?: boolean | undefined;
  /** True for a text that the API itself issues, e.g. the slug of a game: no person wrote it. */
  readonly issued?: boolean | undefined;
  /** A second name under which v2 sends the member. */
  readonly alsoNamed?: string | undefined;
  /** The flag of the same object that, when true, makes this member of a request required. */
  readonly requiredWhen?: string | undefined;
}

/** A member as written, after the short form (`title: text`) is written out. */
export interface WrittenField extends WrittenFacts {
  readonly type?: string | undefined;
  readonly known?: readonly string[] | undefined;
  readonly closed?: boolean | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly decimals?: number | undefined;
  readonly asText?: boolean | undefined;
  readonly fields?: Readonly<Record<string, WrittenField>> | undefined;
  readonly each?: WrittenField | undefined;
  readonly map?: WrittenField | undefined;
}

const TYPE =
  /^(?:text|url|integer|number|boolean|timestamp|date|object|phpArray|money\(\d\d?(?:, (?:EUR|USD))?\))$/;

const flag = z.boolean().optional();

const writtenField: z.ZodType<WrittenField> = z.preprocess(
  (value) => (typeof value === 'string' ? { type: value } : value),
  z
    .strictObject({
      type: z
        .string()
        .regex(TYPE, {
          error:
            'is not text, url, integer, number, boolean, timestamp, date, object, phpArray or money(decimals)',
        })
        .optional(),
      /** The words of a text; other words may come unless `closed: true` is set. */
      known: z.array(z.string()).min(1).optional(),
      closed: flag,
      /** Bounds of a number, or of the length of a text. */
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      /** Most decimal places of a number. */
      decimals: z.int().min(0).max(12).optional(),
      /** True for a number that a request may also carry as text. */
      asText: flag,
      /** Members of an object. */
      fields: z
        .record(
          z.string(),
          z.lazy(() => writtenField),
        )
        .optional(),
      /** Elements of a list. */
      each: z.lazy(() => writtenField).optional(),
      /** Values of a map, whose keys are data. */
      map: z.lazy(() => writtenField).optional(),
      nullable: flag,
      optional: flag,
      secret: flag,
      needed: flag,
      issued: flag,
      alsoNamed: z
        .string()
        .min(1)
        .refine((name) => !inheritedNames.has(name), { error: 'is a name that every object has' })
        .optional(),
      requiredWhen: z.string().min(1).optional(),
    })
    .refine(
      ({ type, fields, each, map }) =>
        [type, fields, each, map].filter((form) => form !== undefined).length === 1,
      {
        error: 'needs one of `type`, `fields` (an object), `each` (a list) and `map`',
      },
    ),
);

const side = z.record(z.string(), z.record(z.string(), writtenField)).optional();

/** Contracts that a mapping file declares, or adds members to: side -> contract -> member. */
export const writtenContracts = z.strictObject({ v1: side, v2: side });

export type WrittenContracts = z.infer<typeof writtenContracts>;
