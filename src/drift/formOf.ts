import type { Field } from '../contract/field';
import { isDecimal } from '../contract/isDecimal';
import { isMoneyObject } from '../contract/isMoneyObject';
import { isNumber } from '../contract/isNumber';
import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../contract/json';
import { LATEST_SECOND } from '../contract/kinds';
import type { Form } from './form';

/** Names the form of a value that is there. */
export type FormOf = (value: Json) => Form;

function numberForm(value: number): Form {
  if (!Number.isInteger(value)) return 'decimal';
  return Number.isSafeInteger(value) ? 'integer' : 'long number';
}

/** The form of a value of which nothing more is known. */
export const plainForm: FormOf = (value) => {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return numberForm(value);
  if (typeof value === 'boolean') return 'boolean';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return value instanceof ExactNumber ? 'long number' : 'object';
};

const timestampForm: FormOf = (value) => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) return plainForm(value);
  return value <= LATEST_SECOND ? 'seconds' : 'milliseconds';
};

/** The text of a number or of a text, empty for anything else. */
function writtenText(value: Json | undefined): string {
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Places of a decimal in plain or exponent notation, without trailing zeros. */
function placesOf(value: Json | undefined): number {
  const [, fraction = '', exponent = '0'] =
    /^-?\d+(?:\.(\d*?)0*)?(?:[eE]([+-]?\d+))?$/.exec(writtenText(value)) ?? [];
  return fraction.length - Number(exponent);
}

/** The part of a money object that holds main units. */
const mainUnits = ({ currency, value, amount }: JsonObject): Json | undefined =>
  typeof currency === 'string' ? amount : value;

const moneyForm =
  (decimals: number): FormOf =>
  (value) => {
    const form = plainForm(value);
    const isAmount = form === 'text' ? isDecimal(value) : form === 'object' && isMoneyObject(value);
    if (!isAmount && !isNumber(value)) return form;
    if (placesOf(isJsonObject(value) ? mainUnits(value) : value) > decimals) return 'finer amount';
    return form === 'text' ? 'decimal text' : form === 'object' ? 'money object' : form;
  };

const freeObjectForm: FormOf = (value) =>
  Array.isArray(value) && value.length === 0 ? 'empty list' : plainForm(value);

/** How values of a contract kind are told apart. */
export function formOf(field: Field): FormOf {
  if (field.kind === 'timestamp') return timestampForm;
  if (field.kind === 'money') return moneyForm(field.decimals);
  return field.kind === 'freeObject' ? freeObjectForm : plainForm;
}
