import { type Field, joinPath } from '../../contract/field';
import { instants } from '../../contract/instantNotations';
import { convertElements, exactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { decimalPlaces, digitsOf, readDecimal } from '../codecs/exactDecimal';
import { failure, type Result, success } from '../../contract/result';
import { booleans } from './madeValue';
import { invalidFields, nameInWords, type NameInText, prohibited, type Violations } from './validationErrors';

/** The canonical value, or a function that writes the fault into a sentence about the named field. */
type FieldResult = Result<Json, (name: string) => string>;

const fault = (end: string) => failure((name: string) => `The ${name} field ${end}`);
const selectionFault = failure((name: string) => `The selected ${name} is invalid.`);

/** Counts characters as PHP's mb_strlen does: code points, not UTF-16 units. */
const countCharacters = (text: string): number => Array.from(text).length;

/** Reads a text within its lengths; a closed enumeration takes its own words alone. */
function readText(field: Field & { kind: 'text' }, value: Json): FieldResult {
  const { minimumLength, maximumLength, known: knownValues, closed, format } = field;
  if (typeof value !== 'string') return closed === true ? selectionFault : fault('must be a string.');
  if (minimumLength !== undefined && countCharacters(value) < minimumLength) {
    return fault(`must be at least ${minimumLength} characters.`);
  }
  if (maximumLength !== undefined && value.length > maximumLength && countCharacters(value) > maximumLength) {
    return fault(`must not be greater than ${maximumLength} characters.`);
  }
  return format === 'url' ? readAddress(value) : chosen(value, closed === true ? knownValues : undefined);
}

const chosen = (value: string, among: readonly string[] | undefined): FieldResult =>
  among?.includes(value) === false ? selectionFault : success(value);

const readAddress = (value: string): FieldResult =>
  isWebAddress(value) ? success(value) : fault('must be a valid URL.');

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** Reads the number of these digits if it lies within the bounds of its field. */
function readBounded(
  digits: string,
  { minimum, maximum }: Extract<Field, { kind: 'integer' | 'number' }>,
): FieldResult {
  const size = Number(digits);
  if (minimum !== undefined && size < minimum) return fault(`must be at least ${minimum}.`);
  if (maximum !== undefined && size > maximum) return fault(`must not be greater than ${maximum}.`);
  return success(exactNumber(digits));
}

/** Returns the canonical decimal text of a number, or of a decimal text between blanks, and undefined for others. */
const decimalText = (value: Json): string | undefined =>
  digitsOf(typeof value === 'string' ? value.trim() : value);

/** True for an integer that PHP holds: of at most 64 bits. */
const isInteger = (digits: string): boolean =>
  /^-?\d{1,19}$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);

function readInteger(field: Field & { kind: 'integer' }, value: Json): FieldResult {
  const isWritten = typeof value !== 'string' || /^[+-]?(0|[1-9]\d*)$/.test(value.trim());
  const digits = isWritten ? decimalText(value) : undefined;
  return digits !== undefined && isInteger(digits)
    ? readBounded(digits, field)
    : fault('must be an integer.');
}

/**
 * True if a number has at most `places` decimals. Laravel's `decimal` counts the written places; a text with an
 * exponent is numeric, but never a decimal.
 */
const hasPlacesWithin = (places: number, value: Json, canonical: string): boolean =>
  decimalPlaces(canonical) <= places &&
  (typeof value !== 'string' || readDecimal(value.trim()) !== undefined);

/**
 * Reads a number. A text stays as it was sent, because PHP prints a small number with an exponent, which its own rule
 * refuses. Only trailing zeros that are too many for that rule are removed.
 */
function readNumber(field: Field & { kind: 'number' }, value: Json): FieldResult {
  const { decimals } = field;
  const canonical = decimalText(value);
  if (canonical === undefined) return fault('must be a number.');
  if (decimals !== undefined && !hasPlacesWithin(decimals, value, canonical)) {
    return fault(`must have 0-${decimals} decimal places.`);
  }
  const checked = readBounded(canonical, field);
  if (!checked.ok || typeof value !== 'string') return checked;
  const text = value.trim();
  return success(decimals === undefined || decimalPlaces(text) <= decimals ? text : canonical);
}

function readBoolean(value: Json): FieldResult {
  const boolean = booleans.get(value);
  return boolean === undefined ? fault('must be true or false.') : success(boolean);
}

function readFreeObject(value: Json): FieldResult {
  return isJsonObject(value) || Array.isArray(value) ? success(value) : fault('must be an array.');
}

const readInstant = ({ notation }: Field & { kind: 'instant' }, value: Json): FieldResult =>
  instants[notation].read(value) === undefined ? fault('must be a valid date.') : success(value);

/** Checks one scalar or free-form value of a v1 body in the live v1's words and returns its canonical form. */
function readBodyValue(field: Field, value: Json): FieldResult {
  if (field.kind === 'text') return readText(field, value);
  if (field.kind === 'integer') return readInteger(field, value);
  if (field.kind === 'number') return readNumber(field, value);
  if (field.kind === 'boolean') return readBoolean(value);
  if (field.kind === 'freeObject') return readFreeObject(value);
  if (field.kind === 'instant') return readInstant(field, value);
  throw new Error(`a request body has no ${field.kind} here`);
}

/** The faults of a body as they are found, and how their texts name a field. */
interface Findings {
  readonly errors: Record<string, string[]>;
  readonly nameInText: NameInText;
}

