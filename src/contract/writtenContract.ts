import { z } from 'zod';
import { notations } from './field';
import { inheritedNames } from './json';

const TYPE = new RegExp(
  `^(?:text|url|integer|number|boolean|timestamp|date|object|phpArray|instant\\((?:${notations.join('|')})\\)|money\\(\\d\\d?(?:, (?:EUR|USD))?\\))$`,
);

const flag = z.boolean().optional();

/** Words of a member but those of its inside. */
const words = {
  type: z
    .string()
    .regex(TYPE, {
      error:
        'is not text, url, integer, number, boolean, timestamp, date, instant(notation), object, phpArray or money(decimals)',
    })
    .optional(),
  /** The words of a text; other words may come unless `closed: true` is set. */
  known: z.array(z.string()).min(1).optional(),
  closed: flag,
  /** Bounds of a number, of the length of a text, or of the count of elements in a list. */
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  /** Most decimal places of a number. */
  decimals: z.int().min(0).max(12).optional(),
  /** True for a number that a request may also carry as text. */
  asText: flag,
  nullable: flag,
  optional: flag,
  /** True for a key, login or password. */
  secret: flag,
  /** True if nothing may replace a missing value. */
  needed: flag,
  /** True for a text that the API itself issues, e.g. the slug of a game: no person wrote it. */
  issued: flag,
  /** A second name under which v2 sends the member. */
  alsoNamed: z
    .string()
    .min(1)
    .refine((name) => !inheritedNames.has(name), { error: 'is a name that every object has' })
    .optional(),
  /** The flag of the same object that, when true, makes this member of a request required. */
  requiredWhen: z.string().min(1).optional(),
};

/** A member as written, after the short form (`title: text`) is written out. */
export interface WrittenField extends Readonly<z.infer<z.ZodObject<typeof words>>> {
  /** Members of an object. */
  readonly fields?: Readonly<Record<string, WrittenField>> | undefined;
  /** Elements of a list. */
  readonly each?: WrittenField | undefined;
  /** Values of a map, whose keys are data. */
  readonly map?: WrittenField | undefined;
}

/** Words that apply to the values of some forms alone; of any other they would say nothing. */
const FORMS_BY_WORD = {
  known: ['text'],
  closed: ['text'],
  minimum: ['text', 'integer', 'number', 'each'],
  maximum: ['text', 'integer', 'number', 'each'],
  decimals: ['number'],
  asText: ['integer', 'number'],
  issued: ['text'],
} as const satisfies Partial<Record<keyof typeof words, readonly string[]>>;

const FORMS = ['fields', 'each', 'map'] as const;

/** Words that apply to a member of an object by its name, and to no element of a list or map. */
const WORDS_OF_NAMES = ['optional', 'alsoNamed', 'requiredWhen'] as const;

/** Finds the words of a field that say nothing, each with the reason. */
function* idleWords(field: WrittenField): Generator<readonly [word: string, reason: string]> {
  const form = FORMS.find((name) => field[name] !== undefined) ?? field.type;
  const { known: knownWords, closed } = field;
  for (const [word, forms] of Object.entries(FORMS_BY_WORD))
    if (Object.hasOwn(field, word) && !forms.some((name) => name === form))
      yield [word, `applies to nothing here: it is for ${forms.join(', ')}`];
  if (closed !== undefined && knownWords === undefined)
    yield ['closed', 'applies to nothing without `known`'];
  for (const bound of ['minimum', 'maximum'] as const)
    if (knownWords !== undefined && field[bound] !== undefined)
      yield [bound, 'applies to nothing beside `known`'];
}

const isCount = (bound: number): boolean => Number.isInteger(bound) && bound >= 0;

const inner = z.lazy(() => writtenField);

const addFault = (context: z.RefinementCtx, word: string, message: string): void =>
  context.addIssue({ code: 'custom', path: [word], message, params: { hint: 'delete it' } });

const element = z.lazy(() =>
  writtenField.superRefine((field, context) => {
    for (const word of WORDS_OF_NAMES)
      if (field[word] !== undefined) addFault(context, word, 'applies to nothing: an element has no name');
  }),
);

const writtenField: z.ZodType<WrittenField> = z.preprocess(
  (value) => (typeof value === 'string' ? { type: value } : value),
  z
    .strictObject({
      ...words,
      fields: z.record(z.string(), inner).optional(),
      each: element.optional(),
      map: element.optional(),
    })
    .refine(
      ({ type, fields, each, map }) =>
        [type, fields, each, map].filter((form) => form !== undefined).length === 1,
      { error: 'needs one of `type`, `fields` (an object), `each` (a list) and `map`' },
    )
    .superRefine((field, context) => {
      for (const [word, reason] of idleWords(field)) addFault(context, word, reason);
    })
    .refine(
      ({ type, each, minimum = 0, maximum = 0 }) =>
        (each === undefined && type !== 'text') || [minimum, maximum].every(isCount),
      {
        error:
          'has as many elements or characters as a whole number says, 0 or more, in `minimum` and `maximum`',
      },
    )
    .refine(({ minimum = -Infinity, maximum = Infinity }) => minimum <= maximum, {
      error: 'is more than `maximum`: no value fits',
      path: ['minimum'],
    }),
);

const side = z.record(z.string(), z.record(z.string(), writtenField)).optional();

/** Contracts that a mapping file declares, or adds members to: side -> contract -> member. */
export const writtenContracts = z.strictObject({ v1: side, v2: side });

export type WrittenContracts = z.infer<typeof writtenContracts>;
