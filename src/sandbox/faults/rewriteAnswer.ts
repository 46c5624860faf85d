import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Chance } from '../values/random';
import type { Rewriting } from './faultSchema';
import { editResource, valueAtPath } from './editResource';

/** Reads an outgoing answer whose body is JSON; undefined for any other. */
export interface JsonReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

const editAll = (resource: JsonObject, edits: Rewriting['edits'], chance: Chance): JsonObject =>
  edits.reduce((before, edit) => editResource(before, edit, chance), resource);

/** The query that is answered in place of the asked one. */
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

/** Applies every change to an answer: to each resource that it shows, to its `meta`, and to the whole body. */
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
  const isMeant = (resource: JsonObject): boolean =>
    Object.entries(where).every(([at, value]) => valueAtPath(resource, at) === value);
  const shown = (resource: Json): Json =>
    isJsonObject(resource) && isMeant(resource) ? editAll(resource, edits, chance) : resource;
  const { data, meta: page } = body;
  const changed = {
    ...body,
    ...(data === undefined ? {} : { data: Array.isArray(data) ? data.map(shown) : shown(data) }),
    ...(isJsonObject(page) ? { meta: editAll(page, meta, chance) } : {}),
  };
  return editAll(changed, whole, chance);
}
