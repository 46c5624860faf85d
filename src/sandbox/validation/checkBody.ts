import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { Checked, FieldErrors } from './checked';
import type { Rule } from './rule';
import { ruleText } from './ruleText';
import { spokenName } from './spokenName';

/**
 * Checks a body against its contract and further rules; members that the contract does not name are left out. Blank
 * texts count as null and a body that is no object as empty, as in the live service's framework. Reports every
 * violation at once; on one field and what is inside it the contract's comes first and alone.
 */
export function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  body: Json,
  ...rules: readonly Rule[]
): Checked<z.output<Schema>> {
  const given = isJsonObject(body) ? withoutBlanks(body) : {};
  const parsed = schema.safeParse(given, { error: nameIntegers });
  const byContract = parsed.success ? {} : contractErrors(parsed.error.issues, given);
  const byRules = Object.assign({}, ...rules.map((rule) => rule(given))) as FieldErrors;
  if (parsed.success && Object.keys(byRules).length === 0) return { ok: true, value: parsed.data };
  const refused = Object.keys(byContract);
  const others = Object.entries(byRules).filter(([field]) => !refused.some((name) => isInside(field, name)));
  return { ok: false, errors: { ...Object.fromEntries(others), ...byContract } };
}

/** Of a text in place of an integer zod says that it is no number; it must be an integer, as the live service says. */
const nameIntegers: z.core.$ZodErrorMap = ({ code, inst }) =>
  code === 'invalid_type' && inst instanceof z.ZodNumberFormat ? 'int' : undefined;

const isInside = (field: string, name: string) => field.startsWith(`${name}.`);

function contractErrors(issues: readonly z.core.$ZodIssue[], given: JsonObject): FieldErrors {
  const errors = new Map<string, string[]>();
  for (const issue of issues.flatMap(innerIssues)) {
    const field = issue.path.join('.');
    const name = spokenName(field);
    const missing = valueAt(given, issue.path) == null && issue.code !== 'custom';
    const text = missing ? `The ${name} field is required.` : ruleText(issue, name);
    errors.set(field, [...(errors.get(field) ?? []), text]);
  }
  return Object.fromEntries(errors);
}

/**
 * Of a value that has the first of several shapes but breaks a rule inside, what is wrong there is told; of names that
 * are not known, each.
 */
function innerIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }));
  }
  const inner = issue.code === 'invalid_union' ? (issue.errors[0] ?? []) : [];
  const areInside = inner.length > 0 && inner.every(({ path }) => path.length > 0);
  return areInside ? inner.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] })) : [issue];
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
