import type { JsonObject } from '../../contract/json';
import { reference } from './reference';

/** A body in the shape of a component, with examples by name. */
export const jsonContent = (schema: string, examples: JsonObject): JsonObject => ({
  'application/json': { schema: reference('schemas', schema), examples },
});
