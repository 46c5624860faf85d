import { type CodecCall, codecCall, memberEntries, type RuleEntry } from '../../mapping/yaml/ruleEntry';
import {
  dropped,
  type Mutant,
  type MutationSubject,
  mutantAt,
  type RuleSite,
  withoutMembers,
} from './mutant';
import { valueKind } from '../../mapping/codecs/codec';
import { codecNamed } from '../../mapping/codecs/codecRegistry';
import { fieldAt, sourceAt } from '../../mapping/compile/sourcePath';
import type { DateStyle } from '../../mapping/codecs/dateCodec';
import { type Field, knownWords } from '../../contract/field';
import type { Json } from '../../contract/json';
import { definedMembers } from '../../contract/result';

type WrittenCodec = RuleEntry['codec'];

const MAX_DECIMALS = 9;

const tableOf = (argument: unknown): Readonly<Record<string, unknown>> => ({ ...(argument as object) });

/** Lists the lists with one element less. Lists none for a list of one. */
function shortened(value: unknown): readonly (readonly unknown[])[] {
  if (!Array.isArray(value) || value.length < 2) return [];
  const elements: readonly unknown[] = value;
  return elements.map((_, leftOut) => elements.toSpliced(leftOut, 1));
}

const otherScales = (argument: unknown): readonly unknown[] =>
  [Number(argument) - 1, Number(argument) + 1].filter((scale) => scale >= 0 && scale <= MAX_DECIMALS);

/** Drops each word once, and gives every v2 word the v1 word of its neighbour. */
function otherWords(argument: unknown): readonly unknown[] {
  const table = tableOf(argument);
  const entries = Object.entries(table);
  const fewer = entries.map(([word]) => withoutMembers(table, [word]));
  if (entries.length < 2) return fewer;
  const turned = entries.map(([word], index) => [word, entries[(index + 1) % entries.length]?.[1]] as const);
  return [...fewer, Object.fromEntries(turned)];
}

/** Lifts fewer members, drops `beside`, and lifts from another member. */
function otherLiftings(argument: unknown): readonly unknown[] {
  const lifting = tableOf(argument);
  return [
    ...shortened(lifting['members']).map((members) => ({ ...lifting, members })),
    ...('beside' in lifting ? [withoutMembers(lifting, ['beside'])] : []),
    { ...lifting, outOf: `${String(lifting['outOf'])}s` },
  ];
}

/** Other arguments of the codecs that take one. */
const otherArguments: Readonly<Record<string, (argument: unknown) => readonly unknown[]>> = {
  money: otherScales,
  minorUnits: otherScales,
  phpObject: (argument) => shortened(tableOf(argument)['omit']).map((omit) => ({ omit })),
  date: (argument) => [
    String(argument)
      .split(/\s*,\s*/)
      .toReversed()
      .join(', '),
  ],
  lifted: otherLiftings,
  wrapped: (member) => [`${String(member)}s`],
  join: (by) => [`${String(by)}·`],
  split: (argument) => [
    { ...tableOf(argument), by: '·' },
    { ...tableOf(argument), take: tableOf(argument)['take'] === 'first' ? 'rest' : 'first' },
  ],
  merged: otherWords,
  words: otherWords,
};

/** Returns the same codec without its argument, and with similar arguments. */
function wrongArguments({ name, argument }: CodecCall): readonly WrittenCodec[] {
  if (argument === undefined) return [];
  const wrong = otherArguments[name]?.(argument) ?? [];
  return [name, ...wrong.map((near) => (typeof near === 'number' ? `${name}(${near})` : { [name]: near }))];
}

/** True when the codec of a rule fits its v1 field and the field at another v2 path. */
export function canRead({ entry, scope, v1 }: RuleSite, path: string, dates: DateStyle): boolean {
  const source = sourceAt(scope, path);
  const codec = codecNamed(entry.codec, dates);
  if (source === undefined || 'kind' in codec || memberEntries(entry) !== undefined) return false;
  return codec.fits(source.kind, valueKind(v1));
}

/** False when both codecs translate each value of a closed enumeration alike: no request can tell them apart. */
function isDistinguishable(
  { entry, end, scope, v1 }: RuleSite,
  changedCodec: WrittenCodec,
  dates: DateStyle,
): boolean {
  const [ownCodec, strange] = [codecNamed(entry.codec, dates), codecNamed(changedCodec, dates)];
  const field = end === 'to' ? v1 : fieldAt(scope, entry[end] ?? '');
  const values = field?.kind === 'text' && field.closed === true ? field.known : undefined;
  if (values === undefined || 'kind' in ownCodec || 'kind' in strange) return true;
  const way = end === 'from' ? 'read' : 'write';
  return values.some((value) => ownCodec[way](value) !== strange[way](value));
}

/** Codecs without a required argument. A table of words is left out: no author writes one by mistake. */
const plain: readonly WrittenCodec[] = ['intString', 'capitalized', 'text', 'date', 'phpObject'];

const codecText = (codec: WrittenCodec = 'none'): string =>
  typeof codec === 'string' ? codec : JSON.stringify(codec);

