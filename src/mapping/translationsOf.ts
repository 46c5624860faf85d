import { isJsonObject, type Json } from '../contract/json';
import type { Document } from '../document/document';

/** Keys under which only people are told something. */
const SILENT: ReadonlySet<string> = new Set([
  ...['reason', 'class', 'evidence', 'drops', 'mirrors', 'unmirrored', 'narrows'],
]);

/** Keys whose members are names of the two APIs: none of them is one of the words above. */
const OF_NAMES: ReadonlySet<string> = new Set([
  ...['attributes', 'fields', 'pick', 'words', 'operations', 'indexes', 'parameters', 'path', 'query'],
  ...['requiredWhen', 'shownWith', 'having', 'prefer', 'default'],
]);

function translated(value: Json, isOfNames: boolean): Json {
  if (Array.isArray(value)) return value.map((one) => translated(one, false));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => isOfNames || !SILENT.has(key));
  return Object.fromEntries(
    members.flatMap(([key, member]) =>
      member === undefined ? [] : [[key, translated(member, !isOfNames && OF_NAMES.has(key))]],
    ),
  );
}

/**
 * Gives what each mapping file translates, by its resource: a comment, a line break or a reason changes nothing of it.
 */
export const translationsOf = (documents: readonly Document[]): ReadonlyMap<string, Json> =>
  new Map(
    documents.flatMap(({ value }) => {
      const said = value as Json;
      const resource = isJsonObject(said) ? said['resource'] : undefined;
      return typeof resource === 'string' ? [[resource, translated(said, false)]] : [];
    }),
  );
