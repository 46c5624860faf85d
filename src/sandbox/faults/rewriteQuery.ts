import type { JsonObject } from '../../contract/json';
import type { Chance } from './createChance';
import { editThing } from './editThing';
import type { Rewriting } from './rewriting';

/** The query that is answered in place of the one that was asked. */
export function rewriteQuery(
  query: URLSearchParams,
  { query: edits }: Rewriting,
  chance: Chance,
): URLSearchParams {
  const asked: JsonObject = Object.fromEntries(query);
  const answered = edits.reduce((changed, edit) => editThing(changed, edit, chance), asked);
  return new URLSearchParams(
    Object.entries(answered).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number'
        ? [[name, String(value)] as [string, string]]
        : [],
    ),
  );
}
