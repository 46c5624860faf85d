import { schemas } from '../../contract/contracts';
import type { JsonObject } from '../../contract/json';
import type { ResolvedResource } from '../../mapping/resolveFile';
import { typeName } from '../words';
import { annotate } from './annotate';
import { contractSchema } from './contractSchema';
import { provenance } from './provenance';
import { reference } from './reference';

/** The component that an answer of a resource refers to. */
export const answerName = ({ name }: ResolvedResource): string => `${typeName(name)}Answer`;

const attributesName = ({ name }: ResolvedResource): string => `${typeName(name)}Attributes`;

function envelopeSchema(resource: ResolvedResource): JsonObject {
  const { type, id, place } = resource.envelope;
  const note = { class: 'converted', source: id, codec: 'intString', rule: place };
  const data = {
    type: 'object',
    required: ['id', 'type', 'attributes'],
    properties: {
      id: { type: 'string', pattern: '^-?\\d+$', 'x-lifeboat': note },
      type: { const: type },
      attributes: reference('schemas', attributesName(resource)),
    },
  };
  return { type: 'object', required: ['data'], properties: { data } };
}

/** The v1 shapes that a resource is answered in: its attributes, and the envelope around them (spec 2.10, 2.11). */
export function resourceSchemas(resource: ResolvedResource): JsonObject {
  const { contract, dates, ledger } = resource;
  const attributes = contractSchema(schemas.v1, contract.v1, dates);
  return {
    [attributesName(resource)]: annotate(attributes, provenance(ledger.attributes)),
    [answerName(resource)]: envelopeSchema(resource),
  };
}
