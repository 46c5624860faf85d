import { z } from 'zod';
import type { Json } from '../../contract/json';

export const evidenceTag = z.enum(['spec', 'observed', 'assumed']);

/** Words that every rule may have. */
const common = {
  /** A codec as written: `money(6)`, or a name with a table of arguments, `{ words: { by_hand: Handmade } }`. */
  codec: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  default: z.json().optional() as z.ZodOptional<z.ZodType<Json>>,
  class: z.enum(['guessed', 'synthesized']).optional(),
  reason: z.string().min(1).optional(),
  evidence: evidenceTag.optional(),
};

/** One rule as written, after the short forms (`title: title`, `pick: [a, b]`) are written out. */
export interface RuleEntry extends Readonly<z.infer<z.ZodObject<typeof common>>> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly pick?: Readonly<Record<string, RuleEntry>> | undefined;
  readonly each?: Readonly<Record<string, RuleEntry>> | undefined;
  readonly onNull?: 'pass' | 'omit' | undefined;
  readonly onAbsent?: 'omit' | undefined;
  readonly required?: true | undefined;
  readonly drift?: 'warn' | 'fail' | undefined;
}

const createShortFormReader =
  (direction: 'from' | 'to') =>
  (value: unknown): unknown =>
    typeof value === 'string' ? { [direction]: value } : value;

/** Reports whether each part of a path such as `owner.first+last` is another member of one object. */
function hasPlainParts(text: string): boolean {
  const [first = '', ...laterNames] = text.split('+');
  const names = [first.slice(first.lastIndexOf('.') + 1), ...laterNames];
  // The members of an object do not keep the order of names that are integers.
  const arePlain = names.every((name) => /^(?!\d+$)[^.]+(?<!\[\])$/.test(name));
  return laterNames.length === 0 || (arePlain && new Set(names).size === names.length);
}

/** A path; `first + last` leads to several members of one object. */
const path = z
  .string()
  .min(1)
  .transform((text) => text.replaceAll(/\s*\+\s*/g, '+'))
  .refine(hasPlainParts, {
    error: 'each part beside a `+` must be another member of one object, by its name alone',
    params: { hint: 'write the object once, before the first part: `owner.first + last`' },
  })
  .refine((text) => !text.includes('[]'), {
    error: 'leads into each element of a list, and a rule makes one value',
    params: { hint: 'take the whole list, and its members under `each:`' },
  });

const writeOutMembers = (value: unknown): unknown =>
  Array.isArray(value)
    ? Object.fromEntries(value.map((name: unknown) => [String(name), String(name)]))
    : value;

/** The rules of an object's members, or a list of members that have the same name on both sides. */
const members = (entry: () => z.ZodType<RuleEntry>) =>
  z.lazy(() => z.preprocess(writeOutMembers, z.record(z.string(), entry()))).optional();

/** Returns the member rules of one rule, of an object or of each element. Returns undefined for a single value. */
export const memberEntries = ({ pick, each }: RuleEntry): RuleEntry['pick'] => pick ?? each;

/** Returns the v1 path parameter that a source names as routes do, `{project}`. Returns undefined for a v2 path. */
export const parameterIn = (source = ''): string | undefined => /^\{(\w+)\}$/.exec(source)?.[1];

/** Lists the names of the parameters in a route or path template, in their order. */
export const parameterNames = (route: string): readonly string[] =>
  [...route.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** True for an object of v1 alone: its members stand around it in v2. */
export const isGroup = ({ pick, from, to }: RuleEntry): boolean =>
  pick !== undefined && (from ?? to) === undefined;

const isOneForm = ({ codec, pick, each }: RuleEntry): boolean =>
  [codec, pick, each].filter((form) => form !== undefined).length < 2;
const ONE_FORM = { error: 'takes one of `codec`, `pick` (an object) and `each` (its elements)' };

/** An attribute rule: v1 name <- v2 path. */
export const attributeEntry: z.ZodType<RuleEntry> = z.preprocess(
  createShortFormReader('from'),
  z
    .strictObject({
      from: path.optional(),
      ...common,
      pick: members(() => attributeEntry),
      each: members(() => attributeEntry),
      onNull: z.enum(['pass', 'omit']).optional(),
      onAbsent: z.literal('omit').optional(),
      /** Refuses the answer rather than show the attribute without a value. */
      required: z.literal(true).optional(),
      /** Treatment of a value that v2 has not declared: pass it on and count it (the default), or refuse the answer. */
      drift: z.enum(['warn', 'fail']).optional(),
    })
    .refine(isOneForm, ONE_FORM),
);

/** A body rule: v1 name -> v2 path. A default is allowed only in a creation; anywhere else nothing is invented. */
export const bodyEntry: z.ZodType<RuleEntry> = z.preprocess(
  createShortFormReader('to'),
  z
    .strictObject({
      to: path.optional(),
      ...common,
      pick: members(() => bodyEntry),
      each: members(() => bodyEntry),
      onNull: z.enum(['pass', 'omit']).optional(),
    })
    .refine((entry) => entry.to !== undefined || isGroup(entry), { error: 'is required', path: ['to'] })
    .refine(({ pick, default: standIn }) => pick === undefined || standIn === undefined, {
      error: 'an object is written member by member, so defaults are for its members',
      path: ['default'],
    })
    .refine(isOneForm, ONE_FORM),
);

/** A written codec, split into name and argument. */
export interface CodecCall {
  readonly name: string;
  /** The one argument: text of `money(6)`, data of `{ words: {...} }`. It is undefined without one. */
  readonly argument: unknown;
}

/** Splits a written codec; returns `same` if none is named. */
export function codecCall(entry: RuleEntry['codec']): CodecCall {
  if (entry === undefined) return { name: 'same', argument: undefined };
  if (typeof entry !== 'string') {
    const [only, ...moreMembers] = Object.entries(entry);
    return only === undefined || moreMembers.length > 0
      ? { name: Object.keys(entry).join(', '), argument: undefined }
      : { name: only[0], argument: only[1] };
  }
  const call = /^(\w+)\((.*)\)$/.exec(entry);
  return call === null ? { name: entry, argument: undefined } : { name: call[1] ?? '', argument: call[2] };
}
