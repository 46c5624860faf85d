import type { JsonObject } from '../../contract/json';

/** A pointer to a component of the document. */
export const reference = (kind: 'schemas' | 'headers' | 'responses', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});
