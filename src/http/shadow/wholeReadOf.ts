import { dataOf } from '../../contract/dataOf';
import { isJsonObject, type Json } from '../../contract/json';
import type { Gateway, Route } from '../../gateway/gateway';
import { success } from '../../translation/result';

/** Path segments after a resource's own that name an action on it: `/status`, `/actions/complete`. */
const MOST_ACTION_SEGMENTS = 2;

const idOf = (body: Json): string | undefined => {
  const data = dataOf(body);
  const id = isJsonObject(data) ? data['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};

/** A read that shows all of a resource: v1's answers to writes leave nothing out. */
export interface WholeRead {
  /** With nothing hidden. */
  readonly route: Route;
  /** What v1 is asked for it with. */
  readonly target: string;
}

function whole({ operation, parameters }: Route, path: string): WholeRead {
  const { flags = [] } = operation.v1;
  const query = flags.map((flag) => `${flag}=1`).join('&');
  return {
    route: { operation: { ...operation, query: () => success({ hidden: [] }) }, parameters },
    target: query === '' ? path : `${path}?${query}`,
  };
}

/** The read that shows what a write has left behind; undefined where no single resource can be read. */
export function wholeReadOf(
  { method, target }: { readonly method: string; readonly target: string },
  answered: Json,
  match: Gateway['match'],
): WholeRead | undefined {
  const [path = ''] = target.split('?');
  const segments = path.split('/');
  const id = method === 'POST' ? idOf(answered) : undefined;
  const written = id === undefined ? segments : [...segments, encodeURIComponent(id)];
  for (let fewer = 0; fewer <= MOST_ACTION_SEGMENTS; fewer += 1) {
    const place = written.slice(0, written.length - fewer).join('/');
    const found = match('GET', place);
    const single = found?.ok === true && Object.keys(found.value.parameters).length > 0;
    if (single && found.value.operation.list === undefined) return whole(found.value, place);
  }
  return undefined;
}
