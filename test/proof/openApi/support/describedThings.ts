import { stringify } from 'yaml';
import { type DescribedApi, readOpenApi } from '../../../../src/proof/openApi/openApiFile.js';

/** A response or a request with a JSON body. */
export const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

/** Reads the document of an API that has things at their paths. */
export function apiOf(
  openapi: string,
  paths: Record<string, unknown>,
  schemas: Record<string, unknown>,
): DescribedApi {
  const text = stringify({
    openapi,
    info: { title: 'Things', version: '1' },
    paths,
    components: { schemas },
  });
  const read = readOpenApi('api.yaml', text);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

/** A path that can be read. */
export const readable = (schema: unknown) => ({ get: { responses: { 200: json(schema) } } });
