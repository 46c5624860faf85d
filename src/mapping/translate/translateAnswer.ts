import { dataOf, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { compileAttributes, compileLacks, Mismatch, Printing } from './compileAttributes';
import { failure, type Result, success } from '../../contract/result';
import { type Characters, isAsciiText, writeJson } from './exactJson';
import { intString } from '../codecs/numberCodecs';
import type { AttributeRule } from './translationRule';
import { stepsTo, valueAt } from './valueAt';

/** A v1 body as JSON text. */
export interface Printed {
  readonly body: string;
  /** Its member `data`: one envelope. */
  readonly data: string;
  /** The id of the envelope; absent where there is none. */
  readonly id?: string;
  /** True if the body is known to be ASCII, with as many bytes as characters. */
  readonly isAscii?: boolean;
}

/** Translates whole v2 answer bodies into whole v1 bodies; the failure is the place that does not fit. */
export interface AnswerTranslation {
  readonly read: (body: Json) => Result<JsonObject, Mismatch>;
  /** The same as text, for the client; the attributes named `hidden` are null. `characters` are the body's: any by default. */
  readonly print: (
    body: Json,
    hidden: readonly string[],
    characters?: Characters,
  ) => Result<Printed, Mismatch>;
  /** Reports whether v2 left out a source whose absence the mapping does not explain; absent if that cannot happen. */
  readonly lacks?: (body: Json) => boolean;
}

function printed(body: JsonObject): Printed {
  const { data } = body;
  const id = isJsonObject(data) ? data['id'] : undefined;
  const text = { body: writeJson(body), data: writeJson(data ?? null) };
  return typeof id === 'string' ? { ...text, id } : text;
}

/** Prints the value that is read; used if no attribute can be hidden and nothing faster is compiled. */
export function translationFrom(read: AnswerTranslation['read']): AnswerTranslation {
  return {
    read,
    print: (body) => {
      const made = read(body);
      return made.ok ? success(printed(made.value)) : made;
    },
  };
}

/** The constant type of a v1 envelope and the v2 path that its id is made of. */
export interface Envelope {
  readonly type: string;
  readonly id: string;
  readonly place: string;
}

/**
 * Compiles the translation of one v2 resource, `{data: {...}}`, into a v1 envelope,
 * `{data: {id, type, attributes}}` (spec 2.10, 2.11). A missing source that a rule needs is a mismatch, never a partial
 * answer; members that no rule reads are not checked.
 */
export function translateAnswer(envelope: Envelope, rules: readonly AttributeRule[]): AnswerTranslation {
  const attributes = compileAttributes(rules, 'data');
  const idPath = stepsTo(envelope.id);
  const idMismatch = new Mismatch(`data.${envelope.id}`, intString.name, envelope.place);
  const noObject = new Mismatch('data', 'object', envelope.place);
  const typeText = writeJson(envelope.type);
  const isTypeAscii = isAsciiText(typeText);

  const { type } = envelope;
  const idOf = (data: JsonObject): string | Mismatch => {
    const id = intString.read(valueAt(data, idPath) ?? null);
    return typeof id === 'string' ? id : idMismatch;
  };
  const lacks = compileLacks(rules);
  return {
    lacks: (body) => {
      const data = dataOf(body);
      return isJsonObject(data) && lacks(data);
    },
    read: (body) => {
      const data = dataOf(body);
      if (!isJsonObject(data)) return failure(noObject);
      const id = idOf(data);
      if (id instanceof Mismatch) return failure(id);
      const made = attributes.read(data);
      return made instanceof Mismatch ? failure(made) : success({ data: { id, type, attributes: made } });
    },
    print: (body, hidden, characters = 'any') => {
      const source = dataOf(body);
      if (!isJsonObject(source)) return failure(noObject);
      const id = idOf(source);
      if (id instanceof Mismatch) return failure(id);
      const printing = new Printing(characters);
      const made = attributes.print(source, printing, hidden);
      if (made instanceof Mismatch) return failure(made);
      const data = `{"id":"${id}","type":${typeText},"attributes":${made}}`;
      return success({ body: `{"data":${data}}`, data, id, isAscii: isTypeAscii && printing.isAscii });
    },
  };
}
