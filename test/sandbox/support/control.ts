import type { Json } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { type Answered, callSandbox } from './callSandbox.ts';

/** Asks the control API, which needs no key. */
export const control = (sandbox: Sandbox, call: string, body?: Json): Promise<Answered> => {
  const [method, path] = call.split(' ', 2);
  return callSandbox(sandbox, `${method ?? ''} /_sandbox${path ?? ''}`, body, null);
};

/** Makes a key and answers its text. */
export async function newKey(sandbox: Sandbox, wanted: Json): Promise<string> {
  const { body } = await control(sandbox, 'POST /keys', wanted);
  if (typeof body.key !== 'string') throw new Error(`no key: ${JSON.stringify(body)}`);
  return body.key;
}
