import type { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Checked } from './checked';
import { ruleText } from './ruleText';

/**
 * Checks a body against its contract; members that the contract does not name are left out. Blank texts count as null
 * and a body that is no object as empty, as in the live service's framework. Reports every violation at once.
 */
export function checkBody<Schema extends z.ZodType>(schema: Schema, body: Json): Checked<z.output<Schema>> {
  const given = withoutBlanks(isJsonObject(body) ? body : {});
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors = new Map<string, string[]>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.');
    const name = field.replaceAll('_', ' ');
    const missing = valueAt(given, issue.path) == null && issue.code !== 'custom';
    const text = missing ? `The ${name} field is required.` : ruleText(issue, name);
    errors.set(field, [...(errors.get(field) ?? []), text]);
  }
  return { ok: false, errors: Object.fromEntries(errors) };
}

const withoutBlanks = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && value.trim() === '' ? null : value,
    ]),
  );

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}
