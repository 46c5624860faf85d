import { dataOf } from '../contract/dataOf';
import { isJsonObject, type Json } from '../contract/json';
import type { ResolvedResource } from '../mapping/resolveFile';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import { intString } from '../translation/codecs/intString';
import { explainAttributes } from './explainAttributes';
import { explainEnvelope } from './explainEnvelope';
import type { Explanation } from './explanation';

/** What became of one request that ended well. */
export interface Answered {
  /** The v1 answer. */
  readonly v1: Json;
  /** The bodies that v2 answered with and that the v1 answer may have been made of. */
  readonly v2: readonly Json[];
  /** Attributes that the client did not ask for. */
  readonly withheld: readonly string[];
  /** Which item of a list, from 1. */
  readonly item: number;
}

type Told = Pick<Explanation, 'attributes' | 'items'>;

const listed = (data: Json | undefined): readonly Json[] =>
  Array.isArray(data) ? data : data === undefined ? [] : [data];

/** The v2 object with the id of a v1 envelope; of several that were read, one was chosen. */
function madeFrom(envelope: Json | undefined, { v2 }: Answered, { envelope: { id } }: ResolvedResource) {
  if (!isJsonObject(envelope)) return undefined;
  const objects = v2.flatMap((body) => listed(dataOf(body)));
  return objects.findLast(
    (object) => isJsonObject(object) && intString.read(object[id] ?? null) === envelope['id'],
  );
}

/** Says of an answer where every field comes from: of the one resource, of one item of a list, or of an answer of its own. */
export function explainAnswer(
  resource: ResolvedResource,
  { ownAnswer }: ResolvedOperation,
  answered: Answered,
): Told {
  const { v1, v2, withheld, item } = answered;
  if (ownAnswer !== undefined) {
    return { attributes: explainAttributes(ownAnswer, { v1, v2: v2.at(-1), withheld }) };
  }
  const data = dataOf(v1);
  const envelopes = listed(data);
  const envelope = envelopes[item - 1];
  const items = Array.isArray(data) ? { items: { shown: item, of: envelopes.length } } : {};
  if (envelope === undefined) return { ...items, attributes: [] };
  const pair = { v1: envelope, v2: madeFrom(envelope, answered, resource), withheld };
  return { ...items, attributes: explainEnvelope(resource, pair) };
}
