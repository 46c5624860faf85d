import type { Field } from '../../src/contract/field';
import { contracts } from '../../src/contract/contracts';
import type { Json, JsonObject } from '../../src/contract/json';

/** What must turn up nowhere. */
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

/** An object of every contract in which every secret field is a canary; `text` tells two of them apart. */
export function canaryObjects(
  text: string,
): readonly { readonly contract: string; readonly value: JsonObject }[] {
  return [...contracts.v1, ...contracts.v2].flatMap(([contract, field]) =>
    field.kind === 'object' ? [{ contract, value: objectOf(field.members, text) }] : [],
  );
}
