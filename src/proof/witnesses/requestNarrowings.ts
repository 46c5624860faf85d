import type { z } from 'zod';
import type { Field } from '../../contract/field';
import { definedMembers } from '../../contract/result';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { fieldAt } from '../../mapping/compile/sourcePath';
import { type BodyRule, codecAt, stepsTo, valueAt } from '../../mapping/translate/translationRule';
import { branchesOf, type BranchWishes, createCounter, withBranchAt } from './branches';
import { type Branch, type LimitValue, limitValues } from './fieldValues';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { misfit } from '../../mapping/codecs/codec';

type Body = NonNullable<ResolvedOperation['body']>;

/** Returns the body, with members that v1 refuses replaced by members of an ordinary body; none if that fails too. */
function acceptedBodies(body: JsonObject, ordinary: JsonObject, { translate }: Body): readonly JsonObject[] {
  const translated = translate(body);
  if (translated.ok) return [body];
  const refused = Object.keys(translated.failure.errors).map((path) => path.split('.')[0] ?? path);
  const usual = Object.entries(ordinary).filter(([name]) => refused.includes(name));
  const repaired = { ...body, ...Object.fromEntries(usual) };
  return [repaired].filter((candidate) => translate(candidate).ok);
}

/** Makes v1 bodies that v1 accepts and that together show every branch; none for an operation without a body. */
export function requestWitnesses({ body }: ResolvedOperation): readonly JsonObject[] {
  if (body === undefined) return [];
  const wishes: BranchWishes = {
    side: 'request',
    nextNumber: createCounter(101),
    extra: (path, number) => {
      const codec = codecAt(body.rules, path);
      const whole = codec?.whole ?? codec;
      const values = whole?.witnesses?.(number).map((witness) => whole.read(witness)) ?? [];
      return values.filter((value) => value !== undefined && value !== misfit);
    },
    inside: () => [],
  };
  const bodies = branchesOf(body.v1, '', wishes).filter((value) => isJsonObject(value));
  const [ordinary = {}] = bodies;
  const unconditioned = Object.entries(body.requiredWhen).map(([member, condition]) => ({
    ...ordinary,
    [condition]: false,
    [member]: null,
  }));
  return [...bodies, ...unconditioned].flatMap((candidate) => acceptedBodies(candidate, ordinary, body));
}

interface BodyLeaf {
  /** v1 path of a member and the v2 path that it feeds; `[]` leads into elements. */
  readonly member: string;
  readonly target: string;
  readonly rule: BodyRule;
  readonly v1: Field;
  readonly v2: Field;
}

/** Lists all rules of a request body, rules of objects and lists before the rules inside them. */
function bodyLeaves(body: Body, rules = body.rules, around = '', element = ''): readonly BodyLeaf[] {
  return rules.flatMap((rule): readonly BodyLeaf[] => {
    const member = around + rule.name;
    if (rule.kind === 'object' && rule.target.length === 0)
      return bodyLeaves(body, rule.members, `${member}.`, element);
    const target = element + rule.target.join('.');
    const v1 = fieldAt(body.v1, member);
    const v2 = body.v2 && fieldAt(body.v2, target);
    if (v1 === undefined || v2 === undefined) return [];
    const leaf = { member, target, rule, v1, v2 };
    if (rule.kind === 'object') return [leaf, ...bodyLeaves(body, rule.members, `${member}.`, element)];
    return [leaf, ...bodyLeaves(body, rule.each ?? [], `${member}[].`, `${target}[].`)];
  });
}

/** A request that v1 accepts and v2 would refuse. */
export interface Narrowing {
  readonly operation: string;
  /** v1 path of the member at fault, and the v2 path that it feeds. */
  readonly member: string;
  readonly target: string;
  /** Relation of the value to v2's limit, e.g. `longer than 2048 characters`. */
  readonly is: string;
  /** The value of the member. It is absent when v2 refuses its absence. */
  readonly value?: Json;
  /** The whole v1 body. */
  readonly request: JsonObject;
  /** Mapping line of the member's rule. */
  readonly place: string;
}

