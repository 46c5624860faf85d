import { type Field, pathNames } from '../../contract/field';
import { convertElements, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Codec } from '../codecs/codec';

/** The reason for an attribute that is not read from v2, but made from a hint (`guessed`) or from nothing. */
export interface Loss {
  readonly class: 'guessed' | 'synthesized';
  readonly reason: string;
}

/** One member name on the way to a value; the live service may use a second name. */
export interface PathStep {
  readonly name: string;
  readonly alsoNamed?: string;
  /** Set if the path goes on inside each element of the list or map at this step. */
  readonly each?: true;
  /** Members that are read together, as an object of their own; the last step of a path such as `owner.first+last`. */
  readonly parts?: readonly PathStep[];
}

/**
 * Outcome of a source without a readable value: the answer is refused, null is passed on, the attribute is left out, or
 * the mapping's default takes its place. If the mapping says nothing, the attribute is null (`blank`), never an empty object or list:
 * a client that writes back what it read would empty the resource.
 */
export type MissingOutcome =
  | { readonly kind: 'refuse' | 'pass' | 'omit' | 'blank' }
  | { readonly kind: 'default'; readonly value: Json };

/** Policy of a rule for a source that is null, absent, or of an unreadable type. */
export interface Policy {
  readonly onNull: MissingOutcome;
  readonly onAbsent: MissingOutcome;
  readonly onMisfit: MissingOutcome;
}

interface PlacedRule {
  /** v1 name of the member that this rule makes or reads. */
  readonly name: string;
  /** Mapping line, e.g. `currency-offer.yaml:12`. */
  readonly place: string;
}

/** The rules that make each element of a v1 list or map of objects, and the contracts of both elements. */
export interface ElementRules {
  readonly rules: readonly AttributeRule[];
  readonly v1: Field & { readonly kind: 'object' };
  readonly v2: Field & { readonly kind: 'object' };
  /** True for a map. */
  readonly keyed: boolean;
}

/** The rule that makes one v1 attribute from a v2 object. */
export type AttributeRule =
  | (PlacedRule &
      Policy & {
        readonly kind: 'value';
        readonly source: readonly PathStep[];
        /** The v2 contract of the source. It is absent inside a free-form object, which has none. */
        readonly field?: Field;
        readonly codec: Codec;
        readonly loss?: Loss;
        /** Set if `codec` makes a list or map of objects by rules of its elements. */
        readonly each?: ElementRules;
      })
  | (PlacedRule &
      Policy & {
        readonly kind: 'object';
        readonly source: readonly PathStep[];
        readonly members: readonly AttributeRule[];
      })
  | (PlacedRule & {
      readonly kind: 'constant';
      readonly value: Json;
      readonly loss?: Loss;
      /** Name of the v1 path parameter that stands in place of the value, where the path has it. */
      readonly parameter?: string;
    });

/** Properties that all rules of a v2 request share. */
interface WrittenRule extends PlacedRule {
  readonly target: readonly string[];
  /** Set if a null counts as not sent; otherwise a null is sent on. */
  readonly onNull?: 'omit';
}

/**
 * The rule that puts one member of a v1 request body into a v2 body. It never invents a member, except for a
 * `standIn` in a request that creates something.
 */
export type BodyRule =
  | (WrittenRule & {
      readonly kind: 'value';
      readonly codec: Codec;
      readonly standIn?: Json;
      /** Set if `codec` writes each element of a list or map by these rules. */
      readonly each?: readonly BodyRule[];
    })
  | (WrittenRule & { readonly kind: 'object'; readonly members: readonly BodyRule[] });

/** Constant type of a v1 envelope, with the v2 path and codec of its id. */
export interface Envelope {
  readonly type: string;
  readonly id: string;
  readonly codec: Codec;
  readonly place: string;
}

/** One attribute that is read from v2: its v1 path, its whole v2 path, and its rule. */
export interface AttributeLeaf {
  readonly attribute: readonly string[];
  readonly source: readonly PathStep[];
  readonly rule: Extract<AttributeRule, { kind: 'value' }>;
}

/** Lists all value rules with paths from the root; objects are opened. */
export function attributeLeaves(
  rules: readonly AttributeRule[],
  attribute: readonly string[] = [],
  source: readonly PathStep[] = [],
): readonly AttributeLeaf[] {
  return rules.flatMap((rule): readonly AttributeLeaf[] => {
    if (rule.kind === 'constant') return [];
    const attributePath = [...attribute, rule.name];
    const sourcePath = [...source, ...rule.source];
    if (rule.kind === 'object') return attributeLeaves(rule.members, attributePath, sourcePath);
    return [{ attribute: attributePath, source: sourcePath, rule }];
  });
}

/** Lists the same leaves and those of elements, which come after their list. */
export const openedLeaves = (rules: readonly AttributeRule[]): readonly AttributeLeaf[] =>
  attributeLeaves(rules).flatMap((leaf) => [
    leaf,
    ...openedLeaves(leaf.rule.each?.rules ?? []).map((inner) => ({
      ...inner,
      attribute: [...intoElements(steps(leaf.attribute)).map(stepText), ...inner.attribute],
      source: [...intoElements(leaf.source), ...inner.source],
    })),
  ]);

/** Returns the same path, going on inside each element. */
export const intoElements = (path: readonly PathStep[]): readonly PathStep[] =>
  path.map((step, index) => (index === path.length - 1 ? { ...step, each: true } : step));

