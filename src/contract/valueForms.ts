import type { Field, Notation } from './field';
import {
  ExactNumber,
  isDecimal,
  isJsonObject,
  isMoneyObject,
  isNumber,
  type Json,
  type JsonObject,
} from './json';
import { instants } from './instantNotations';
import { LATEST_SECOND } from './kinds';

/** Form of a value. Only the form is recorded, never the value itself. */
export type Form =
  | 'absent'
  | 'null'
  | 'text'
  | 'decimal text'
  | 'integer'
  | 'decimal'
  | 'long number' // more digits than a double is sure to hold, or an exponent
  | 'boolean'
  | 'object'
  | 'money object'
  | 'finer amount' // with more decimals than the contract has
  | 'list'
  | 'empty list'
  | 'seconds'
  | 'milliseconds'
  | 'unreadable text'
  | 'text of another precision';

/** Names the form of a value that is present. */
type FormOf = (value: Json) => Form;

function numberForm(value: number): Form {
  if (!Number.isInteger(value)) return 'decimal';
  return Number.isSafeInteger(value) ? 'integer' : 'long number';
}

/** Names the form of a value without a contract. */
export const formWithoutContract: FormOf = (value) => {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return numberForm(value);
  if (typeof value === 'boolean') return 'boolean';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return value instanceof ExactNumber ? 'long number' : 'object';
};

const timestampForm: FormOf = (value) => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) return formWithoutContract(value);
  return value <= LATEST_SECOND ? 'seconds' : 'milliseconds';
};

/** Creates the form of an instant: text tells it with as many digits after the second as its notation has. */
function createInstantForm(notation: Notation): FormOf {
  const { isTextual, read, step } = instants[notation];
  if (!isTextual) return timestampForm;
  return (value) => {
    if (typeof value !== 'string') return formWithoutContract(value);
    if (read(value) === undefined) return 'unreadable text';
    const [, fraction = ''] = /\.(\d+)/.exec(value) ?? [];
    return 10 ** (6 - fraction.length) === step ? 'text' : 'text of another precision';
  };
}

/** Returns the text of a number or of a text. It is empty for anything else. */
function writtenText(value: Json | undefined): string {
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function placesOfPlain(text: string): number {
  const point = text.indexOf('.');
  if (point === -1) return 0;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end -= 1;
  return end - point - 1;
}

const ZERO = 48;

/** Counts the decimal places of a number in plain or exponent notation, without trailing zeros. */
function placesOf(value: Json | undefined): number {
  if (typeof value === 'string' && isDecimal(value)) return placesOfPlain(value);
  const [, fraction = '', exponent = '0'] =
    /^-?\d+(?:\.(\d*?)0*)?(?:[eE]([+-]?\d+))?$/.exec(writtenText(value)) ?? [];
  return fraction.length - Number(exponent);
}

/** Returns the member of a money object that holds main units. */
const mainUnits = ({ currency, value, amount }: JsonObject): Json | undefined =>
  typeof currency === 'string' ? amount : value;

const createMoneyForm =
  (decimals: number): FormOf =>
  (value) => {
    const form = formWithoutContract(value);
    const isAmount = form === 'text' ? isDecimal(value) : form === 'object' && isMoneyObject(value);
    if (!isAmount && !isNumber(value)) return form;
    if (placesOf(isJsonObject(value) ? mainUnits(value) : value) > decimals) return 'finer amount';
    return form === 'text' ? 'decimal text' : form === 'object' ? 'money object' : form;
  };

const freeObjectForm: FormOf = (value) =>
  Array.isArray(value) && value.length === 0 ? 'empty list' : formWithoutContract(value);

/** Returns the kind whose forms a field has: a map looks like a free-form object. */
export const formKind = (field: Field): Field['kind'] =>
  field.kind === 'list' && field.keyed === true ? 'freeObject' : field.kind;

/** Chooses the function that names the forms of a field's values. */
export function formOf(field: Field): FormOf {
  if (field.kind === 'timestamp') return timestampForm;
  if (field.kind === 'instant') return createInstantForm(field.notation);
  if (field.kind === 'money') return createMoneyForm(field.decimals);
  return formKind(field) === 'freeObject' ? freeObjectForm : formWithoutContract;
}

const number: readonly Form[] = ['integer', 'decimal', 'long number'];

const formsOfKind: Readonly<Record<Field['kind'], readonly Form[]>> = {
  text: ['text'],
  boolean: ['boolean'],
  object: ['object'],
  list: ['list'],
  integer: ['integer'],
  number,
  timestamp: ['seconds'],
  date: [...number, 'text'],
  instant: [],
  money: [...number, 'decimal text', 'money object'],
  freeObject: ['object', 'empty list'],
};

const promisedInstantForm = (notation: Notation): Form => {
  if (instants[notation].isTextual) return 'text';
  return notation === 'unix' ? 'seconds' : 'milliseconds';
};

/** Returns the forms that the contract promises for a field. Any other is drift. */
export function promisedForms(field: Field): ReadonlySet<Form> {
  return new Set<Form>([
    ...formsOfKind[formKind(field)],
    ...('asText' in field && field.asText ? (['text'] as const) : []),
    ...('list' in field && field.list ? (['list'] as const) : []),
    ...(field.kind === 'instant' ? [promisedInstantForm(field.notation)] : []),
    ...(field.nullable ? (['null'] as const) : []),
    ...(field.optional ? (['absent'] as const) : []),
  ]);
}
