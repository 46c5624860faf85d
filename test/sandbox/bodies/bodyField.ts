import { describe as describeField } from '../../../src/contract/describe';
import type { Field } from '../../../src/contract/field';
import type { BodySubject } from './bodySubject';

/** The members that a contract gives a body. */
export function bodyField(schema: BodySubject['schema']): Extract<Field, { kind: 'object' }> {
  const field = describeField(schema);
  if (field.kind !== 'object') throw new Error('a body is an object');
  return field;
}
