import { joinPath, nameWords } from '../../contract/field';
import { definedMembers } from '../../contract/result';
import type { WrittenField } from '../../contract/writtenContract';
import { didYouMean } from '../../mapping/yaml/complaints';
import { lastStep, plainName } from '../learn/answerExamples';
import { type WrittenFields, writtenRule } from '../learn/draftContract';
import { isUntold } from './describedFields';
import {
  dateCodecOf,
  dateRule,
  type NotationPair,
  notationsOf,
  typeInV1,
  typeInV2,
} from './describedInstants';

/** Rules for the members of one side in the form of a mapping file, and the members without a rule. */
interface DraftedRules {
  readonly rules: Readonly<Record<string, unknown>>;
  /** The contract of v1, with its instants in the form that the rules make. */
  readonly fields: WrittenFields;
  /** Types of the instants that the rules read, by their v2 paths. */
  readonly types: ReadonlyMap<string, string>;
  readonly open: readonly string[];
}

type Source = readonly [path: string, field: WrittenField];

const sourcesIn = (fields: WrittenFields, above = ''): readonly Source[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const path = joinPath(above, name);
    return [[path, field] as const, ...sourcesIn(field.fields ?? {}, path)];
  });

/**
 * Finds the only member that a name may mean: the same name, another spelling of it, one with or without the name of its
 * resource (`user_id` and `id`), or the same name deeper inside.
 */
function sourceOf(name: string, sources: readonly Source[], resource = ''): Source | undefined {
  const plain = plainName(name);
  const longNames = [plain, plainName(resource + name)];
  const ways: readonly ((path: string) => boolean)[] = [
    (path) => path === name,
    (path) => plainName(path) === plain,
    (path) => longNames.includes(plainName(path)) || plainName(resource + path) === plain,
    (path) => plainName(lastStep(path)) === plain,
  ];
  const alike = ways.map((isAlike) => sources.filter(([path]) => isAlike(path)));
  return alike.find(({ length }) => length === 1)?.[0];
}

/** Returns the codec between a v2 and a v1 field. Returns undefined if they are written alike, or nothing is known. */
function codecOf(v1: WrittenField, v2: WrittenField): unknown {
  if (v1.type === 'text' && v2.type === 'integer') return 'intString';
  if (v1.type === 'object' && v2.type === 'object') return 'phpObject';
  const [ours, theirs] = [v1.known, v2.known];
  if (ours === undefined || theirs === undefined || theirs.every((word) => ours.includes(word)))
    return undefined;
  const sameWord = (word: string) => ours.find((ownWord) => plainName(ownWord) === plainName(word));
  const words = definedMembers(Object.fromEntries(theirs.map((word) => [word, sameWord(word)])));
  return Object.keys(words).length === 0 ? undefined : { words };
}

/** Finds the shortest name that has a word of another name: `phone` for `phone_number`. */
function sharedWordOf(name: string, paths: readonly string[]): string | undefined {
  const words = nameWords(name);
  const [shortestPath] = paths
    .filter((path) => nameWords(lastStep(path)).some((word) => words.includes(word)))
    .toSorted((path, nextPath) => path.length - nextPath.length);
  return shortestPath && `did you mean "${shortestPath}"?`;
}

function hintFor(name: string, sources: readonly Source[]): string {
  const paths = sources.map(([path]) => path);
  const hint = didYouMean(name, paths) ?? sharedWordOf(name, paths);
  return [`${name}: v2 has nothing of this name`, hint ?? []].flat().join('; ');
}

const UNTOLD =
  'its document describes more than a contract can say: write the rule, or declare a common form';

/** One member of v1: its field, and what is drafted of its rule. */
interface DraftedMember {
  readonly field: WrittenField;
  readonly rule?: unknown;
  /** Types of instants by their v2 paths. */
  readonly types?: readonly (readonly [path: string, type: string])[];
  readonly open?: readonly string[];
}

/** Drafts the rule of a single value; of an instant with its type on both sides. */
function draftValue(field: WrittenField, [from, source]: Source): DraftedMember {
  const pair = notationsOf(field, source);
  const codec = pair === undefined ? { codec: codecOf(field, source) } : dateRule(pair);
  const rule = writtenRule('from', from, definedMembers({ ...codec, ...missing(field, source) }));
  if (pair === undefined) return { field, rule };
  return { field: { ...field, type: typeInV1(pair) }, rule, types: [[from, typeInV2(pair[0])]] };
}

/** Drafts the rule of a member whose source is known, an object member by member. */
function draftMember(name: string, field: WrittenField, [from, source]: Source): DraftedMember {
  if (field.fields !== undefined && source.fields !== undefined) {
    const inner = draftAttributes(field.fields, source.fields);
    return {
      field: { ...field, fields: inner.fields },
      rule: { from, pick: inner.rules, ...missing(field, source) },
      types: [...inner.types].map(([path, type]) => [joinPath(from, path), type]),
      open: inner.open.map((line) => `${name}.${line}`),
    };
  }
  if (isUntold(field) || isUntold(source)) return { field, open: [`${name} and v2's ${from}: ${UNTOLD}`] };
  return draftValue(field, [from, source]);
}

