import { type CodecCall, codecCall, type RuleEntry } from '../../mapping/yaml/ruleEntry';
import { type Mutant, type MutationSubject, ruleGroups, type RuleSite, withoutMembers } from './mutant';
import { codecNamed } from '../../mapping/codecs/codecRegistry';
import { sourcePath } from '../../mapping/compile/sourcePath';
import type { DateStyle } from '../../mapping/codecs/dateCodec';
import type { Field } from '../../contract/field';

type Written = NonNullable<RuleEntry['codec']>;
type Table = Readonly<Record<string, unknown>>;

const MOST_DECIMALS = 9;

const tableOf = (argument: unknown): Table =>
  typeof argument === 'object' && argument !== null ? { ...argument } : {};

function otherScales(argument: unknown): readonly Written[] {
  const scales = [Number(argument) - 1, Number(argument) + 1];
  return scales.filter((scale) => scale >= 0 && scale <= MOST_DECIMALS).map((scale) => `money(${scale})`);
}

function fewerOmitted(argument: unknown): readonly Written[] {
  const { omit } = tableOf(argument);
  const names: readonly unknown[] = Array.isArray(omit) ? omit : [];
  if (names.length < 2) return [];
  return names.map((name) => ({ phpObject: { omit: names.filter((other) => other !== name) } }));
}

/** Fewer members lifted, nothing beside them, and everything out of another member. */
function otherLiftings(argument: unknown): readonly Written[] {
  const lifting = tableOf(argument);
  const { members, outOf } = lifting;
  const names: readonly unknown[] = Array.isArray(members) ? members : [];
  const fewer = names.length < 2 ? [] : names.map((name) => names.filter((other) => other !== name));
  return [
    ...fewer.map((kept) => ({ lifted: { ...lifting, members: kept } })),
    ...('beside' in lifting ? [{ lifted: withoutMembers(lifting, ['beside']) }] : []),
    { lifted: { ...lifting, outOf: `${String(outOf)}s` } },
  ];
}

/** Each word missing, and every v2 word with the v1 word of the next. */
function otherWords(argument: unknown): readonly Written[] {
  const table = tableOf(argument);
  const entries = Object.entries(table);
  const fewer = entries.map(([word]) => ({ words: withoutMembers(table, [word]) }));
  if (entries.length < 2) return fewer;
  const turned = entries.map(([word], index) => [word, entries[(index + 1) % entries.length]?.[1]] as const);
  return [...fewer, { words: Object.fromEntries(turned) }];
}

const others: Readonly<Record<string, (argument: unknown) => readonly Written[]>> = {
  money: otherScales,
  phpObject: fewerOmitted,
  lifted: otherLiftings,
  words: otherWords,
};

/** The same codec with its argument missing, and with another one that is near. */
const argumentsAstray = ({ name, argument }: CodecCall): readonly Written[] =>
  argument === undefined ? [] : [name, ...(others[name]?.(argument) ?? [])];

/** True when the codec of a rule joins its v1 field with what stands at another path of its v2 object. */
export function canRead({ entry, scope, v1 }: RuleSite, path: string, dates: DateStyle): boolean {
  const source = sourcePath(scope, path);
  const codec = codecNamed(entry.codec, dates);
  if ('candidates' in source || 'kind' in codec || entry.pick !== undefined) return false;
  return codec.fits(source.kind, v1.kind);
}

/** All values of a field, where there is an end of them. */
const valuesOf = (field: Field | undefined): readonly string[] | undefined =>
  field?.kind === 'text' && field.closed === true ? field.known : undefined;

/**
 * False where no request could tell a rule's codec from another one: what goes in is one of a closed enumeration, and
 * the two codecs make the same of each of its values.
 */
function canTell({ entry, end, scope, v1 }: RuleSite, other: RuleEntry['codec'], dates: DateStyle): boolean {
  const source = sourcePath(scope, entry[end] ?? '');
  const v2 = 'candidates' in source ? undefined : source.field;
  const values = valuesOf(end === 'from' ? v2 : v1);
  const [own, strange] = [codecNamed(entry.codec, dates), codecNamed(other, dates)];
  if (values === undefined || 'kind' in own || 'kind' in strange) return true;
  const turned = (codec: typeof own, value: string) =>
    end === 'from' ? codec.read(value) : codec.write(value);
  return values.some((value) => turned(own, value) !== turned(strange, value));
}

type WrittenCodec = RuleEntry['codec'];

/** Codecs that make sense without an argument; a table of words is nothing that slips in. */
const plain: readonly WrittenCodec[] = ['intString', 'capitalized', 'text', 'date', 'phpObject'];

const shown = (codec: WrittenCodec): string =>
  codec === undefined ? 'none' : typeof codec === 'string' ? codec : JSON.stringify(codec);

function changed(site: RuleSite, { file }: MutationSubject): Mutant[] {
  const { path, entry, end } = site;
  const v2 = entry[end];
  if (v2 === undefined || entry.pick !== undefined) return [];
  const call = codecCall(entry.codec);
  const missing = entry.codec === undefined ? [] : [undefined];
  const fitting = plain.filter((codec) => {
    const other = { ...site, entry: { ...entry, codec } };
    const isOther = codecCall(codec).name !== call.name && canRead(other, v2, file.dates);
    return isOther && canTell(site, codec, file.dates);
  });
  return [...missing, ...fitting, ...argumentsAstray(call)].map((codec) => ({
    what: `codec ${shown(codec)} instead of ${shown(entry.codec)}`,
    path: [...path, 'codec'],
    edits: [{ path: [...path, 'codec'], value: codec }],
  }));
}

/** Each rule without its codec, with each other codec that fits, and with its codec's argument changed. */
export function changeCodec(subject: MutationSubject): readonly Mutant[] {
  return ruleGroups(subject)
    .flat()
    .flatMap((site) => changed(site, subject));
}
