import type { z } from 'zod';
import type { JsonObject } from '../../contract/json';
import type { DateStyle } from '../../translation/codecs/date';
import { schemaOf } from './schemaOf';

/** The JSON Schema of a contract by the name that mappings call it, which the loader has found to exist. */
export function contractSchema(
  known: Readonly<Record<string, z.ZodType>>,
  name: string,
  dates: DateStyle,
): JsonObject {
  const contract = known[name];
  if (contract === undefined) throw new Error(`there is no contract ${name}`);
  return schemaOf(contract, dates);
}
