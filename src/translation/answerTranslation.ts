import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import type { Mismatch } from './mismatch';
import { type Result, success } from './result';
import { writeJson } from './writeJson';

/** A v1 body as JSON text. */
export interface Printed {
  readonly body: string;
  /** Its member `data`: one envelope. */
  readonly data: string;
  /** The id of the envelope; absent where there is none. */
  readonly id?: string;
}

/** A whole v2 answer body made into a whole v1 body, or where it does not fit. */
export interface AnswerTranslation {
  readonly read: (body: Json) => Result<JsonObject, Mismatch>;
  /** The same as text, for the client; the attributes named `hidden` are null. */
  readonly print: (body: Json, hidden: readonly string[]) => Result<Printed, Mismatch>;
  /** True where v2 leaves out what a rule reads, and the mapping does not say what that means; absent: never. */
  readonly lacks?: (body: Json) => boolean;
}

function printed(body: JsonObject): Printed {
  const { data } = body;
  const id = isJsonObject(data) ? data['id'] : undefined;
  const text = { body: writeJson(body), data: writeJson(data ?? null) };
  return typeof id === 'string' ? { ...text, id } : text;
}

/** Prints what is read, where nothing can be hidden and nothing faster is compiled. */
export function printingWhatIsRead(read: AnswerTranslation['read']): AnswerTranslation {
  return {
    read,
    print: (body) => {
      const made = read(body);
      return made.ok ? success(printed(made.value)) : made;
    },
  };
}