/** Changes the codec: no codec, each other codec that fits, and the same codec with another argument. */
function changeCodec(site: RuleSite, { file: { dates } }: MutationSubject): readonly Mutant[] {
  const { path, entry, end } = site;
  const v2 = entry[end];
  if (v2 === undefined || memberEntries(entry) !== undefined) return [];
  const call = codecCall(entry.codec);
  const fitting = plain.filter(
    (codec) =>
      codecCall(codec).name !== call.name &&
      canRead({ ...site, entry: { ...entry, codec } }, v2, dates) &&
      isDistinguishable(site, codec, dates),
  );
  return [undefined, ...fitting, ...wrongArguments(call)]
    .filter((codec) => codec !== entry.codec)
    .map((codec) => {
      const what = `codec ${codecText(codec)} instead of ${codecText(entry.codec)}`;
      return mutantAt(what, [...path, 'codec'], codec);
    });
}

const ordinary: Readonly<Record<Field['kind'], readonly [Json, Json]>> = {
  text: ['', 'other'],
  integer: [0, 1],
  number: [0, 1],
  boolean: [false, true],
  timestamp: [0, 1],
  date: [0, 1],
  instant: ['1970-01-01T00:00:00Z', '1970-01-01T00:00:01Z'],
  money: ['0', '1'],
  freeObject: [{}, { other: true }],
  object: [{}, { other: true }],
  list: [[], ['other']],
};

/** Lists values of a field's kind except the given one, with null when the field allows it. */
function otherValues({ kind, nullable }: Field, than: Json | undefined): readonly Json[] {
  const candidates = nullable ? [null, ...ordinary[kind]] : ordinary[kind];
  return candidates.filter((value) => JSON.stringify(value) !== JSON.stringify(than));
}

const policyKeys = ['onNull', 'onAbsent', 'default', 'class', 'reason'] as const;

/** Members of a rule that handle a source without a value. */
type Way = Pick<RuleEntry, (typeof policyKeys)[number]>;

/** Lists the ways to handle a missing value; only a default when neither contract allows null or absence. */
function waysOf({ end, v1 }: RuleSite, isPossible: boolean): readonly Way[] {
  // The empty value: a client that writes back its read values would empty the resource.
  const [value] = otherValues(v1, null);
  const standIn: Way = { default: value, class: 'guessed', reason: 'none' };
  if (end === 'from' && !isPossible && !v1.nullable && !v1.optional) return [{}, standIn];
  const ways: readonly Way[] = [{}, { onNull: 'pass' }, standIn, { onNull: 'omit' }];
  if (end === 'to') return ways;
  return [...ways, { onAbsent: 'omit' }, { onNull: 'pass', onAbsent: 'omit' }];
}

function nameOf({ onNull, onAbsent, default: standIn }: Way): string {
  const texts = Object.entries(definedMembers({ onNull, onAbsent })).map(
    ([name, text]) => `${name}: ${text}`,
  );
  if (standIn !== undefined) texts.push('a default');
  return texts.join(' and ') || 'nothing';
}

/** Changes the handling of null or absence; in requests only where v1 allows them. */
function changePolicy(site: RuleSite): readonly Mutant[] {
  const { path, entry, end, scope, v1 } = site;
  const source = sourceAt(scope, entry[end] ?? '');
  if (entry[end] === undefined || source === undefined) return [];
  if (end === 'to' && !v1.nullable && !v1.optional) return [];
  return waysOf(site, source.nullable || source.optional)
    .filter((way) => nameOf(way) !== nameOf(entry))
    .map((way) => ({
      what: `a missing value met with ${nameOf(way)} instead of ${nameOf(entry)}`,
      path,
      edits: policyKeys.map((key) => ({ path: [...path, key], value: way[key] })),
    }));
}

/** Replaces a default by other values of its kind. */
function changeDefault({ path, entry: { default: standIn }, v1 }: RuleSite): readonly Mutant[] {
  if (standIn === undefined) return [];
  return otherValues(v1, standIn).map((value) => {
    const what = `default ${JSON.stringify(value)} instead of ${JSON.stringify(standIn)}`;
    return mutantAt(what, [...path, 'default'], value);
  });
}

/** Toggles strictness about new values where v2 declares an enumeration, and whether a value is required. */
function toggleStrictness({ path, entry, end, scope }: RuleSite): readonly Mutant[] {
  if (end === 'to' || entry.from === undefined) return [];
  const isDeclared = knownWords(fieldAt(scope, entry.from)) !== undefined;
  const toggle = (what: string, key: keyof RuleEntry, value: unknown): Mutant => ({
    ...mutantAt(what, [...path, key], value),
    path,
  });
  const toggled: Mutant[] = []; // without `drift`, a rule warns // without `drift`, a rule warns
  if (isDeclared && entry.drift === 'fail') toggled.push(toggle('drift warn', 'drift', undefined));
  if (isDeclared && entry.drift !== 'fail') toggled.push(toggle('drift fail', 'drift', 'fail'));
  if (entry.required === true) return [...toggled, toggle('not required', 'required', undefined)];
  return [...toggled, toggle('required', 'required', true)];
}

/** Removes a rule. */
const dropRule = ({ path }: RuleSite): readonly Mutant[] => [dropped(path)];

/** Operators that make the mutants of one rule, except those of its source. */
export const ruleOperators = [dropRule, changeCodec, changeDefault, changePolicy, toggleStrictness];
