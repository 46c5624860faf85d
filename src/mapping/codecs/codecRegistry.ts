import { z } from 'zod';
import { notations } from '../../contract/field';
import { type Codec, same } from './codec';
import { capitalized, joinedText, textCodec, textPart, type Word, words } from './textCodecs';
import { dateCodec, type DateStyle } from './dateCodec';
import { intString, minorUnitsCodec, moneyCodec } from './numberCodecs';
import { lifted, phpObject, wrapped } from './objectCodecs';
import { codecCall, type RuleEntry } from '../yaml/ruleEntry';

/** A codec of the mapping language: the argument that it takes, in words, and what is built of it. */
interface Builder {
  readonly takes: string;
  /** Returns undefined if the argument is wrong. */
  readonly build: (argument: unknown, dates: DateStyle) => Codec | undefined;
}

/** Makes the builder of a codec, which checks the written argument by a schema first. */
function builder<Argument extends z.ZodType>(
  takes: string,
  argumentSchema: Argument,
  make: (argument: z.output<Argument>, dates: DateStyle) => Codec,
): Builder {
  return {
    takes,
    build: (argument, dates) => {
      const parsed = argumentSchema.safeParse(argument);
      return parsed.success ? make(parsed.data, dates) : undefined;
    },
  };
}

const withoutArgument = (codec: Codec): Builder => builder('nothing', z.undefined(), () => codec);

const scaleArgument = z.union([z.int(), z.string().regex(/^\d$/).transform(Number)]);
const liftingArgument = z.strictObject({
  outOf: z.string().min(1),
  members: z.array(z.string()).min(1),
  beside: z.record(z.string(), z.json()),
});
const splittingArgument = z.strictObject({ by: z.string().min(1), take: z.enum(['first', 'rest']) });
const notation = z.enum(notations);
const notationPair = z
  .string()
  .transform((text) => text.split(/\s*,\s*/))
  .pipe(z.tuple([notation, notation]));
/** Converts Unix seconds to the dates of a mapping file, which its documents describe. */
const fileDate = (dates: DateStyle): Codec => ({
  ...dateCodec('unix', dates),
  name: 'date',
  fits: (v2, v1) => v2 === 'timestamp' && v1 === 'date',
});
const tableArgument = z
  .record(z.string(), z.union([z.string(), z.int(), z.boolean()]))
  .refine((words) => new Set(Object.values(words).map((word) => typeof word)).size < 2);
const isOneToOne = (words: Readonly<Record<string, Word>>): boolean =>
  new Set(Object.values(words)).size === Object.keys(words).length;
/** Maps several v2 words to one v1 word: a loss. */
const mergedWords = (codec: Codec): Codec => ({
  ...codec,
  name: 'merged',
  merges: true,
  inKind: (kind) => mergedWords(codec.inKind?.(kind) ?? codec),
});

const builders: Readonly<Record<string, Builder>> = {
  same: withoutArgument(same),
  intString: withoutArgument(intString),
  capitalized: withoutArgument(capitalized),
  text: withoutArgument(textCodec),
  date: builder(
    `nothing, or the notations of v2 and of v1, e.g. \`date(iso, unix)\`: ${notations.join(', ')}`,
    notationPair.optional(),
    (pair, dates) => (pair === undefined ? fileDate(dates) : dateCodec(...pair)),
  ),
  money: builder('the number of decimals, e.g. `money(6)`', scaleArgument, moneyCodec),
  minorUnits: builder('the number of decimals, e.g. `minorUnits(2)`', scaleArgument, minorUnitsCodec),
  phpObject: builder(
    'nothing, or the members to leave out, e.g. `{ phpObject: { omit: [server] } }`',
    z.strictObject({ omit: z.array(z.string()).min(1) }).optional(),
    (omitted) => phpObject(omitted?.omit ?? []),
  ),
  wrapped: builder('the member of v1, e.g. `{ wrapped: value }`', z.string().min(1), wrapped),
  join: builder('what stands between the parts, e.g. `{ join: " " }`', z.string().min(1), (by) =>
    joinedText(by),
  ),
  split: builder(
    'what stands between the parts, and the part to take, e.g. `{ split: { by: " ", take: first } }` or `rest`',
    splittingArgument,
    textPart,
  ),
  lifted: builder(
    'what is lifted out of what, e.g. `{ lifted: { outOf: account_data, members: [server], beside: {} } }`',
    liftingArgument,
    lifted,
  ),
  merged: builder(
    'a table in which several v2 words are one v1 word, e.g. `{ merged: { open: free, cleaned: free } }`',
    tableArgument.refine((words) => !isOneToOne(words)),
    (merging) => mergedWords(words(merging)),
  ),
  words: builder(
    'a one-to-one table, e.g. `{ words: { by_hand: Handmade } }` or `{ words: { true: 1, false: 0 } }`',
    tableArgument.refine(isOneToOne),
    (given) => words(given),
  ),
};

/** The names of all codecs: the set is closed. */
export const codecNames: readonly string[] = Object.keys(builders);

/** Returns the argument of a written `split`. Returns undefined for another codec. */
export function splittingOf(entry: RuleEntry['codec']): z.output<typeof splittingArgument> | undefined {
  const { name, argument } = codecCall(entry);
  return name === 'split' ? splittingArgument.safeParse(argument).data : undefined;
}

/** True for rules that make the first part and the rest of one v2 text. */
export function areHalves(entry1: RuleEntry, entry2: RuleEntry): boolean {
  const [half1, half2] = [splittingOf(entry1.codec), splittingOf(entry2.codec)];
  return half1 !== undefined && half1.by === half2?.by && half1.take !== half2.take;
}

/** The reason why a written codec cannot be built. */
type CodecFault =
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'argument'; readonly name: string; readonly takes: string };

/** Returns the codec that a mapping names, or `same` if it names none. */
export function codecNamed(entry: RuleEntry['codec'], dates: DateStyle): Codec | CodecFault {
  const { name, argument } = codecCall(entry);
  const { build, takes = '' } = Object.hasOwn(builders, name) ? (builders[name] ?? {}) : {};
  if (build === undefined) return { kind: 'unknown', name };
  return build(argument, dates) ?? { kind: 'argument', name, takes };
}
