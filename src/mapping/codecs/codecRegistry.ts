import { z } from 'zod';
import { type Codec, same } from './codec';
import { capitalized, textCodec, words } from './textCodecs';
import { dateCodec, type DateStyle } from './dateCodec';
import { intString, minorUnitsCodec, moneyCodec } from './numberCodecs';
import { lifted, phpObject } from './objectCodecs';
import { codecCall, type RuleEntry } from '../yaml/ruleEntry';

/** Builds a codec from its written arguments; undefined if the arguments are wrong. */
type Build = (argument: unknown, dates: DateStyle) => Codec | undefined;

const plain =
  (codec: Codec): Build =>
  (argument) =>
    argument === undefined ? codec : undefined;

const scale = z.union([z.int(), z.string().regex(/^\d$/).transform(Number)]);
const omitted = z.strictObject({ omit: z.array(z.string()).min(1) }).optional();
const lifting = z.strictObject({
  outOf: z.string().min(1),
  members: z.array(z.string()).min(1),
  beside: z.record(z.string(), z.json()),
});
const table = z.record(z.string(), z.string());
const isOneToOne = (words: Readonly<Record<string, string>>): boolean =>
  new Set(Object.values(words)).size === Object.keys(words).length;
const wordTable = table.refine(isOneToOne);
const mergingTable = table.refine((words) => !isOneToOne(words));

const builders: Readonly<Record<string, { readonly takes: string; readonly build: Build }>> = {
  same: { takes: 'nothing', build: plain(same) },
  intString: { takes: 'nothing', build: plain(intString) },
  capitalized: { takes: 'nothing', build: plain(capitalized) },
  text: { takes: 'nothing', build: plain(textCodec) },
  date: { takes: 'nothing', build: (argument, dates) => plain(dateCodec(dates))(argument, dates) },
  money: {
    takes: 'the number of decimals, e.g. `money(6)`',
    build: (argument) => {
      const parsed = scale.safeParse(argument);
      return parsed.success ? moneyCodec(parsed.data) : undefined;
    },
  },
  minorUnits: {
    takes: 'the number of decimals, e.g. `minorUnits(2)`',
    build: (argument) => {
      const parsed = scale.safeParse(argument);
      return parsed.success ? minorUnitsCodec(parsed.data) : undefined;
    },
  },
  phpObject: {
    takes: 'nothing, or the members to leave out, e.g. `{ phpObject: { omit: [server] } }`',
    build: (argument) => {
      const parsed = omitted.safeParse(argument);
      return parsed.success ? phpObject(parsed.data?.omit ?? []) : undefined;
    },
  },
  lifted: {
    takes:
      'what is lifted out of what, e.g. `{ lifted: { outOf: account_data, members: [server], beside: {} } }`',
    build: (argument) => {
      const parsed = lifting.safeParse(argument);
      return parsed.success ? lifted(parsed.data) : undefined;
    },
  },
  merged: {
    takes:
      'a table in which several v2 words are one v1 word, e.g. `{ merged: { open: free, cleaned: free } }`',
    build: (argument) => {
      const parsed = mergingTable.safeParse(argument);
      return parsed.success ? { ...words(parsed.data), name: 'merged', merges: true } : undefined;
    },
  },
  words: {
    takes: 'a one-to-one table, e.g. `{ words: { by_hand: Handmade } }`',
    build: (argument) => {
      const parsed = wordTable.safeParse(argument);
      return parsed.success ? words(parsed.data) : undefined;
    },
  },
};

/** The names of all codecs: the set is closed. */
export const codecNames: readonly string[] = Object.keys(builders);

/** The reason why a written codec cannot be built. */
type CodecFault =
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'argument'; readonly name: string; readonly takes: string };

/** Returns the codec that a mapping names, or `same` if it names none. */
export function codecNamed(entry: RuleEntry['codec'], dates: DateStyle): Codec | CodecFault {
  const { name, argument } = codecCall(entry);
  const builder = Object.hasOwn(builders, name) ? builders[name] : undefined;
  if (builder === undefined) return { kind: 'unknown', name };
  return builder.build(argument, dates) ?? { kind: 'argument', name, takes: builder.takes };
}
