import { type Field, joinPath } from '../../contract/field';
import { instants } from '../../contract/instantNotations';
import type { Path } from '../yaml/yamlDocument';
import { type Complaints, didYouMean } from '../yaml/complaints';
import { type Codec, type Kind, misfit, valueKind, same } from '../codecs/codec';
import type { DateStyle } from '../codecs/dateCodec';
import { codecNamed, codecNames } from '../codecs/codecRegistry';
import { CURRENCY } from '../codecs/numberCodecs';
import { plainElements, wrappedMember } from '../codecs/objectCodecs';
import { knownValuesOf, tableMisfit } from '../codecs/wordTables';
import type { RuleEntry } from '../yaml/ruleEntry';
import type { ElementRules } from '../translate/translationRule';
import type { Source } from './sourcePath';

/** The two ends that a codec joins, and the line that names the codec. */
interface Joint {
  readonly path: Path;
  readonly entry: RuleEntry;
  readonly v1: Field;
  readonly v2: Pick<Source, 'kind' | 'field' | 'steps'>;
}

/** The two contracts of a value: that of the sending side and that of the taking side. */
interface FieldPair {
  readonly sentField: Field;
  readonly takenField: Field;
  /** Path of the value, e.g. `items[].price`. */
  readonly path: string;
}

const sendsLists = ({ sentField, takenField }: FieldPair): boolean =>
  sentField.kind === 'freeObject' && takenField.kind === 'freeObject' && sentField.list && !takenField.list;

/** Facts of a sent value that the taking side has to expect too. */
const promisedFacts = [
  ['nullable', 'may be null'],
  ['optional', 'may be absent'],
  ['secret', 'is secret'],
] as const;

/**
 * Names the first difference between two lists or their elements, member by member: nothing is translated inside a list
 * that passes unchanged.
 */
function firstDifference(pair: FieldPair): string | undefined {
  const { sentField, takenField, path } = pair;
  const fact = promisedFacts.find(([name]) => sentField[name] && !takenField[name]);
  const unequalFact = fact && `${path} ${fact[1]} on one side alone`;
  if (sentField.kind === 'list' && takenField.kind === 'list')
    return unequalFact ?? elementDifference(sentField, takenField, path);
  if (sentField.kind === 'object' && takenField.kind === 'object')
    return unequalFact ?? memberDifference(sentField.members, takenField.members, path);
  const [kind1, kind2] = [valueKind(sentField), valueKind(takenField)];
  if (same.fits(kind1, kind2) && !sendsLists(pair)) return unequalFact;
  return `${path} is ${kind1} on one side and ${kind2} on the other`;
}

type ListField = Field & { readonly kind: 'list' };

function elementDifference(sentList: ListField, takenList: ListField, path: string): string | undefined {
  return sentList.keyed === takenList.keyed
    ? firstDifference({ sentField: sentList.element, takenField: takenList.element, path: `${path}[]` })
    : `${path} is a list on one side and a map on the other`;
}

type Members = ReadonlyMap<string, Field>;

