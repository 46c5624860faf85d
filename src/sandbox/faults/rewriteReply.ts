import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Reply } from '../http/reply';
import type { Chance } from './createChance';
import { editThing } from './editThing';
import type { Rewriting } from './rewriting';
import { valueAt } from './valueAt';

/** An answer with every change made in each of the things that it shows and in what it says of its page. */
export function rewriteReply(reply: Reply, { edits, where, meta }: Rewriting, chance: Chance): Reply {
  const isMeant = (thing: JsonObject): boolean =>
    Object.entries(where).every(([at, value]) => valueAt(thing, at.split('.')) === value);
  const changed = (thing: JsonObject, by: Rewriting['edits']): JsonObject =>
    by.reduce((before, edit) => editThing(before, edit, chance), thing);
  const shown = (thing: Json): Json =>
    isJsonObject(thing) && isMeant(thing) ? changed(thing, edits) : thing;
  const body = JSON.parse(JSON.stringify(reply.body)) as Json;
  if (!isJsonObject(body) || body['data'] === undefined) return reply;
  const { data, meta: page } = body;
  return {
    ...reply,
    body: {
      ...body,
      data: Array.isArray(data) ? data.map(shown) : shown(data),
      ...(isJsonObject(page) ? { meta: changed(page, meta) } : {}),
    },
  };
}
