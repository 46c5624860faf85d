import { reply, type Script, type SeenRequest } from '../support/upstream.ts';
import { readScene, writeScene } from '../support/rehearsedUpstream.ts';

/** The resources that there are: whoever asks for one gets that one, and every other id is refused. */
const named = (path: string): { of: string; id: string } | undefined => {
  const [, of = '', id = ''] = /^\/v2\/(account|currency)-offers\/([1-9]\d{0,14})(?:\?|$)/.exec(path) ?? [];
  return of === '' ? undefined : { of, id };
};

/** The page that is asked for, of a list that has one item. */
function listOf(path: string, good: string): string {
  const query = new URL(path, 'http://upstream').searchParams;
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 15)];
  const { data } = JSON.parse(good) as { readonly data: unknown };
  const meta = { current_page: page, from: 1, last_page: 1, per_page: perPage, to: 1, total: 1 };
  return JSON.stringify({ data: page === 1 ? [data] : [], meta });
}

function goodAnswer(path: string): string | undefined {
  if (path.startsWith('/v2/account-offers?')) return listOf(path, readScene.good);
  if (path.startsWith('/v2/currency-offers?')) return listOf(path, writeScene.good);
  const resource = named(path);
  if (resource === undefined) return undefined;
  const { good } = resource.of === 'account' ? readScene : writeScene;
  return good.replace(/"id":\d+/, `"id":${resource.id}`);
}

/** The bytes of a good answer to whatever a translated request may ask, and of a refusal of the rest. */
export function honestAnswer({ method, path }: Pick<SeenRequest, 'method' | 'path'>): string {
  const good = goodAnswer(path);
  const answer = good === undefined ? reply(404, '{"message":"Resource not found."}') : reply(200, good);
  return method === 'HEAD' ? answer.replace(/\r\n\r\n.*$/s, '\r\n\r\n') : answer;
}

/** Answers well whatever a translated request may ask, and refuses the rest. */
export const honest: Script = {
  request: (seenRequest, socket) => socket.write(honestAnswer(seenRequest)),
};
