import { ExactNumber, isJsonObject, type Json } from '../contract/json';

/** JSON for people: a number that no double holds becomes its text. */
export function plainJson(value: Json): Json {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return value.map(plainJson);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, Json | undefined] => [
    name,
    member === undefined ? undefined : plainJson(member),
  ]);
  return Object.fromEntries(members);
}
