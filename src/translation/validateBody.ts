import type { Field } from '../contract/field';
import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import { type Checked, readBodyValue } from './readBodyValue';
import { failure, type Result, success } from './result';
import { summarize } from './summarize';
import type { Validation } from './validation';
import { spoken } from './spoken';

type Errors = Record<string, string[]>;

/** Empty text and empty lists count as not given, as in the live v1. */
function isMissing(value: Json | undefined, field: Field): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0 && field.kind !== 'freeObject';
}

function check(field: Field, value: Json, path: string, errors: Errors): Json {
  if (field.kind === 'object') return checkObject(field, value, path, errors);
  if (field.kind === 'list') return checkList(field, value, path, errors);
  const checked: Checked = readBodyValue(field, value);
  if (checked.ok) return checked.value;
  errors[path] = [checked.failure(spoken(path))];
  return null;
}

function checkList(field: Field & { kind: 'list' }, value: Json, path: string, errors: Errors): Json {
  if (Array.isArray(value)) {
    return value.map((element, index) => check(field.element, element, `${path}.${index}`, errors));
  }
  errors[path] = [`The ${spoken(path)} field must be an array.`];
  return null;
}

function checkObject(field: Field & { kind: 'object' }, value: Json, path: string, errors: Errors): Json {
  if (isJsonObject(value)) return checkMembers(field, value, `${path}.`, errors);
  errors[path] = [`The ${spoken(path)} field must be an array.`];
  return null;
}

/** Blank texts count as null where null is taken, as in the live service's framework (observed: Laravel). */
const isBlank = (value: Json | undefined): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

function checkMembers(
  field: Field & { kind: 'object' },
  body: JsonObject,
  prefix: string,
  errors: Errors,
): JsonObject {
  const accepted: JsonObject = {};
  for (const [name, member] of field.members) {
    const value = body[name];
    const path = prefix + name;
    if (!member.optional && !member.nullable && isMissing(value, member)) {
      errors[path] = [`The ${spoken(path)} field is required.`];
    } else if (isBlank(value) && member.nullable) {
      accepted[name] = null;
    } else if (value !== undefined) {
      accepted[name] = check(member, value, path, errors);
    }
  }
  return accepted;
}

/** Members that are required when another one is true: member -> that other one. */
export type RequiredWhen = Readonly<Record<string, string>>;

function checkConditions(required: RequiredWhen, accepted: JsonObject, errors: Errors): void {
  for (const [name, condition] of Object.entries(required)) {
    if (accepted[condition] !== true || (accepted[name] ?? null) !== null || name in errors) continue;
    errors[name] = [`The ${spoken(name)} field is required when ${spoken(condition)} is true.`];
  }
}

/**
 * Checks a v1 request body against its contract (spec 4.6) in the way the live v1 does and returns it in canonical
 * form: texts of integers as numbers, those of decimals as they are, unknown members left out, nothing added. All violations are reported at once.
 */
export function validateBody(
  field: Field,
  body: Json,
  requiredWhen: RequiredWhen = {},
): Result<JsonObject, Validation> {
  const errors: Errors = {};
  const members = field.kind === 'object' ? field : undefined;
  if (members === undefined) throw new Error('a request body contract is an object');
  const accepted = checkMembers(members, isJsonObject(body) ? body : {}, '', errors);
  checkConditions(requiredWhen, accepted, errors);
  return Object.keys(errors).length === 0
    ? success(accepted)
    : failure({ message: summarize(errors), errors });
}
