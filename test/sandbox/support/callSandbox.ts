import type { Json, JsonObject } from '../../../src/contract/json';
import { isJsonObject } from '../../../src/contract/json';
import type { Sandbox } from '../../../src/sandbox/sandbox';

/** An answer with its parsed body. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
}

/** Calls a marketplace with the first seller's key of the version in the path, or with the given one. */
export async function callSandbox(
  sandbox: Pick<Sandbox, 'origin' | 'keys'>,
  call: string,
  body?: Json,
  key?: string | null,
): Promise<Answered> {
  const [method = '', path = ''] = call.split(' ', 2);
  const token = key === undefined ? sandbox.keys[path.startsWith('/v1') ? 'v1' : 'v2'] : key;
  const response = await fetch(`${sandbox.origin}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const parsed = (await response.json()) as Json;
  if (!isJsonObject(parsed)) throw new Error(`${call} answered no JSON object`);
  return { status: response.status, headers: response.headers, body: parsed };
}
