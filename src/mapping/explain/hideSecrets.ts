import { convertElements, ExactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Field } from '../../contract/field';

/** Converts a value to JSON for people: a number that no double holds becomes its text. */
function plainJson(value: Json): Json {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return value.map(plainJson);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, Json | undefined] => [
    name,
    member === undefined ? undefined : plainJson(member),
  ]);
  return Object.fromEntries(members);
}

/** Stands for a secret. An empty secret is shown empty, so that a reader sees that there is none. */
const HIDDEN = '***';

/** Hides the secrets of an object's members, by either of their names. */
function hideMembers(object: JsonObject, { members }: Field & { kind: 'object' }): JsonObject {
  const byName = new Map(
    [...members].flatMap(([name, member]) => [
      [name, member] as const,
      [member.alsoNamed ?? name, member] as const,
    ]),
  );
  const shownMembers = Object.entries(object).map(([name, value]): [string, Json | undefined] => {
    const member = byName.get(name);
    if (value === undefined) return [name, undefined];
    return [name, member === undefined ? plainJson(value) : hideSecrets(value, member)];
  });
  return Object.fromEntries(shownMembers);
}

/** Hides everything that the contract calls secret in a value, at any depth. */
export function hideSecrets(value: Json, field: Field): Json {
  if (value === null) return value;
  if (field.secret) return value === '' ? value : HIDDEN;
  if (field.kind === 'list')
    return (
      convertElements(value, field.keyed ?? false, (element) => hideSecrets(element, field.element)) ??
      plainJson(value)
    );
  return field.kind === 'object' && isJsonObject(value) ? hideMembers(value, field) : plainJson(value);
}

/** Hides the secrets of a value by its contract; a value inside a free-form object has neither contract nor secret. */
export function valueWithoutSecrets(value: Json | undefined, field: Field | undefined): Json | undefined {
  if (value === undefined) return undefined;
  return field === undefined ? plainJson(value) : hideSecrets(value, field);
}
