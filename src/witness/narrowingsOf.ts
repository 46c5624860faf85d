import type { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import { misfit } from '../translation/codec';
import { steps } from '../translation/steps';
import { valueAt } from '../translation/valueAt';
import type { Branch } from './branch';
import { type BodyLeaf, bodyLeaves } from './bodyLeaves';
import { limitValues, type LimitValue } from './limitValues';
import { requestWitnesses } from './requestWitnesses';
import { withBranchAt } from './withBranchAt';

/** A request that v1 takes and v2 would refuse. */
export interface Narrowing {
  readonly operation: string;
  /** v1 path of the member at fault, and the v2 path that it feeds. */
  readonly member: string;
  readonly target: string;
  /** How the value stands to v2's limit, e.g. `longer than 2048 characters`. */
  readonly is: string;
  /** The value of the member; absent where it is its absence that v2 refuses. */
  readonly value?: Json;
  /** The whole v1 body. */
  readonly request: JsonObject;
  /** Mapping line of the member's rule. */
  readonly place: string;
}

/** What v2 has against a v1 body, as marks that tell one objection from another; undefined when v1 refuses it first. */
type Judge = (body: JsonObject) => readonly string[] | undefined;

function judgeOf({ operation }: ResolvedOperation, schema: z.ZodType): Judge {
  return (body) => {
    const sent = operation.body?.(body);
    if (sent?.ok !== true) return undefined;
    const { error } = schema.safeParse(sent.value.json);
    return (error?.issues ?? []).map((issue) => JSON.stringify(issue));
  };
}

/** Values to try: at the limits of both sides, those of v2 as a v1 client would write them. */
function candidates({ v1, v2, rule }: BodyLeaf): readonly LimitValue[] {
  const written = limitValues(v2).flatMap(({ value, is }): LimitValue[] => {
    if (rule.kind === 'object' || value === null || value === undefined) return [{ value, is }];
    const read = rule.codec.read(value);
    return read === misfit || read === undefined ? [] : [{ value: read, is }];
  });
  const all = [...written, ...limitValues(v1)];
  // Null first: v1 takes an empty text for it, and what v2 has against it is told once.
  return [...all.filter(({ value }) => value === null), ...all.filter(({ value }) => value !== null)];
}

const withValue = (body: JsonObject, { member }: BodyLeaf, value: Branch): JsonObject => {
  const changed = withBranchAt(body, member, value);
  return isJsonObject(changed) ? changed : body;
};

/** A v1 body that v2 takes too, or has as little against as can be: where one member is at fault, another value. */
function acceptable(start: JsonObject, leaves: readonly BodyLeaf[], judge: Judge): JsonObject {
  const objections = (body: JsonObject) => judge(body)?.length ?? Infinity;
  return leaves.reduce(
    (body, leaf) =>
      candidates(leaf)
        .map(({ value }) => withValue(body, leaf, value))
        .reduce((best, other) => (objections(other) < objections(best) ? other : best), body),
    start,
  );
}

/**
 * v1's limits pushed through the body rules against v2's (lengths, ranges, decimals, enumerations, null, absence):
 * for each limit of v2 that v1 does not have, a request that v1 takes and v2's `schema` refuses. Each differs in one
 * member from a request that both take.
 */
export function narrowingsOf(resolved: ResolvedOperation, schema: z.ZodType): readonly Narrowing[] {
  const { operation, body } = resolved;
  const [start] = requestWitnesses(resolved);
  if (body === undefined || start === undefined) return [];
  const judge = judgeOf(resolved, schema);
  const leaves = bodyLeaves(body);
  const base = acceptable(start, leaves, judge);
  const known = new Set(judge(base));
  return leaves.flatMap((leaf) =>
    candidates(leaf).flatMap(({ value, is }): Narrowing[] => {
      const request = withValue(base, leaf, value);
      const objections = judge(request)?.filter((objection) => !known.has(objection)) ?? [];
      if (objections.length === 0) return [];
      for (const objection of objections) known.add(objection);
      const member = leaf.member.join('.');
      const shown = valueAt(request, steps(leaf.member));
      return [
        {
          ...{ operation: operation.name, member, target: leaf.rule.target.join('.'), is },
          ...(shown === undefined ? {} : { value: shown }),
          ...{ request, place: leaf.rule.place },
        },
      ];
    }),
  );
}