/** Returns the codec at a v1 path among rules of one kind. Returns undefined if no value rule makes the path. */
export function codecAt(rules: readonly (AttributeRule | BodyRule)[], path: string): Codec | undefined {
  const [name = '', ...laterNames] = path.split('.');
  const rule = rules.find((candidate) => candidate.name === name.replace(/\[\]$/, ''));
  if (rule?.kind === 'object') return codecAt(rule.members, laterNames.join('.'));
  if (rule?.kind !== 'value') return undefined;
  if (laterNames.length === 0) return rule.codec;
  const { each = [] } = rule;
  return codecAt('rules' in each ? each.rules : each, laterNames.join('.'));
}

/**
 * Returns the value at a path. Returns undefined if a step is missing. A path through the elements of a list gives the
 * list of their values.
 */
export function valueAt(root: Json | undefined, path: readonly PathStep[]): Json | undefined {
  let value = root;
  for (const step of path) {
    const { name, alsoNamed, each, parts } = step;
    if (!isJsonObject(value)) return undefined;
    if (parts !== undefined) return joinedParts(parts.map((part) => [part.name, valueAt(value, [part])]));
    const member = value[name];
    value = alsoNamed === undefined ? member : (member ?? value[alsoNamed] ?? member);
    if (each !== true || typeof value !== 'object' || value === null) continue;
    const laterSteps = path.slice(path.indexOf(step) + 1);
    return Object.values(value).map((element: Json) => valueAt(element, laterSteps) ?? null);
  }
  return value;
}

/** Returns parts as an object; null or undefined if no part has a value. */
export function joinedParts(texts: readonly (readonly [name: string, value: Json | undefined])[]) {
  if (texts.some(([, value]) => value !== undefined && value !== null)) return Object.fromEntries(texts);
  return texts.some(([, value]) => value === undefined) ? undefined : null;
}

/** Copies `root` with a change to the object around the end of a path; makes missing objects on the way. */
function copyWithChange(
  root: Json | undefined,
  [step, ...laterSteps]: readonly PathStep[],
  change: (object: JsonObject, step: PathStep) => JsonObject,
): Json {
  const object = isJsonObject(root) ? root : {};
  if (step === undefined || laterSteps.length === 0) return change(object, step ?? { name: '' });
  const { each, ...ownStep } = step;
  const inner = valueAt(object, [ownStep]);
  const changeInside = (value: Json | undefined) => copyWithChange(value, laterSteps, change);
  if (each !== true) return withMember(object, ownStep, changeInside(inner));
  const elements = convertElements(inner, isJsonObject(inner), changeInside) ?? [changeInside(undefined)];
  return withMember(object, ownStep, elements);
}

/** Copies an object without the member of a step, under both of its names, or without its parts. */
function withoutMember(object: JsonObject, { name, alsoNamed, parts = [] }: PathStep): JsonObject {
  const others = Object.entries(object).filter(([other]) => other !== name && other !== alsoNamed);
  return parts.reduce(withoutMember, Object.fromEntries(others));
}

/** Copies an object with the member of a step, or its parts, replaced. */
function withMember(object: JsonObject, { name, alsoNamed, parts }: PathStep, value: Json): JsonObject {
  if (parts === undefined) {
    const others = alsoNamed === undefined ? object : withoutMember(object, { name: alsoNamed });
    return { ...others, [name]: value };
  }
  let changed = object;
  for (const [index, part] of parts.entries())
    changed = withMember(changed, part, Array.isArray(value) ? (value[index] ?? null) : value);
  return changed;
}

/** Copies `root` with the value at a path replaced; makes missing objects on the way. */
export const withValueAt = (root: Json | undefined, path: readonly PathStep[], value: Json): Json =>
  path.length === 0 ? value : copyWithChange(root, path, (object, step) => withMember(object, step, value));

/** Copies `root` without the value at a path. */
export function withoutValueAt(root: Json, path: readonly PathStep[]): Json {
  const around = valueAt(root, path.slice(0, -1));
  const isInside = isJsonObject(around) || (Array.isArray(around) && path.some(({ each }) => each === true));
  return isInside && path.length > 0 ? copyWithChange(root, path, withoutMember) : root;
}

function stepOf(name: string): PathStep {
  if (name.includes('+')) return { name, parts: name.split('+').map((part) => ({ name: part })) };
  return name.endsWith('[]') ? { name: name.slice(0, -2), each: true } : { name };
}

/** Turns plain names into steps. */
export const steps = (path: readonly string[]): readonly PathStep[] => path.map(stepOf);

/** Lists the paths of the parts of a path: `owner.first` and `owner.last` for `owner.first+last`. */
export function partPaths(path: string): readonly string[] {
  const [first = '', ...laterNames] = path.split('+');
  const base = first.slice(0, first.lastIndexOf('.') + 1);
  return [first, ...laterNames.map((name) => base + name)];
}

/** Turns a dotted path into steps; `[]` leads into elements, `+` to several members: `parts[].first+last`. */
export const stepsTo = (path: string): readonly PathStep[] => steps(pathNames(path));

const stepText = ({ name, each }: PathStep): string => (each === true ? `${name}[]` : name);

/** Renders a path as text that `stepsTo` reads. */
export const pathText = (path: readonly PathStep[]): string => path.map(stepText).join('.');
