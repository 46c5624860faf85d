import { schemas } from '../../contract/contracts';
import type { JsonObject } from '../../contract/json';
import type { LedgerAttribute } from '../../mapping/ledger';
import type { ResolvedResource } from '../../mapping/resolveFile';
import { typeName } from '../words';
import { annotate } from './annotate';
import { contractSchema } from './contractSchema';
import { reference } from './reference';

/** The component that an answer of a resource refers to. */
export const answerName = ({ name }: ResolvedResource): string => `${typeName(name)}Answer`;

const attributesName = ({ name }: ResolvedResource): string => `${typeName(name)}Attributes`;

/** Where one v1 attribute comes from, in the ledger's words. */
function provenance({ attribute: _, class: lossClass, place, ...line }: LedgerAttribute): JsonObject {
  return { class: lossClass, ...line, rule: place };
}

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
  const notes = new Map(ledger.attributes.map((line) => [line.attribute, provenance(line)]));
  const attributes = contractSchema(schemas.v1, contract.v1, dates);
  return {
    [attributesName(resource)]: annotate(attributes, notes),
    [answerName(resource)]: envelopeSchema(resource),
  };
}
