import { isJsonObject, type Json, type JsonObject } from '../../contract/json';

const LIMITS = ['minimum', 'maximum', 'maxLength', 'minItems'] as const;

/** The type of a schema in a few words, and what else is to be said of its values. */
export function describeType(schema: JsonObject): { readonly type: string; readonly note: string } {
  const limits = LIMITS.filter((name) => schema[name] !== undefined).map(
    (name) => `${name} ${show(schema[name])}`,
  );
  const values = Array.isArray(schema.enum) ? [`one of ${schema.enum.map(show).join(', ')}`] : [];
  const known = Array.isArray(schema.examples) ? [`e.g. ${schema.examples.map(show).join(', ')}`] : [];
  const description = typeof schema.description === 'string' ? [schema.description] : [];
  return { type: typeName(schema), note: [...description, ...values, ...known, ...limits].join('; ') };
}

function typeName({ type, anyOf, const: constant, format }: JsonObject): string {
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(anyOf))
    return anyOf.map((one) => (isJsonObject(one) ? typeName(one) : 'any')).join(' or ');
  const name = Array.isArray(type) ? type.map(show).join(' or ') : show(type ?? 'any');
  return typeof format === 'string' ? `${name} (${format})` : name;
}

const show = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value));
