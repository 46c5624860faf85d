import type { Field } from '../../contract/field';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Codec } from '../codecs/codec';

/** The reason for an attribute that is not simply read from v2 but made from a hint (`guessed`) or from nothing. */
export interface Loss {
  readonly class: 'guessed' | 'synthesized';
  readonly reason: string;
}

/** One member name on the way to a value; the live service may use a second name. */
export interface PathStep {
  readonly name: string;
  readonly alsoNamed?: string;
}

/**
 * The outcome of a source without a readable value: the answer is refused, null or absence is passed on, or the
 * mapping's default takes its place. If the mapping says nothing, the attribute is null (`blank`), never an empty object
 * or list: a client that writes back what it read would empty the resource.
 */
export type Missing =
  | { readonly kind: 'refuse' }
  | { readonly kind: 'pass' }
  | { readonly kind: 'default'; readonly value: Json }
  | { readonly kind: 'blank' };

/** Policy of a rule for a source that is null, absent, or of an unreadable type. */
export interface Policy {
  readonly onNull: Missing;
  readonly onAbsent: Missing;
  readonly onMisfit: Missing;
}

interface Placed {
  /** v1 name of the member that this rule makes or reads. */
  readonly name: string;
  /** Mapping line, e.g. `currency-offer.yaml:12`. */
  readonly place: string;
}

/** The rule that makes one v1 attribute from a v2 object. */
export type AttributeRule =
  | (Placed &
      Policy & {
        readonly kind: 'value';
        readonly source: readonly PathStep[];
        /** The v2 contract of the source; absent inside a free-form object, which has none. */
        readonly field?: Field;
        readonly codec: Codec;
        readonly loss?: Loss;
      })
  | (Placed &
      Policy & {
        readonly kind: 'object';
        readonly source: readonly PathStep[];
        readonly members: readonly AttributeRule[];
      })
  | (Placed & { readonly kind: 'constant'; readonly value: Json; readonly loss: Loss });

/** Members of a v2 request that are written alike. */
interface Written extends Placed {
  readonly target: readonly string[];
  /** A null is sent on, unless it counts as not sent. */
  readonly onNull?: 'omit';
}

/**
 * The rule that puts one member of a v1 request body into a v2 body. It never invents a member, except for a
 * `standIn` in a request that creates something.
 */
export type BodyRule =
  | (Written & { readonly kind: 'value'; readonly codec: Codec; readonly standIn?: Json })
  | (Written & { readonly kind: 'object'; readonly members: readonly BodyRule[] });

/** The constant type of a v1 envelope and the v2 path that its id is made of. */
export interface Envelope {
  readonly type: string;
  readonly id: string;
  readonly place: string;
}

/** One attribute that is read from v2: its v1 path, its whole v2 path, and its rule. */
export interface AttributeLeaf {
  readonly attribute: readonly string[];
  readonly source: readonly PathStep[];
  readonly rule: Extract<AttributeRule, { kind: 'value' }>;
}

/** All value rules, objects opened up, with paths from the root. */
export function attributeLeaves(
  rules: readonly AttributeRule[],
  attribute: readonly string[] = [],
  source: readonly PathStep[] = [],
): readonly AttributeLeaf[] {
  return rules.flatMap((rule): readonly AttributeLeaf[] => {
    if (rule.kind === 'constant') return [];
    const path = [...attribute, rule.name];
    const from = [...source, ...rule.source];
    return rule.kind === 'value'
      ? [{ attribute: path, source: from, rule }]
      : attributeLeaves(rule.members, path, from);
  });
}

/** The codec at a v1 path among rules of one kind; undefined when no value rule makes it. */
export function codecAt(rules: readonly (AttributeRule | BodyRule)[], path: string): Codec | undefined {
  const [name, ...rest] = path.split('.');
  const rule = rules.find((candidate) => candidate.name === name);
  if (rule?.kind === 'object') return codecAt(rule.members, rest.join('.'));
  return rule?.kind === 'value' && rest.length === 0 ? rule.codec : undefined;
}

/** The value at a path; undefined when some step is missing. */
export function valueAt(root: Json | undefined, path: readonly PathStep[]): Json | undefined {
  let value = root;
  for (const { name, alsoNamed } of path) {
    if (!isJsonObject(value)) return undefined;
    const own = value[name];
    value = alsoNamed === undefined ? own : (own ?? value[alsoNamed] ?? own);
  }
  return value;
}

/** A copy of `root` with the value at a path replaced; objects on the way are made where they are missing. */
export function withValueAt(root: Json | undefined, [step, ...rest]: readonly PathStep[], value: Json): Json {
  if (step === undefined) return value;
  const object: JsonObject = isJsonObject(root) ? { ...root } : {};
  const inner = valueAt(object, [step]);
  const others = Object.entries(object).filter(([name]) => name !== step.alsoNamed);
  return { ...Object.fromEntries(others), [step.name]: withValueAt(inner, rest, value) };
}

/** A copy of `root` without what stands at a path. */
export function withoutValueAt(root: Json, path: readonly PathStep[]): Json {
  const last = path.at(-1);
  const around = path.slice(0, -1);
  const object = valueAt(root, around);
  if (last === undefined || !isJsonObject(object)) return root;
  const others = Object.entries(object).filter(([name]) => name !== last.name && name !== last.alsoNamed);
  return withValueAt(root, around, Object.fromEntries(others));
}

/** Plain names as steps. */
export const steps = (path: readonly string[]): readonly PathStep[] => path.map((name) => ({ name }));

/** A dotted path as steps. */
export const stepsTo = (path: string): readonly PathStep[] => steps(path.split('.'));
