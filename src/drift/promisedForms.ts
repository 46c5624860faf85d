import type { Field } from '../contract/field';
import type { Form } from './form';

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
  money: [...number, 'decimal text', 'money object'],
  freeObject: ['object', 'empty list'],
};

/** The forms that the contract promises for a field; any other is drift. */
export function promisedForms(field: Field): ReadonlySet<Form> {
  return new Set<Form>([
    ...formsOfKind[field.kind],
    ...('asText' in field && field.asText ? (['text'] as const) : []),
    ...('list' in field && field.list ? (['list'] as const) : []),
    ...(field.nullable ? (['null'] as const) : []),
    ...(field.optional ? (['absent'] as const) : []),
  ]);
}