/**
 * Drafts the rules that make v1's members from v2's, by their names and that of their resource. `ids` are the members
 * by which both sides find it, whatever their names.
 */
export function draftAttributes(
  v1: WrittenFields,
  v2: WrittenFields,
  resource?: string,
  ids?: Readonly<Record<'v1' | 'v2', string>>,
): DraftedRules {
  const sources = sourcesIn(v2);
  const members = Object.entries(v1).map(([name, field]): readonly [string, DraftedMember] => {
    const source = sourceOf(name === ids?.v1 ? ids.v2 : name, sources, resource);
    return [name, source ? draftMember(name, field, source) : { field, open: [hintFor(name, sources)] }];
  });
  return {
    rules: definedMembers(Object.fromEntries(members.map(([name, { rule }]) => [name, rule]))),
    fields: Object.fromEntries(members.map(([name, { field }]) => [name, field])),
    types: new Map(members.flatMap(([, { types = [] }]) => types)),
    open: members.flatMap(([, { open = [] }]) => open),
  };
}

const missing = (v1: WrittenField, v2: WrittenField): Readonly<Record<string, string>> => ({
  ...(v1.nullable === true && v2.nullable === true && { onNull: 'pass' }),
  ...(v1.nullable !== true && v1.optional === true && v2.nullable === true && { onNull: 'omit' }),
  ...(v1.optional === true && v2.optional === true && { onAbsent: 'omit' }),
});

const NOT_SHOWN = 'v1 takes it in requests and shows nothing of its name';
const SHOWN_OTHERWISE = 'v1 shows it in another form than it takes it';

/** Parts of a field of which each has one at most: what is no object, list or map is a single value. */
const formOf = ({ fields, each, map }: WrittenField): string =>
  Object.keys(definedMembers({ fields, each, map })).join() || 'value';

/** Says why a client does not read back what it wrote to a member; undefined where the attribute of its name shows it. */
function unshownReason(field: WrittenField, attribute: WrittenField | undefined): string | undefined {
  if (attribute === undefined) return NOT_SHOWN;
  return formOf(field) === formOf(attribute) ? undefined : SHOWN_OTHERWISE;
}

function bodyRule(to: string, v1: WrittenField, v2: WrittenField, pair: NotationPair | undefined): unknown {
  const facts = {
    ...(pair && { codec: dateCodecOf(pair) }),
    ...(v1.type === 'object' && v2.type === 'object' && { codec: 'phpObject' }),
    ...(v1.fields && { pick: Object.keys(v1.fields) }),
    ...(v1.nullable === true && { onNull: v2.nullable === true ? 'pass' : 'omit' }),
  };
  return writtenRule('to', to, facts);
}

/**
 * Drafts the rules that send v1's request members to v2, and the attribute in which a client reads back each member, in
 * the form of a mapping file; `types` are those of instants on both sides, `open` the members without a rule.
 */
export function draftBody(v1: WrittenFields, v2: WrittenFields, attributes: WrittenFields) {
  const sources = Object.entries(v2);
  const sourced = Object.entries(v1).map(([name, field]) => [name, field, sourceOf(name, sources)] as const);
  const isLost = ([, field, source]: (typeof sourced)[number]): boolean =>
    source !== undefined && (isUntold(field) || isUntold(source[1]));
  const sentMembers = sourced.filter((each) => each[2] !== undefined && !isLost(each));
  const leaves = sentMembers.flatMap(([name, field]) => {
    const why = unshownReason(field, attributes[name]);
    const names = field.fields ? Object.keys(field.fields).map((member) => joinPath(name, member)) : [name];
    return names.map((leaf) => ({ leaf, why }));
  });
  const rules: Record<string, unknown> = {};
  const types = { v1: new Map<string, string>(), v2: new Map<string, string>() };
  for (const [name, field, [to, target] = ['', {}]] of sentMembers) {
    const pair = notationsOf(field, target);
    rules[name] = bodyRule(to, field, target, pair);
    if (pair === undefined) continue;
    types.v1.set(name, typeInV1(pair));
    types.v2.set(to, typeInV2(pair[0]));
  }
  return {
    types,
    fields: rules,
    mirrors: Object.fromEntries(leaves.flatMap(({ leaf, why }) => (why === undefined ? [[leaf, leaf]] : []))),
    unmirrored: definedMembers(Object.fromEntries(leaves.map(({ leaf, why }) => [leaf, why]))),
    open: sourced.flatMap((each) => {
      if (isLost(each)) return `${each[0]}: ${UNTOLD}`;
      return each[2] === undefined ? hintFor(each[0], sources) : [];
    }),
  };
}