/** Lists v2's objections to a v1 body, each as unique text. Returns undefined when v1 refuses the body first. */
type Judge = (body: JsonObject) => readonly string[] | undefined;

/** Lists values to try at the limits of both sides; values of v2 in the form of a v1 client. */
function candidates({ v1, v2, rule }: BodyLeaf): readonly LimitValue[] {
  const writtenValues = limitValues(v2).flatMap(({ value, is }): LimitValue[] => {
    if (rule.kind === 'object' || value === null || value === undefined) return [{ value, is }];
    const read = rule.codec.read(value);
    return read === misfit || read === undefined ? [] : [{ value: read, is }];
  });
  const all = [...writtenValues, ...limitValues(v1)];
  // Null first: v1 takes an empty text as null, and the objection of v2 to it is reported once.
  return [...all.filter(({ value }) => value === null), ...all.filter(({ value }) => value !== null)];
}

/** Makes a list that is longer than v2 takes, of an element of this body. There are none where v2 has no such limit. */
function longerLists({ member, v2 }: BodyLeaf, body: JsonObject): readonly LimitValue[] {
  const list = valueAt(body, stepsTo(member));
  const [element] = Array.isArray(list) ? list : [];
  if (v2.kind !== 'list' || v2.maximumItems === undefined || element === undefined) return [];
  const value = Array.from({ length: v2.maximumItems + 1 }, () => element);
  return [{ value, is: `a list of more than ${v2.maximumItems}` }];
}

function withValue(body: JsonObject, { member }: BodyLeaf, value: Branch): JsonObject {
  const changed = withBranchAt(body, stepsTo(member), value);
  return isJsonObject(changed) ? changed : body;
}

/** Makes a v1 body that v2 accepts too, or with as few objections as possible, by trying other values of members. */
function acceptable(start: JsonObject, leaves: readonly BodyLeaf[], judge: Judge): JsonObject {
  const objections = (body: JsonObject) => judge(body)?.length ?? Infinity;
  return leaves.reduce(
    (body, leaf) =>
      candidates(leaf)
        .map(({ value }) => withValue(body, leaf, value))
        .reduce((best, candidate) => (objections(candidate) < objections(best) ? candidate : best), body),
    start,
  );
}

/**
 * Finds the limits of v2 that v1 does not have (lengths, ranges, decimals, enumerations, null, absence): for each a
 * request that v1 accepts and v2's `schema` refuses. Each differs in one member from a request that both accept.
 */
export function narrowingsOf(resolved: ResolvedOperation, schema: z.ZodType): readonly Narrowing[] {
  const { operation, body } = resolved;
  const [start] = requestWitnesses(resolved);
  if (body === undefined || start === undefined) return [];
  const judge: Judge = (candidate) => {
    const sent = operation.body?.(candidate);
    if (sent?.ok !== true) return undefined;
    return schema.safeParse(sent.value.json).error?.issues.map((issue) => JSON.stringify(issue)) ?? [];
  };
  const leaves = bodyLeaves(body);
  const base = acceptable(start, leaves, judge);
  const knownObjections = new Set(judge(base));
  return leaves.flatMap((leaf) =>
    [...candidates(leaf), ...longerLists(leaf, start)].flatMap(({ value, is }): Narrowing[] => {
      const request = withValue(base, leaf, value);
      const objections = judge(request)?.filter((objection) => !knownObjections.has(objection)) ?? [];
      if (objections.length === 0) return [];
      for (const objection of objections) knownObjections.add(objection);
      const { member, target, rule } = leaf;
      const memberValue = definedMembers({ value: valueAt(request, stepsTo(member)) });
      return [{ operation: operation.name, member, target, is, ...memberValue, request, place: rule.place }];
    }),
  );
}
