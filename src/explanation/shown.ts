import type { Field } from '../contract/field';
import type { Json } from '../contract/json';
import { hideSecrets } from './hideSecrets';
import { plainJson } from './plainJson';

/** A value as it may be shown; one inside a free-form object has no contract, and no secret. */
export function shown(value: Json | undefined, field: Field | undefined): Json | undefined {
  if (value === undefined) return undefined;
  return field === undefined ? plainJson(value) : hideSecrets(value, field);
}
