import { isDeepStrictEqual } from 'node:util';
import { type Call, headersOf } from '../load/load.ts';

/** A peer that runs, and what it is asked. */
interface Asked {
  readonly peer: string;
  readonly origin: string;
  readonly calls: readonly Call[];
}

async function ask({ peer, origin }: Asked, call: Call): Promise<unknown> {
  const { method, path, body } = call;
  const askedEntry = { method, headers: headersOf(call), ...(body === undefined ? {} : { body }) };
  const response = await fetch(`${origin}${path}`, askedEntry);
  const text = await response.text();
  if (response.status !== 200)
    throw new Error(`${peer} answers ${method} ${path} with ${response.status}: ${text}`);
  return (JSON.parse(text) as { readonly data: unknown }).data;
}

/** Asks each once, so that none is measured that does less: who is asked the same must answer the same. */
export async function checkAnswers(all: readonly Asked[]): Promise<void> {
  const firstMap = new Map<string, { readonly peer: string; readonly data: unknown }>();
  for (const asked of all) {
    for (const call of asked.calls) {
      const data = await ask(asked, call);
      const nextEntry = firstMap.get(call.path);
      if (nextEntry === undefined) firstMap.set(call.path, { peer: asked.peer, data });
      else if (!isDeepStrictEqual(data, nextEntry.data))
        throw new Error(`${asked.peer} and ${nextEntry.peer} answer ${call.path} differently`);
    }
  }
}
