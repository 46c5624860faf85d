import { dataOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { failure, type Result, success } from '../../contract/result';
import { compileAttributes, compileLackCheck } from './compileAttributes';
import { writeJson } from './exactJson';
import { Mismatch } from './madeValue';
import { type AttributeRule, type Envelope, stepsTo, valueAt } from './translationRule';

/** A v1 body as JSON text. */
export interface PrintedAnswer {
  readonly body: string;
  /** The member `data` of the body: one envelope. */
  readonly data: string;
  /** Id of the envelope. It is absent without one. */
  readonly id?: string;
}

/** Attributes that are null because the client did not ask for them, and the parameters of his path. */
type AskedParts = readonly [hidden: readonly string[], values: Readonly<Record<string, string>>];

/** Translates whole v2 answer bodies into whole v1 bodies; the failure is the path that does not fit. */
export interface AnswerTranslation {
  readonly read: (body: Json, ...asked: Partial<AskedParts>) => Result<JsonObject, Mismatch>;
  /** Prints the same answer as text for the client. */
  readonly print: (body: Json, ...asked: AskedParts) => Result<PrintedAnswer, Mismatch>;
  /** Path of the resource's id in v2's answer, and its reader. It is absent if the answer is not the resource. */
  readonly id?: { readonly path: string; readonly read: (data: Json | undefined) => string | undefined };
  /** Reports whether v2 left out a source whose absence the mapping does not explain; absent if that cannot happen. */
  readonly lacksSource?: (body: Json) => boolean;
}

/** Prints a v1 body; its data is printed once, because it is kept as a text of its own too. */
function printAnswer(body: JsonObject): PrintedAnswer {
  const { data = null, ...otherMembers } = body;
  const id = isJsonObject(data) ? data['id'] : undefined;
  const dataText = writeJson(data);
  const isAlone = Object.keys(otherMembers).length === 0;
  const text = { body: isAlone ? `{"data":${dataText}}` : writeJson(body), data: dataText };
  return typeof id === 'string' ? { ...text, id } : text;
}

/** Makes a translation that prints the value which it reads. */
export function translationFrom(
  read: (body: Json, ...asked: AskedParts) => Result<JsonObject, Mismatch>,
): AnswerTranslation {
  return {
    read: (body, hidden = [], values = {}) => read(body, hidden, values),
    print: (body, hidden, values) => {
      const envelope = read(body, hidden, values);
      return envelope.ok ? success(printAnswer(envelope.value)) : envelope;
    },
  };
}

/**
 * Compiles the translation of one v2 resource, `{data: {...}}`, into a v1 envelope, `{data: {id, type, attributes}}`
 * (spec 2.10, 2.11). A missing source that a rule needs is a mismatch, never a partial answer. Members that no rule
 * reads are not checked.
 */
export function translateAnswer(envelope: Envelope, rules: readonly AttributeRule[]): AnswerTranslation {
  const readAttributes = compileAttributes(rules, 'data');
  const idPath = stepsTo(envelope.id);
  const idMismatch = new Mismatch(`data.${envelope.id}`, envelope.codec.name, envelope.place);
  const noObject = new Mismatch('data', 'object', envelope.place);
  const { type } = envelope;
  const idOf = (data: Json | undefined): string | undefined => {
    const id = envelope.codec.read(valueAt(data, idPath) ?? null);
    return typeof id === 'string' ? id : undefined;
  };
  const isLacking = compileLackCheck(rules);
  return {
    id: { path: `data.${envelope.id}`, read: idOf },
    lacksSource: (body) => {
      const data = dataOf(body);
      return isJsonObject(data) && isLacking(data);
    },
    ...translationFrom((body, hidden) => {
      const data = dataOf(body);
      if (!isJsonObject(data)) return failure(noObject);
      const id = idOf(data);
      if (id === undefined) return failure(idMismatch);
      const attributes = readAttributes(data, hidden);
      return attributes instanceof Mismatch
        ? failure(attributes)
        : success({ data: { id, type, attributes } });
    }),
  };
}