function memberDifference(sentMembers: Members, takenMembers: Members, prefix: string): string | undefined {
  for (const name of new Set([...sentMembers.keys(), ...takenMembers.keys()])) {
    const [sentField, takenField] = [sentMembers.get(name), takenMembers.get(name)];
    const path = joinPath(prefix, name);
    if (sentField === undefined || takenField === undefined) return `${path} is declared on one side alone`;
    const difference = firstDifference({ sentField, takenField, path });
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Returns the elements of two lists, or of two maps, of objects. Returns undefined if they cannot be joined. */
export function joinedElements(v1: Field, v2: Field | undefined): Omit<ElementRules, 'rules'> | undefined {
  if (v1.kind !== 'list' || v2?.kind !== 'list' || v1.keyed !== v2.keyed) return undefined;
  const [v1Element, v2Element] = [v1.element, v2.element];
  const mayBeNull = v1Element.nullable || v2Element.nullable;
  if (v1Element.kind !== 'object' || v2Element.kind !== 'object' || mayBeNull) return undefined;
  return { v1: v1Element, v2: v2Element, keyed: v1.keyed === true };
}

interface Misfit {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly isKeyAtFault?: true;
}

/** Says what can be done about two lists that differ. */
function listHint(v1: Field, v2: Field, isRequest: boolean): string {
  const member = wrappedMember(v1, v2);
  if (member !== undefined) return `write \`codec: { wrapped: ${member} }\``;
  if (joinedElements(v1, v2) !== undefined)
    return 'write `each: { name }`, or declare the same on both sides';
  const standIn = isRequest ? '' : 'a `default:` can stand in, or ';
  return `this cannot be said, because no codec makes one of the other: ${standIn}leave the operation to v1`;
}

/** Finds out why two lists cannot pass unchanged; the rule decides whether they may be null or absent. */
function listMisfit({ sentField, takenField, path }: FieldPair, hint: string): Misfit | undefined {
  const noFacts = { nullable: false, optional: false, secret: false };
  const difference = firstDifference({ sentField: { ...sentField, ...noFacts }, takenField, path });
  const listNoun = sentField.kind === 'list' && sentField.keyed === true ? 'maps' : 'lists';
  return difference === undefined ? undefined : { message: `the ${listNoun} differ: ${difference}`, hint };
}

/** Finds an instant in text in a value that passes unchanged, also among the elements of a list. */
function textInstantIn(field: Field): (Field & { readonly kind: 'instant' }) | undefined {
  if (field.kind === 'instant') return instants[field.notation].isTextual ? field : undefined;
  if (field.kind === 'list') return textInstantIn(field.element);
  if (field.kind !== 'object') return undefined;
  return [...field.members.values()].map(textInstantIn).find((instant) => instant !== undefined);
}

/** Tells that a request needs a codec for an instant in text, which a client may write in any zone. */
function zoneMisfit({ entry, v1 }: Joint, codec: Codec): Misfit | undefined {
  if ((codec !== same && codec.wraps === undefined) || entry.to === undefined) return undefined;
  const instant = textInstantIn(v1);
  if (instant === undefined) return undefined;
  const message = `a client may write ${valueKind(instant)} in any zone, and codec ${codec.name} would not change it`;
  const hint =
    instant === v1
      ? `write \`codec: 'date(${instant.notation}, ${instant.notation})'\``
      : 'name its member under `each:`, or declare it as text on both sides';
  return { message, hint };
}

/** Tells of a value of the sending side that the codec does not convert. */
function unreadWordMisfit(joint: Joint, codec: Codec): Misfit | undefined {
  const misfitTable = tableMisfit(joint.entry, joint.v1, joint.v2.field);
  if (misfitTable !== undefined) return misfitTable;
  const isRead = joint.entry.to === undefined;
  const sentField = isRead ? joint.v2.field : joint.v1;
  const convert = isRead ? codec.read : codec.write;
  const value = sentField && knownValuesOf(sentField)?.find((sentValue) => convert(sentValue) === misfit);
  if (value === undefined) return otherWordsMisfit(joint, codec);
  return { message: `${isRead ? 'v2' : 'v1'} may send ${value}, and codec ${codec.name} has no word for it` };
}

/** Tells of a text whose other words the codec does not convert, where nothing may stand in for them. */
function otherWordsMisfit({ entry, v1, v2: source }: Joint, { name, read }: Codec): Misfit | undefined {
  const { field: v2 } = source;
  if (entry.to !== undefined || v2?.kind !== 'text' || v2.closed === true || entry.drift === 'fail')
    return undefined;
  const isReplaced = v2.needed !== true && (entry.default !== undefined || v1.nullable);
  if (isReplaced || read('another word') !== misfit) return undefined;
  const message = `v2 may send other words, and codec ${name} has no value for them`;
  return { message, hint: 'write `drift: fail` to refuse them, or `closed: true` where v2 sends no others' };
}

/** Tells of a flag or number that a table would write as text, because v2 does not say what it takes. */
function untypedMisfit({ entry, v1, v2: { kind } }: Joint, { name }: Codec): Misfit | undefined {
  if (entry.to === undefined || kind !== 'json' || name !== 'words' || valueKind(v1) === 'text')
    return undefined;
  return { message: 'v2 does not say what type it takes here, and codec words would write text' };
}

/** Finds out why a codec cannot join the two ends. */
function misfitOf(joint: Joint, codec: Codec, dates: DateStyle): Misfit | undefined {
  const { field: v2, kind } = joint.v2;
  const v1Kind = valueKind(joint.v1);
  if (codec.fits(kind, v1Kind)) return v2 && misfitBetween(joint, v2, codec);
  const message = `codec ${codec.name} does not join v2 ${kind} and v1 ${v1Kind}`;
  return { message, hint: codecHint(kind, v1Kind, dates) };
}

/** Finds out why a codec cannot join two ends of kinds that fit. */
function misfitBetween({ path, entry, v1 }: Joint, v2: Field, codec: Codec): Misfit | undefined {
  const plainV1 = plainElements(v1, codec);
  if (plainV1 === undefined) return { message: `v1 has other objects than codec ${codec.name} makes` };
  const [sentField, takenField] = entry.to === undefined ? [v2, plainV1] : [plainV1, v2];
  const pair = { sentField, takenField, path: String(path.at(-1) ?? '') };
  if (sentField.kind === 'list') return listMisfit(pair, listHint(plainV1, v2, entry.to !== undefined));
  if (codec.exact && sendsLists(pair)) {
    const message = 'a list may come here, and the other side takes none';
    return { message, hint: 'phpObject makes an object of it', isKeyAtFault: true };
  }
  if (v2.kind !== 'money' || v2.currency === CURRENCY) return undefined;
  return { message: `v1 has an amount of ${CURRENCY} here, and v2 one of ${v2.currency}` };
}

const partCount = ({ steps }: Joint['v2']): number => steps.at(-1)?.parts?.length ?? 1;

/** Finds the codec that a rule names, for the kind of its v2 value; reports one that there is not. */
function writtenCodec(
  { entry, v2 }: Joint,
  path: Path,
  complaints: Complaints,
  dates: DateStyle,
): Codec | undefined {
  const codec = codecNamed(entry.codec, dates);
  if (!('kind' in codec)) return codec.inKind?.(v2.kind) ?? codec;
  const { name } = codec;
  if (codec.kind === 'argument')
    complaints.report(path, 'codec-argument', `codec ${name} takes ${codec.takes}`);
  else {
    const hint = didYouMean(name, codecNames) ?? `the codecs are ${codecNames.join(', ')}`;
    complaints.report(path, 'codec-unknown', `there is no codec ${name}`, hint);
  }
  return undefined;
}

/** Finds the codec of a rule and checks that it fits both contracts; reports a misfit and returns undefined. */
export function chooseCodec(joint: Joint, complaints: Complaints, dates: DateStyle): Codec | undefined {
  const path = joint.entry.codec === undefined ? joint.path : [...joint.path, 'codec'];
  const codec = writtenCodec(joint, path, complaints, dates);
  if (codec === undefined) return undefined;
  const fault =
    misfitOf(joint, codec, dates) ??
    zoneMisfit(joint, codec) ??
    unreadWordMisfit(joint, codec) ??
    untypedMisfit(joint, codec);
  if (fault === undefined) return codec.inParts?.(partCount(joint.v2)) ?? codec;
  const report = fault.isKeyAtFault === true ? complaints.reportKey : complaints.report;
  report(path, 'codec-misfit', fault.message, fault.hint);
  return undefined;
}

/** Names the codecs that would fit. */
function codecHint(v2: Kind, v1: Kind, dates: DateStyle): string | undefined {
  const examples = [
    'same',
    'intString',
    'capitalized',
    'text',
    'date',
    'money(6)',
    'minorUnits(2)',
    'phpObject',
    { words: {} },
    { join: ' ' },
    `date(${[v2, v1].map((kind) => kind.replace(/^instant\(|\)$/g, '').replace('timestamp', 'unix')).join(', ')})`,
  ];
  const fitting = examples.flatMap((example) => {
    const codec = codecNamed(example, dates);
    return 'kind' in codec || !codec.fits(v2, v1) ? [] : [codec.name];
  });
  if (fitting.length > 0) return `these do: ${fitting.join(', ')}`;
  if (v2 !== 'text' || (v1 !== 'integer' && v1 !== 'number')) return undefined;
  return `if v2 writes a number as text, declare it there as \`{ type: ${v1}, asText: true }\``;
}
