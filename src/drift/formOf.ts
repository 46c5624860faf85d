import type { Field } from '../contract/field';
import { isDecimal } from '../contract/isDecimal';
import { isMoneyObject } from '../contract/isMoneyObject';
import { ExactNumber, type Json } from '../contract/json';
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

const moneyForm: FormOf = (value) => {
  const form = plainForm(value);
  if (form === 'text') return isDecimal(value) ? 'decimal text' : form;
  return form === 'object' && isMoneyObject(value) ? 'money object' : form;
};

const freeObjectForm: FormOf = (value) =>
  Array.isArray(value) && value.length === 0 ? 'empty list' : plainForm(value);

/** How values of a contract kind are told apart. */
export function formOf(kind: Field['kind']): FormOf {
  if (kind === 'timestamp') return timestampForm;
  if (kind === 'money') return moneyForm;
  return kind === 'freeObject' ? freeObjectForm : plainForm;
}
