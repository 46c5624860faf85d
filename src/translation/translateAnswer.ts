import { dataOf } from '../contract/dataOf';
import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import { intString } from './codecs/intString';
import type { AnswerTranslation, Printed } from './answerTranslation';
import { compileAttributes, compileLacks } from './compileAttributes';
import { Mismatch } from './mismatch';
import { failure, type Result, success } from './result';
import type { AttributeRule } from './rule';
import { stepsTo } from './stepsTo';
import { valueAt } from './valueAt';
import { writeJson } from './writeJson';

/** The constant type of a v1 envelope and the v2 path that its id is made of. */
export interface Envelope {
  readonly type: string;
  readonly id: string;
  readonly place: string;
}

/**
 * Compiles the translation of one v2 resource, `{data: {...}}`, into a v1 envelope,
 * `{data: {id, type, attributes}}` (spec 2.10, 2.11). Without what a rule needs there is a mismatch, never a partial
 * answer; what no rule reads is not looked at.
 */
export function translateAnswer(envelope: Envelope, rules: readonly AttributeRule[]): AnswerTranslation {
  const attributes = compileAttributes(rules, 'data');
  const idPath = stepsTo(envelope.id);
  const idMismatch = new Mismatch(`data.${envelope.id}`, intString.name, envelope.place);
  const noObject = new Mismatch('data', 'object', envelope.place);
  const typeText = writeJson(envelope.type);

  const translate = <Made, Whole>(
    body: Json,
    make: (data: JsonObject) => Made | Mismatch,
    wrap: (id: string, made: Made) => Whole,
  ): Result<Whole, Mismatch> => {
    const data = dataOf(body);
    if (!isJsonObject(data)) return failure(noObject);
    const id = intString.read(valueAt(data, idPath) ?? null);
    if (typeof id !== 'string') return failure(idMismatch);
    const made = make(data);
    return made instanceof Mismatch ? failure(made) : success(wrap(id, made));
  };
  const { type } = envelope;
  const wrapObject = (id: string, made: JsonObject): JsonObject => ({ data: { id, type, attributes: made } });
  const wrapText = (id: string, made: string): Printed => {
    const data = `{"id":${writeJson(id)},"type":${typeText},"attributes":${made}}`;
    return { body: `{"data":${data}}`, data, id };
  };
  const lacks = compileLacks(rules);
  return {
    lacks: (body) => {
      const data = dataOf(body);
      return isJsonObject(data) && lacks(data);
    },
    read: (body) => translate(body, attributes.read, wrapObject),
    print: (body, hidden) => translate(body, (data) => attributes.print(data, hidden), wrapText),
  };
}
