import { z } from 'zod';
import { CallRefusal } from './reply';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';

/** Messages by field name, in the order of the contract (spec 7.2). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Refuses a call that breaks rules (spec 7.2; status and summary as observed). */
export function refuseFields(errors: FieldErrors): never {
  const [text = '', ...hiddenTexts] = Object.values(errors).flat();
  const { length: hiddenCount } = hiddenTexts;
  const more = ['', ' (and 1 more error)'][hiddenCount] ?? ` (and ${hiddenCount} more errors)`;
  throw new CallRefusal({ status: 422, body: { message: text + more, errors } });
}

/** Makes the same error for several fields. */
export const errorsOf = (fields: readonly string[], text: (field: string) => string): FieldErrors =>
  Object.fromEntries(fields.map((field) => [field, [text(field)]]));

/** Makes the error of a field if its rule is broken. */
export const ruleError = (isBroken: boolean, field: string, text: string): FieldErrors =>
  isBroken ? { [field]: [text] } : {};

/** Reports whether a flag of a body is set: true, 1 or "1". */
export const isSet = (flag: Json | undefined): boolean => flag === true || flag === 1 || flag === '1';

/** Rule over several fields of a body, or with a need of the marketplace; checked even if others are broken. */
export type Rule = (body: JsonObject) => FieldErrors;

type Issue = z.core.$ZodIssue;

/** Messages by the names of types in contracts and attributes. */
export const TYPE_TEXTS: Readonly<Record<string, string>> = {
  string: 'must be a string',
  int: 'must be an integer',
  integer: 'must be an integer',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be an array',
  record: 'must be an array',
  object: 'must be an array',
};

/** Messages of the rules that the contract adds to zod's own, by their names. */
const CONTRACT_TEXTS: Readonly<Record<string, (bound: string) => string>> = {
  filled: () => 'is required',
  maxLength: (bound) => `must not be greater than ${bound} characters`,
  integer: () => 'must be an integer',
  number: () => 'must be a number',
  decimals: (bound) => `must have 0-${bound} decimal places`,
  minimum: (bound) => `must be at least ${bound}`,
  maximum: (bound) => `must not be greater than ${bound}`,
};

/** Describes a broken rule in the live service's words (observed: Laravel's); `name` is the spoken field name. */
function ruleText(issue: Issue, name: string): string {
  const isChoice =
    issue.code === 'invalid_value' || (issue.code === 'custom' && issue.params?.rule === 'selected');
  if (isChoice) return `The selected ${name} is invalid.`;
  return `The ${name} field ${faultText(issue)}.`;
}

type IssueOf<Code> = Extract<Issue, { readonly code: Code }>;

/** Messages by the codes of zod. */
const FAULT_TEXTS: { readonly [Code in Issue['code']]?: (issue: IssueOf<Code>) => string | undefined } = {
  // The contract may know the type better than zod.
  invalid_type: ({ message, expected }) => TYPE_TEXTS[message] ?? TYPE_TEXTS[expected],
  // By the first alternative: a number that may also be sent as text is still a number.
  invalid_union: ({ errors }) => {
    const [typeIssue] = errors[0] ?? [];
    return typeIssue?.code === 'invalid_type' ? faultText(typeIssue) : undefined;
  },
  invalid_format: ({ format }) => (format === 'url' ? 'must be a valid URL' : 'format is invalid'),
  too_big: ({ origin, maximum }) =>
    origin === 'array' ? `must not have more than ${maximum} items` : `must not be greater than ${maximum}`,
  too_small: ({ origin, minimum }) =>
    origin === 'array' ? `must have at least ${minimum} items` : `must be at least ${minimum}`,
  custom: ({ params }) => CONTRACT_TEXTS[String(params?.rule)]?.(String(params?.bound)),
};

const faultText = (issue: Issue): string =>
  (FAULT_TEXTS[issue.code] as ((issue: Issue) => string | undefined) | undefined)?.(issue) ?? 'is invalid';

/**
 * Turns the name of a field into its form in messages: `min_quantity` becomes `min quantity` (observed: Laravel's way).
 */
export const spokenName = (field: string): string => field.replaceAll('_', ' ');

/**
 * Reads a body by its contract and further rules, and drops members that the contract does not name. Blank texts
 * count as null and a body that is no object as empty, as in the live service's framework. Reports every violation at
 * once; for a field and its content only the contract's, if there is one.
 */
export function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  body: Json,
  ...rules: readonly Rule[]
): z.output<Schema> {
  const members = isJsonObject(body) ? dropBlanks(body) : {};
  const parsed = schema.safeParse(members, { error: nameIntegers });
  const byContract = contractErrors(parsed.error?.issues ?? [], members);
  const byRules = Object.assign({}, ...rules.map((rule) => rule(members))) as FieldErrors;
  if (parsed.success && Object.keys(byRules).length === 0) return parsed.data;
  const refused = Object.keys(byContract);
  const ruleErrors = Object.entries(byRules).filter(
    ([field]) => !refused.some((name) => field.startsWith(`${name}.`)),
  );
  const order = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const placeOf = ([field]: readonly [string, unknown]) => order.indexOf(field.split('.', 1)[0] ?? field);
  const all = [...ruleErrors, ...Object.entries(byContract)].toSorted(
    (field1, field2) => placeOf(field1) - placeOf(field2),
  );
  return refuseFields(Object.fromEntries(all));
}

/** Corrects zod, which describes a text in place of an integer as no number. The live service requires an integer. */
const nameIntegers: z.core.$ZodErrorMap = ({ code, inst }) =>
  code === 'invalid_type' && inst instanceof z.ZodNumberFormat ? 'int' : undefined;

function contractErrors(issues: readonly z.core.$ZodIssue[], members: JsonObject): FieldErrors {
  const errors = new Map<string, string[]>();
  for (const issue of issues.flatMap(innerIssues)) {
    const field = issue.path.join('.');
    const name = spokenName(field);
    const missing = readValue(members, issue.path) == null && issue.code !== 'custom';
    const text = missing ? `The ${name} field is required.` : ruleText(issue, name);
    errors.set(field, [...(errors.get(field) ?? []), text]);
  }
  return Object.fromEntries(errors);
}

/**
 * Reports the faults inside a value that has the first of several shapes but breaks a rule of it, and each unknown
 * name.
 */
function innerIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }));
  }
  const inner = issue.code === 'invalid_union' ? (issue.errors[0] ?? []) : [];
  const areInside = inner.length > 0 && inner.every(({ path }) => path.length > 0);
  return areInside ? inner.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] })) : [issue];
}

const dropBlanks = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && value.trim() === '' ? null : value,
    ]),
  );

function readValue(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}
