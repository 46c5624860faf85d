import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { MappingFile } from './mappingFile';
import { codecCall, parameterNames } from './ruleEntry';

/** Keys that are for people only, or only checked at the start. */
const KEYS_FOR_PEOPLE: ReadonlySet<string> = new Set([
  ...['reason', 'class', 'evidence', 'drops', 'mirrors', 'unmirrored', 'narrows'],
]);

/** Keys whose members are names of the two APIs, not words of the mapping language. */
const KEYS_OF_NAMES: ReadonlySet<string> = new Set([
  ...[
    'attributes',
    'fields',
    'pick',
    'each',
    'words',
    'operations',
    'calls',
    'indexes',
    'parameters',
    'path',
  ],
  ...['query', 'requiredWhen', 'shownWith', 'having', 'prefer', 'default'],
]);

/** Returns a member of a mapping file without what is for people only; each codec is in one form. */
function translatingMember(key: string, member: Json): readonly (readonly [string, Json])[] {
  if (KEYS_FOR_PEOPLE.has(key)) return [];
  if (key === 'adds') return [[key, member]];
  if (key !== 'codec') return [[key, translatingPart(member, KEYS_OF_NAMES.has(key))]];
  const { name, argument } = codecCall(member as string | JsonObject);
  return name === 'same' ? [] : [[key, [name, (argument ?? null) as Json]]];
}

function translatingPart(value: Json, isOfNames = false): Json {
  if (Array.isArray(value)) return value.map((element) => translatingPart(element));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member = null]) =>
      isOfNames ? [[key, translatingPart(member)] as const] : translatingMember(key, member),
    ),
  );
}

/**
 * Reduces a mapping file to the parts that take part in translation: no request can distinguish two files with the same
 * meaning. Comments, short forms, reasons, loss classes and evidence are for people.
 */
export function meaningOf(file: MappingFile): Json {
  const operations = Object.entries(file.operations).map(([name, entry]) => {
    // A v2 path parameter without a feed is fed by the v1 parameter of its name.
    const feeds = parameterNames(entry.v2).map((fed) => [fed, entry.path?.[fed] ?? { from: fed }] as const);
    return [name, { ...entry, path: Object.fromEntries(feeds) }] as const;
  });
  const plain: unknown = { ...file, operations: Object.fromEntries(operations) };
  return translatingPart(plain as Json);
}

/** Returns the meaning of each mapping file by its resource. */
export const translationsOf = (
  resources: readonly { readonly name: string; readonly file: MappingFile }[],
): ReadonlyMap<string, Json> => new Map(resources.map(({ name, file }) => [name, meaningOf(file)]));
