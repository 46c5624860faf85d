import type { Field } from '../contract/field';
import { compileGuard } from '../contract/guard';
import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import { misfit } from './codec';
import { intString } from './codecs/intString';
import { compileAttributes } from './compileAttributes';
import { Mismatch } from './mismatch';
import { failure, type Result, success } from './result';
import type { AttributeRule } from './rule';
import { steps } from './steps';
import { valueAt } from './valueAt';

/** The constant type of a v1 envelope and the v2 path that its id is made of. */
export interface Envelope {
  readonly type: string;
  readonly id: string;
  readonly place: string;
}

/**
 * Compiles the translation of one v2 resource, `{data: {...}}`, into a v1 envelope,
 * `{data: {id, type, attributes}}` (spec 2.10, 2.11). The whole v2 object is held against its contract first: what
 * does not fit is a mismatch, never a partial answer.
 */
export function translateAnswer(
  contract: Field,
  envelope: Envelope,
  rules: readonly AttributeRule[],
): (body: Json) => Result<JsonObject, Mismatch> {
  const guard = compileGuard(contract);
  const attributesOf = compileAttributes(rules, 'data');
  const idPath = steps(envelope.id.split('.'));
  const idMismatch = new Mismatch(`data.${envelope.id}`, intString.name, envelope.place);
  return (body) => {
    const data = isJsonObject(body) ? body['data'] : undefined;
    const wrong = guard(data);
    if (wrong !== undefined || !isJsonObject(data)) {
      return failure(
        new Mismatch(wrong === undefined || wrong === '' ? 'data' : `data.${wrong}`, 'contract'),
      );
    }
    const id = intString.read(valueAt(data, idPath) ?? null);
    if (id === misfit || id === undefined) return failure(idMismatch);
    const attributes = attributesOf(data);
    if (attributes instanceof Mismatch) return failure(attributes);
    return success({ data: { id, type: envelope.type, attributes } });
  };
}
