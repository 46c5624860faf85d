import type { Json } from '../contract/json';
import type { ResolvedResource } from '../mapping/resolveFile';
import { explainAttributes, type Pair } from './explainAttributes';
import type { AttributeLine } from './explanation';
import { shown } from './shown';
import { stepsTo } from '../translation/stepsTo';
import { valueAt } from '../translation/valueAt';

function idLine({ envelope }: ResolvedResource, { v1, v2 }: Pair): AttributeLine {
  const value: Json | undefined = valueAt(v1, stepsTo('id'));
  const given = shown(valueAt(v2, stepsTo(envelope.id)), undefined);
  return {
    attribute: 'id',
    ...(value === undefined ? {} : { value }),
    class: 'converted',
    source: envelope.id,
    ...(given === undefined ? {} : { given }),
    codec: 'intString',
    standsIn: false,
    place: envelope.place,
  };
}

/** Says of a v1 envelope, `{id, type, attributes}`, where all of it comes from: the id first, then the attributes. */
export function explainEnvelope(resource: ResolvedResource, pair: Pair): readonly AttributeLine[] {
  const { ledger, rules, v1, v2 } = resource;
  const attributes = valueAt(pair.v1, stepsTo('attributes'));
  const making = { ledger: ledger.attributes, rules, v1, v2 };
  return [idLine(resource, pair), ...explainAttributes(making, { ...pair, v1: attributes })];
}
