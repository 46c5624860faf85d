import type { Field } from '../../src/contract/field.js';
import { contracts } from '../../src/contract/contracts.js';
import type { Json, JsonObject } from '../../src/contract/json.js';

/** Text that must not appear anywhere. */
export const CANARY = 'canary-4f1d9c';

function valueOf(field: Field, text: string): Json {
  if (field.kind === 'list') return [valueOf(field.element, text)];
  if (field.kind === 'object') return objectOf(field.members, text);
  if (field.kind === 'freeObject') return { level: 60, password: `${CANARY} free` };
  if (field.kind !== 'text') return field.kind === 'boolean' ? true : 1;
  return field.secret ? `${CANARY} ${text}` : 'plain';
}

const objectOf = (members: ReadonlyMap<string, Field>, text: string): JsonObject =>
  Object.fromEntries([...members].map(([name, field]) => [name, valueOf(field, text)]));

/** Makes an object of every contract with a canary in every secret field; `text` distinguishes two of them. */
export function canaryObjects(
  text: string,
): readonly { readonly contract: string; readonly value: JsonObject }[] {
  return [...contracts.v1, ...contracts.v2].flatMap(([contract, field]) =>
    field.kind === 'object' ? [{ contract, value: objectOf(field.members, text) }] : [],
  );
}
