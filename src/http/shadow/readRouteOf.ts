import { isJsonObject, type Json } from '../../contract/json';
import type { Gateway, Route } from '../../gateway/gateway';
import { success } from '../../translation/result';

/** Path segments after a resource's own that name an action on it: `/status`, `/actions/complete`. */
const MOST_ACTION_SEGMENTS = 2;

const idOf = (body: Json): string | undefined => {
  const data = isJsonObject(body) ? body['data'] : undefined;
  const id = isJsonObject(data) ? data['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};

/** Everything of a resource is shown: v1's answers to writes leave nothing out. */
function whole({ operation, parameters }: Route): Route {
  return { operation: { ...operation, query: () => success({ hidden: [] }) }, parameters };
}

/** The read that shows what a write has left behind; undefined where no single resource can be read. */
export function readRouteOf(
  { method, target }: { readonly method: string; readonly target: string },
  answered: Json,
  match: Gateway['match'],
): Route | undefined {
  const [path = ''] = target.split('?');
  const segments = path.split('/');
  const id = method === 'POST' ? idOf(answered) : undefined;
  const written = id === undefined ? segments : [...segments, encodeURIComponent(id)];
  for (let fewer = 0; fewer <= MOST_ACTION_SEGMENTS; fewer += 1) {
    const found = match('GET', written.slice(0, written.length - fewer).join('/'));
    const single = found?.ok === true && Object.keys(found.value.parameters).length > 0;
    if (single && found.value.operation.list === undefined) return whole(found.value);
  }
  return undefined;
}
