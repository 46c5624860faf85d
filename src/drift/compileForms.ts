import type { Field } from '../contract/field';
import type { Json } from '../contract/json';
import type { Desk } from './desk';
import type { Finding } from './finding';
import type { Form } from './form';
import { formOf } from './formOf';
import { increment } from './increment';
import { promisedForms } from './promisedForms';

const kinds: Readonly<Partial<Record<Form, Finding['kind']>>> = {
  absent: 'missing-field',
  null: 'unexpected-null',
  milliseconds: 'wrong-unit',
};

/** Counts the forms of a value; one that the contract does not promise is a finding. */
export function compileForms(
  field: Field,
  path: string,
  { book, onMisfit }: Desk,
): (value: Json | undefined) => void {
  const formOfValue = formOf(field.kind);
  const promised = promisedForms(field);
  const expected = [...promised].join(' or ');
  const seen = book.formsAt(path);
  return (value) => {
    const form = value === undefined ? 'absent' : value === null ? 'null' : formOfValue(value);
    increment(seen, form);
    if (promised.has(form)) return;
    book.note({ path, kind: kinds[form] ?? 'changed-type', found: form, expected, effect: onMisfit });
  };
}
