import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Chance } from './createChance';
import { editThing, valueAt } from './editThing';
import type { Rewriting } from './fault';

/** An answer whose body is JSON as it goes out; undefined for none. */
export interface JsonReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

const editAll = (thing: JsonObject, edits: Rewriting['edits'], chance: Chance): JsonObject =>
  edits.reduce((before, edit) => editThing(before, edit, chance), thing);

/** The query that is answered in place of the one that was asked. */
export function rewriteQuery(query: URLSearchParams, { query: edits }: Rewriting, chance: Chance) {
  const answered = editAll(Object.fromEntries(query), edits, chance);
  return new URLSearchParams(
    Object.entries(answered).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number'
        ? [[name, String(value)] as [string, string]]
        : [],
    ),
  );
}

/** An answer with every change made in each of the things that it shows, in what it says of its page and in all of it. */
export function rewriteReply(reply: JsonReply, rewriting: Rewriting, chance: Chance): JsonReply {
  const isSuccess = reply.status < 300;
  const { body } = reply;
  return {
    ...reply,
    status: isSuccess ? (rewriting.status ?? reply.status) : reply.status,
    body:
      isSuccess && rewriting.empty
        ? undefined
        : isJsonObject(body)
          ? rewritten(body, rewriting, chance)
          : body,
  };
}

function rewritten(
  body: JsonObject,
  { edits, where, meta, body: whole }: Rewriting,
  chance: Chance,
): JsonObject {
  const isMeant = (thing: JsonObject): boolean =>
    Object.entries(where).every(([at, value]) => valueAt(thing, at) === value);
  const shown = (thing: Json): Json =>
    isJsonObject(thing) && isMeant(thing) ? editAll(thing, edits, chance) : thing;
  const { data, meta: page } = body;
  const changed = {
    ...body,
    ...(data === undefined ? {} : { data: Array.isArray(data) ? data.map(shown) : shown(data) }),
    ...(isJsonObject(page) ? { meta: editAll(page, meta, chance) } : {}),
  };
  return editAll(changed, whole, chance);
}