/** Adds a fault of the value at a path, which counts as null from then on. */
function report(path: string, { errors, nameInText }: Findings, textOf: (name: string) => string): null {
  errors[path] = [textOf(nameInText(path))];
  return null;
}

/** True for blank text, which counts as not given (observed: Laravel), unless the contract says that it may be empty. */
function isBlank(value: Json | undefined, field: Field): boolean {
  if (typeof value !== 'string') return value === undefined || value === null;
  return value.trim() === '' && !(field.kind === 'text' && field.minimumLength === 0);
}

const requiredText =
  (condition = '') =>
  (name: string): string =>
    `The ${name} field is required${condition}.`;

/** Checks a value against its field, adds its faults to the findings, and returns its canonical form. */
function checkValue(field: Field, value: Json, path: string, findings: Findings): Json {
  if (field.kind === 'object') return checkObject(field, value, path, findings);
  if (field.kind === 'list') return checkList(field, value, path, findings);
  const checked: FieldResult = readBodyValue(field, value);
  return checked.ok ? checked.value : report(path, findings, checked.failure);
}

/** Checks each element of a list or map under its own path, as Laravel names it: `items.0.price`. */
function checkList(field: Field & { kind: 'list' }, value: Json, path: string, findings: Findings): Json {
  const { element, minimumItems = 0, maximumItems = Infinity, keyed = false } = field;
  const reportFault = (text: string): null => report(path, findings, (name) => `The ${name} field ${text}.`);
  const keys = Object.keys(value ?? {}).values();
  const checkedList = convertElements(value, keyed, (member) => {
    const elementPath = `${path}.${keys.next().value ?? ''}`;
    return member === null
      ? report(elementPath, findings, requiredText())
      : checkValue(element, member, elementPath, findings);
  });
  if (checkedList === undefined) return reportFault('must be an array');
  const { length: count } = Object.keys(checkedList);
  if (count < minimumItems) return reportFault(`must have at least ${minimumItems} items`);
  return count > maximumItems ? reportFault(`must not have more than ${maximumItems} items`) : checkedList;
}

function checkObject(field: Field & { kind: 'object' }, value: Json, path: string, findings: Findings): Json {
  if (isJsonObject(value)) return checkMembers(field, value, `${path}.`, findings);
  return report(path, findings, (name) => `The ${name} field must be an array.`);
}

/** Members that are required if a flag is true: member -> flag. */
export type RequiredWhen = Readonly<Record<string, string>>;

/** Returns the text after `is required` for a member that must be there, possibly because of a flag. */
function requiredCondition(
  { optional, nullable }: Field,
  body: JsonObject,
  { nameInText }: Findings,
  flag?: string,
): string | undefined {
  if (flag !== undefined && booleans.get(body[flag] ?? null) === true)
    return ` when ${nameInText(flag)} is true`;
  return optional || nullable ? undefined : '';
}

/** Checks the members that the contract names; any other member is left out. */
function checkMembers(
  field: Field & { kind: 'object' },
  body: JsonObject,
  prefix: string,
  findings: Findings,
  requiredWhen: RequiredWhen = {},
): JsonObject {
  const acceptedMembers: JsonObject = {};
  // A loop over the entries would make a pair for each member each time.
  field.members.forEach((member, name) => {
    const value = body[name];
    const path = prefix + name;
    const condition = requiredCondition(member, body, findings, requiredWhen[name]);
    if (condition !== undefined && isBlank(value, member)) report(path, findings, requiredText(condition));
    else if (value !== undefined)
      acceptedMembers[name] =
        member.nullable && isBlank(value, member) ? null : checkValue(member, value, path, findings);
  });
  return acceptedMembers;
}

/** Lists the paths of the members that a contract does not have, at any depth. */
function* unknownPaths(field: Field, value: Json, path = ''): Generator<string> {
  if (field.kind !== 'object' && field.kind !== 'list') return;
  if (!Array.isArray(value) && !isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const memberField = field.kind === 'list' ? field.element : field.members.get(name);
    if (memberField === undefined) yield joinPath(path, name);
    else yield* unknownPaths(memberField, member ?? null, joinPath(path, name));
  }
}

/** Rules of a mapping about members of a body. */
interface BodyTreatment {
  readonly requiredWhen?: RequiredWhen;
  /** Treatment of members that the contract does not have. */
  readonly unknownMembers?: 'refuse' | 'drop';
  readonly nameInText?: NameInText;
}

/**
 * Checks a v1 request body against its contract (spec 4.6) as the live v1 does, and returns it in canonical form: texts
 * of integers as numbers, texts of decimals unchanged, unknown members left out, nothing added. All violations are
 * reported at once, in the order of the contract. With `unknownMembers: refuse` an unknown member is one of them.
 */
export function validateBody(
  field: Field,
  body: Json,
  { requiredWhen, unknownMembers = 'drop', nameInText = nameInWords }: BodyTreatment = {},
): Result<JsonObject, Violations> {
  const findings: Findings = { errors: {}, nameInText };
  if (field.kind !== 'object') throw new Error('a request body contract is an object');
  const accepted = checkMembers(field, isJsonObject(body) ? body : {}, '', findings, requiredWhen);
  if (unknownMembers === 'refuse')
    for (const path of unknownPaths(field, body)) report(path, findings, prohibited);
  const { errors } = findings;
  return Object.keys(errors).length === 0 ? success(accepted) : invalidFields(errors);
}
