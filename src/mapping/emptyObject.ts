import type { ObjectField } from './contractNamed';

/** The contract of a body that nothing is sent in, or nothing is read from. */
export const emptyObject: ObjectField = {
  kind: 'object',
  members: new Map(),
  nullable: false,
  optional: false,
  secret: false,
};
