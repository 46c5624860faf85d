import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'undici';
import { isJsonObject, type Json, type JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';

/** An answer with its parsed body. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
}

/** Idle time (ms) of a connection that is surely not closed yet; a generator may think for longer than it is kept. */
const SURELY_OPEN = 1_000;

let agent = new Agent();
let lastAt = 0;

/** Returns connections that the marketplace keeps open. */
function connections(): Agent {
  const now = performance.now();
  if (now - lastAt > SURELY_OPEN) {
    void agent.close();
    agent = new Agent();
  }
  lastAt = now;
  return agent;
}

/** Calls a marketplace with the first seller's key of the version in the path, or with the given one, or with none. */
export async function callSandbox(
  sandbox: Pick<Sandbox, 'origin' | 'keys'>,
  call: string,
  body?: Json,
  key?: string | null,
): Promise<Answered> {
  const [method = '', path = ''] = call.split(' ', 2);
  const token = key === undefined ? sandbox.keys[path.startsWith('/v1') ? 'v1' : 'v2'] : key;
  const answer = await request(`${sandbox.origin}${path}`, {
    method,
    dispatcher: connections(),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const parsed = (await answer.body.json()) as Json;
  lastAt = performance.now();
  if (!isJsonObject(parsed)) throw new Error(`${call} answered no JSON object`);
  return { status: answer.statusCode, headers: answer.headers, body: parsed };
}

/** The `data` of an answer, which must be an object. */
export function dataOf({ body }: Answered): JsonObject {
  const { data } = body;
  if (!isJsonObject(data)) throw new Error(`no data object: ${JSON.stringify(body)}`);
  return data;
}

/** The id of the one resource that an answer holds. */
export const idOf = (answer: Answered): number => Number(dataOf(answer).id);

/** The `data` of a list. */
export function listOf({ body }: Answered): readonly JsonObject[] {
  const { data } = body;
  if (!Array.isArray(data)) throw new Error(`no data list: ${JSON.stringify(body)}`);
  return data.filter(isJsonObject);
}
