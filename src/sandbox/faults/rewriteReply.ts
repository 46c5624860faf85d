import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Reply } from '../http/reply';
import type { Chance } from './createChance';
import { editThing } from './editThing';
import type { Rewriting } from './rewriting';
import { valueAt } from './valueAt';

/** An answer with every change made in each of the things that it shows; one that shows nothing stays. */
export function rewriteReply(reply: Reply, { edits, where }: Rewriting, chance: Chance): Reply {
  const isMeant = (thing: JsonObject): boolean =>
    Object.entries(where).every(([at, value]) => valueAt(thing, at.split('.')) === value);
  const rewritten = (thing: Json): Json =>
    isJsonObject(thing) && isMeant(thing)
      ? edits.reduce((changed, edit) => editThing(changed, edit, chance), thing)
      : thing;
  const body = JSON.parse(JSON.stringify(reply.body)) as Json;
  if (!isJsonObject(body) || body['data'] === undefined) return reply;
  const { data } = body;
  return {
    ...reply,
    body: { ...body, data: Array.isArray(data) ? data.map(rewritten) : rewritten(data) },
  };
}
