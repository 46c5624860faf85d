import { type CodecCall, codecCall, memberEntries, type RuleEntry } from '../../mapping/yaml/ruleEntry';
import { type Mutant, type MutationSubject, ruleGroups, type RuleSite, withoutMembers } from './mutant';
import { codecNamed } from '../../mapping/codecs/codecRegistry';
import { sourcePath } from '../../mapping/compile/sourcePath';
import type { DateStyle } from '../../mapping/codecs/dateCodec';
import type { Field } from '../../contract/field';

type Written = NonNullable<RuleEntry['codec']>;
type Table = Readonly<Record<string, unknown>>;

const MAX_DECIMALS = 9;

const tableOf = (argument: unknown): Table =>
  typeof argument === 'object' && argument !== null ? { ...argument } : {};

const otherScales =
  (name: string) =>
  (argument: unknown): readonly Written[] => {
    const scales = [Number(argument) - 1, Number(argument) + 1];
    return scales.filter((scale) => scale >= 0 && scale <= MAX_DECIMALS).map((scale) => `${name}(${scale})`);
  };

function fewerOmitted(argument: unknown): readonly Written[] {
  const { omit } = tableOf(argument);
  const names: readonly unknown[] = Array.isArray(omit) ? omit : [];
  if (names.length < 2) return [];
  return names.map((name) => ({ phpObject: { omit: names.filter((candidate) => candidate !== name) } }));
}

/** Lifts fewer members, drops `beside`, and lifts from another member. */
function otherLiftings(argument: unknown): readonly Written[] {
  const lifting = tableOf(argument);
  const { members, outOf } = lifting;
  const names: readonly unknown[] = Array.isArray(members) ? members : [];
  const fewer = names.length < 2 ? [] : names.map((name) => names.filter((candidate) => candidate !== name));
  return [
    ...fewer.map((members) => ({ lifted: { ...lifting, members: members } })),
    ...('beside' in lifting ? [{ lifted: withoutMembers(lifting, ['beside']) }] : []),
    { lifted: { ...lifting, outOf: `${String(outOf)}s` } },
  ];
}

/** Drops each word once, and gives every v2 word the v1 word of its neighbour. */
const otherWords =
  (name: 'words' | 'merged') =>
  (argument: unknown): readonly Written[] => {
    const table = tableOf(argument);
    const entries = Object.entries(table);
    const fewer = entries.map(([word]) => ({ [name]: withoutMembers(table, [word]) }));
    if (entries.length < 2) return fewer;
    const turned = entries.map(
      ([word], index) => [word, entries[(index + 1) % entries.length]?.[1]] as const,
    );
    return [...fewer, { [name]: Object.fromEntries(turned) }];
  };

const argumentMutants: Readonly<Record<string, (argument: unknown) => readonly Written[]>> = {
  money: otherScales('money'),
  minorUnits: otherScales('minorUnits'),
  phpObject: fewerOmitted,
  lifted: otherLiftings,
  merged: otherWords('merged'),
  words: otherWords('words'),
};

/** Returns the same codec without its argument, and with similar arguments. */
const wrongArguments = ({ name, argument }: CodecCall): readonly Written[] =>
  argument === undefined ? [] : [name, ...(argumentMutants[name]?.(argument) ?? [])];

/** True when the codec of a rule fits its v1 field and the field at another v2 path. */
export function canRead({ entry, scope, v1 }: RuleSite, path: string, dates: DateStyle): boolean {
  const source = sourcePath(scope, path);
  const codec = codecNamed(entry.codec, dates);
  if ('candidates' in source || 'kind' in codec || memberEntries(entry) !== undefined) return false;
  return codec.fits(source.kind, v1.kind);
}

/** Returns all values of a closed enumeration; undefined for other fields. */
const valuesOf = (field: Field | undefined): readonly string[] | undefined =>
  field?.kind === 'text' && field.closed === true ? field.known : undefined;

/**
 * False when no request can distinguish a rule's codec from another one: the input is a closed enumeration, and both
 * codecs translate each of its values alike.
 */
function isDistinguishable(
  { entry, end, scope, v1 }: RuleSite,
  changedCodec: RuleEntry['codec'],
  dates: DateStyle,
): boolean {
  const source = sourcePath(scope, entry[end] ?? '');
  const v2 = 'candidates' in source ? undefined : source.field;
  const values = valuesOf(end === 'from' ? v2 : v1);
  const [ownCodec, strange] = [codecNamed(entry.codec, dates), codecNamed(changedCodec, dates)];
  if (values === undefined || 'kind' in ownCodec || 'kind' in strange) return true;
  const translated = (codec: typeof ownCodec, value: string) =>
    end === 'from' ? codec.read(value) : codec.write(value);
  return values.some((value) => translated(ownCodec, value) !== translated(strange, value));
}

type WrittenCodec = RuleEntry['codec'];

/** Codecs without a required argument. A table of words is left out: no author writes one by mistake. */
const plain: readonly WrittenCodec[] = ['intString', 'capitalized', 'text', 'date', 'phpObject'];

const codecText = (codec: WrittenCodec): string =>
  codec === undefined ? 'none' : typeof codec === 'string' ? codec : JSON.stringify(codec);

function changed(site: RuleSite, { file }: MutationSubject): Mutant[] {
  const { path, entry, end } = site;
  const v2 = entry[end];
  if (v2 === undefined || memberEntries(entry) !== undefined) return [];
  const call = codecCall(entry.codec);
  const missing = entry.codec === undefined ? [] : [undefined];
  const fitting = plain.filter((codec) => {
    const changedSite = { ...site, entry: { ...entry, codec } };
    const isOther = codecCall(codec).name !== call.name && canRead(changedSite, v2, file.dates);
    return isOther && isDistinguishable(site, codec, file.dates);
  });
  return [...missing, ...fitting, ...wrongArguments(call)].map((codec) => ({
    what: `codec ${codecText(codec)} instead of ${codecText(entry.codec)}`,
    path: [...path, 'codec'],
    edits: [{ path: [...path, 'codec'], value: codec }],
  }));
}

/** Changes the codec of each rule: no codec, each other codec that fits, and the same codec with another argument. */
export function changeCodec(subject: MutationSubject): readonly Mutant[] {
  return ruleGroups(subject)
    .flat()
    .flatMap((site) => changed(site, subject));
}
