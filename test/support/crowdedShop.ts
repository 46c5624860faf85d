import { isJsonObject, type JsonObject } from '../../src/contract/json.js';
import { readScene } from './rehearsedUpstream.ts';
import { reply, type ScriptedUpstream, startUpstream } from './upstream.ts';

const PAGE = 50;

/** A v2 with many account offers, whose lists can be closed, and which breaks off every write that it has read. */
export interface CrowdedShop extends ScriptedUpstream {
  /** From now on lists are answered with 503. */
  readonly closeLists: () => void;
}

/** Starts a shop of so many listed offers, with the ids 1, 2, .. and the logins `login-1`, `login-2`, .. */
export async function startCrowdedShop(offers: number): Promise<CrowdedShop> {
  const { data: sample } = JSON.parse(readScene.good) as { readonly data: JsonObject };
  let listsOpen = true;
  const offer = (id: number): JsonObject => {
    const { credentials } = sample;
    const knownObject = isJsonObject(credentials) ? credentials : {};
    return { ...sample, id, status: 'listed', credentials: { ...knownObject, login: `login-${id}` } };
  };
  const list = (page: number): JsonObject => {
    const firstNumber = offers - (page - 1) * PAGE;
    const data = Array.from({ length: Math.max(0, Math.min(PAGE, firstNumber)) }, (_, at) =>
      offer(firstNumber - at),
    );
    const last = Math.ceil(offers / PAGE);
    return { data, meta: { current_page: page, last_page: last, per_page: PAGE, total: offers } };
  };
  const answerTo = (path: string): string => {
    const { pathname, searchParams } = new URL(path, 'http://shop');
    const id = /\/(\d+)$/.exec(pathname)?.[1];
    if (id !== undefined) return reply(200, JSON.stringify({ data: offer(Number(id)) }));
    if (!listsOpen) return reply(503, '{"message":"closed"}');
    return reply(200, JSON.stringify(list(Number(searchParams.get('page')))));
  };
  const upstream = await startUpstream({
    request: ({ method, path }, socket) => {
      if (method === 'GET') socket.write(answerTo(path));
      else socket.destroy();
    },
  });
  return { ...upstream, closeLists: () => (listsOpen = false) };
}
