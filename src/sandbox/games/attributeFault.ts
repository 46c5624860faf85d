import type { Json } from '../../contract/json';
import { spokenName } from '../validation/spokenName';
import type { Attribute } from './game';

/** What is wrong with the value of an attribute; undefined when nothing is. `field` is its path in the body. */
export function attributeFault(
  attribute: Attribute,
  value: Json | undefined,
  field: string,
): string | undefined {
  const name = spokenName(field);
  if (value === undefined || value === null) {
    return attribute.required ? `The ${name} field is required.` : undefined;
  }
  switch (attribute.type) {
    case 'string':
      return textFault(attribute, value, name);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `The ${name} field must be true or false.`;
    case 'integer':
      return integerFault(attribute, value, name);
    case 'array':
      return listFault(attribute, value, name);
  }
}

function textFault({ values }: Attribute, value: Json, name: string): string | undefined {
  if (typeof value !== 'string') return `The ${name} field must be a string.`;
  return values === undefined || values.includes(value) ? undefined : `The selected ${name} is invalid.`;
}

function integerFault({ minimum, maximum }: Attribute, value: Json, name: string): string | undefined {
  if (!Number.isSafeInteger(value)) return `The ${name} field must be an integer.`;
  const number = Number(value);
  if (minimum !== undefined && number < minimum) return `The ${name} field must be at least ${minimum}.`;
  if (maximum !== undefined && number > maximum)
    return `The ${name} field must not be greater than ${maximum}.`;
  return undefined;
}

function listFault({ values }: Attribute, value: Json, name: string): string | undefined {
  if (!Array.isArray(value)) return `The ${name} field must be an array.`;
  const fits = value.every(
    (item) => typeof item === 'string' && (values === undefined || values.includes(item)),
  );
  return fits ? undefined : `The selected ${name} is invalid.`;
}
