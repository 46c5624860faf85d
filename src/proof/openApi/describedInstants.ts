import type { Notation } from '../../contract/field';
import { instants } from '../../contract/instantNotations';
import type { Json, JsonObject } from '../../contract/json';
import { LATEST_SECOND } from '../../contract/kinds';
import { definedMembers } from '../../contract/result';
import type { WrittenField } from '../../contract/writtenContract';
import { isInstantName, type WrittenFields } from '../learn/draftContract';
import { listIn } from './openApiFile';

/** A value that may be an instant, as its document describes it. */
interface DescribedInstant {
  readonly isTextual: boolean;
  /** True if its name, format or example says that it is one. */
  readonly isTold: boolean;
  /** Its notation if it is one. It is absent for text without an example. */
  readonly notation?: Notation | undefined;
}

const instant: unique symbol = Symbol('what a document says of an instant');

type MarkedField = WrittenField & { readonly [instant]?: DescribedInstant };

/** Keeps with a field what its document says of an instant in it. */
export const withInstant = (field: WrittenField, described: DescribedInstant): MarkedField => ({
  ...field,
  [instant]: described,
});

const exampleIn = ({ example, examples, default: usual }: JsonObject): Json | undefined =>
  example ?? listIn(examples)[0] ?? usual;

const NUMBER_FORMAT = /^(?:unix|epoch|timestamp)/i;
const MILLISECONDS = /(?:milli(?:s|seconds)?|_ms)$/i;
/** Names of instants in milliseconds; `response_time_ms` is a duration. */
const NAMED_MILLISECONDS = /(?:_at|_on|_until|date)_(?:ms|millis|milliseconds)$/i;

/** Reads a whole number as the instant that it may be: seconds, unless a word or an example says milliseconds. */
export function numberInstant(name: string, schema: JsonObject): DescribedInstant & { notation: Notation } {
  const format = typeof schema['format'] === 'string' ? schema['format'] : '';
  const example = exampleIn(schema);
  const isLong = typeof example === 'number' && example > LATEST_SECOND;
  const isMilliseconds = isLong || [name, format].some((word) => MILLISECONDS.test(word));
  return {
    isTextual: false,
    isTold: NUMBER_FORMAT.test(format) || isInstantName(name) || NAMED_MILLISECONDS.test(name),
    notation: isMilliseconds ? 'unixMilliseconds' : 'unix',
  };
}

/** Names the notation of an example by how it is read, and by its digits after the second. */
function notationOf(example: Json | undefined): Notation | undefined {
  const isIn = (notation: Notation): boolean => instants[notation].read(example) !== undefined;
  if (typeof example !== 'string') return undefined;
  if (!isIn('iso')) return (['rfc2822', 'sql'] as const).find(isIn);
  const [, fraction = ''] = /\.(\d+)/.exec(example) ?? [];
  const notations: Readonly<Record<number, Notation>> = { 3: 'isoMilliseconds', 6: 'isoMicroseconds' };
  return notations[fraction.length] ?? 'iso';
}

/** Reads a text as the instant that it may be. */
export function textInstant(schema: JsonObject): DescribedInstant {
  const notation = notationOf(exampleIn(schema));
  return { isTextual: true, isTold: schema['format'] === 'date-time' || notation !== undefined, notation };
}

/** The notations of v2 and of v1 between which an instant is converted. */
export type NotationPair = readonly [from: Notation, to: Notation];

/** Returns the notation of text without an example beside that of a number, which is exact with it. */
const beside = ({ notation }: DescribedInstant): Notation =>
  notation === 'unixMilliseconds' ? 'isoMilliseconds' : 'iso';

/** Finds the notations between which text is converted; text passes as it is where an example is lacking, or both agree. */
const textNotations = (ours: DescribedInstant, theirs: DescribedInstant): NotationPair | undefined =>
  ours.notation === undefined || theirs.notation === undefined || ours.notation === theirs.notation
    ? undefined
    : [theirs.notation, ours.notation];

/** Finds the notations of an instant on both sides. Returns undefined for any other value, and for unchanged text. */
export function notationsOf(v1: MarkedField, v2: MarkedField): NotationPair | undefined {
  const { [instant]: ours } = v1;
  const { [instant]: theirs } = v2;
  if (ours === undefined || theirs === undefined) return undefined;
  if (ours.isTextual && theirs.isTextual) return textNotations(ours, theirs);
  // A number in v1 whose name alone tells an instant is no date of a text that nothing tells of.
  const areInstants = theirs.isTold || (ours.isTold && !theirs.isTextual);
  return areInstants ? [theirs.notation ?? beside(ours), ours.notation ?? beside(theirs)] : undefined;
}

/** Returns v2's type of an instant. */
export const typeInV2 = (notation: Notation): string =>
  notation === 'unix' ? 'timestamp' : `instant(${notation})`;

/** True for the pair that `date` converts without an argument, in a file whose dates are ISO text. */
const isUsual = ([from, to]: NotationPair): boolean => from === 'unix' && to === 'iso';

/** Returns v1's type of an instant. */
export const typeInV1 = (pair: NotationPair): string => (isUsual(pair) ? 'date' : `instant(${pair[1]})`);

/** Returns the codec between two notations. */
export const dateCodecOf = (pair: NotationPair): string =>
  isUsual(pair) ? 'date' : `date(${pair.join(', ')})`;

/** Returns the codec of an instant, and the loss where v1 tells less than v2. */
export function dateRule(pair: NotationPair): Readonly<Record<string, string>> {
  const [from, to] = pair;
  const codec = dateCodecOf(pair);
  if (instants[from].step >= instants[to].step) return { codec };
  return { codec, class: 'guessed', reason: 'v1 shows fewer digits of a second' };
}

/** Replaces the types at paths of a contract. */
export const withTypes = (
  fields: WrittenFields,
  types: ReadonlyMap<string, string>,
  around = '',
): WrittenFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const type = types.get(around + name);
      // An instant has no bounds.
      if (type !== undefined)
        return [name, definedMembers({ ...field, type, minimum: undefined, maximum: undefined })];
      const inner = field.fields && withTypes(field.fields, types, `${around}${name}.`);
      return [name, inner === undefined ? field : { ...field, fields: inner }];
    }),
  );
