import type { Field } from '../contract/field';
import type { Json } from '../contract/json';
import type { Desk } from './desk';
import type { Finding } from './finding';
import type { Form } from './form';
import { formOf } from './formOf';
import { promisedForms } from './promisedForms';
import { talliesOf, tallyOf } from './tallyOf';

const kinds: Readonly<Partial<Record<Form, Finding['kind']>>> = {
  absent: 'missing-field',
  null: 'unexpected-null',
  milliseconds: 'wrong-unit',
  'finer amount': 'finer-amount',
};

/** Counts the forms of a value; one that the contract does not promise is a finding. */
export function compileForms(
  field: Field,
  path: string,
  { book, effectAt }: Desk,
): (value: Json | undefined) => void {
  const formOfValue = formOf(field);
  const promised = promisedForms(field);
  const expected = [...promised].join(' or ');
  const effect = effectAt(path);
  const seen = book.formsAt(path);
  const usual = talliesOf(seen, promised);
  return (value) => {
    const form = value === undefined ? 'absent' : value === null ? 'null' : formOfValue(value);
    const tally = usual.get(form);
    if (tally !== undefined) {
      tally.count += 1;
      return;
    }
    tallyOf(seen, form).count += 1;
    book.note({ path, kind: kinds[form] ?? 'changed-type', found: form, expected, effect: effect(value) });
  };
}
