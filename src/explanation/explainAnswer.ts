import type { Json, JsonObject } from '../contract/json';
import { codecAt } from '../mapping/codecAt';
import type { LedgerAttribute, LossClass } from '../mapping/ledger';
import type { ResolvedResource } from '../mapping/resolveFile';
import { sourcePath } from '../mapping/sourcePath';
import type { AttributeLine } from './explanation';
import { shown } from './shown';
import { stepsTo } from './stepsTo';
import { valueAt } from './valueAt';

/** One v2 answer and the v1 answer made of it, both whole: `{data: ...}`. */
interface Pair {
  readonly v2: Json;
  readonly v1: JsonObject;
}

const data = { name: 'data' };
const attributes = [data, { name: 'attributes' }];

/** What stood at the source of an attribute, and the contract of it. */
function sourceOf({ source }: LedgerAttribute, { v2 }: ResolvedResource, body: Json) {
  const found = source === undefined ? undefined : sourcePath(v2, source);
  if (found === undefined || 'candidates' in found) return { raw: undefined, field: undefined };
  return { raw: valueAt(body, [data, ...found.steps]), field: found.field };
}

/** How one answer came to a value: a rule's default does not speak where v2 had a value. */
function madeOf(line: LedgerAttribute, { rules }: ResolvedResource, raw: Json | undefined) {
  const codec = codecAt(rules, line.attribute);
  const isMissing = raw === undefined || raw === null || codec?.read(raw) === undefined;
  const isRead = line.class === 'synthesized' && codec !== undefined && !isMissing;
  const lossClass: LossClass = isRead ? (codec.exact ? 'exact' : 'converted') : line.class;
  return { class: lossClass, standsIn: line.default !== undefined && isMissing };
}

function lineOf(line: LedgerAttribute, resource: ResolvedResource, { v1, v2 }: Pair): AttributeLine {
  const { attribute } = line;
  const made = sourcePath(resource.v1, attribute);
  const field = 'candidates' in made ? undefined : made.field;
  const value = shown(valueAt(v1, [...attributes, ...stepsTo(attribute)]), field);
  const source = sourceOf(line, resource, v2);
  // A secret of v1 may come out of a place of v2 that has no contract.
  const given = shown(source.raw, field?.secret === true ? field : source.field);
  return {
    ...line,
    ...madeOf(line, resource, source.raw),
    ...(value === undefined ? {} : { value }),
    ...(given === undefined ? {} : { given }),
  };
}

function idLine({ envelope }: ResolvedResource, { v1, v2 }: Pair): AttributeLine {
  const value = valueAt(v1, [data, { name: 'id' }]);
  const raw = valueAt(v2, [data, ...stepsTo(envelope.id)]);
  return {
    attribute: 'id',
    ...(value === undefined ? {} : { value }),
    class: 'converted',
    source: envelope.id,
    ...(raw === undefined ? {} : { given: raw }),
    codec: 'intString',
    standsIn: false,
    place: envelope.place,
  };
}

/** Says of every attribute of a v1 answer where it comes from: the envelope's id first, then the ledger's order. */
export const explainAnswer = (resource: ResolvedResource, pair: Pair): readonly AttributeLine[] => [
  idLine(resource, pair),
  ...resource.ledger.attributes.map((line) => lineOf(line, resource, pair)),
];
