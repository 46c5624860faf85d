import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json } from '../contract/json';
import type { LookupIndex } from '../mapping/operation';
import { withValueAt } from '../translation/withValueAt';
import { essence } from './essence';

const PER_PAGE = 50;

function page(items: readonly Json[]): Json {
  const { length } = items;
  const meta = { current_page: 1, from: 1, last_page: 1, per_page: PER_PAGE, to: length, total: length };
  return { data: [...items], meta };
}

/** One listed item with an id and key of its own, and nothing in it that the index does not look at. */
function listed(index: LookupIndex, object: Json, id: number, key: string): Json {
  const keyed = withValueAt(
    object,
    index.key.split('.').map((name) => ({ name })),
    key,
  );
  const item = isJsonObject(keyed) ? { ...keyed, id } : keyed;
  return essence(item, (changed) => isDeepStrictEqual(index.read(changed), index.read(item)));
}

/**
 * The whole v2 list as one page. Before the wanted object come a newer one of another key and, where the index
 * prefers the wanted one to it, a newer one of the same key.
 */
export function listPage(
  index: LookupIndex,
  { id, key, wanted, others }: { id: number; key: string; wanted: Json; others: readonly Json[] },
): Json {
  const isPreferred = (object: Json) => index.read(listed(index, object, id, key))?.preferred === true;
  const lesser = isPreferred(wanted) ? others.find((object) => !isPreferred(object)) : undefined;
  return page([
    listed(index, wanted, id + 2, `not ${key}`),
    ...(lesser === undefined ? [] : [listed(index, lesser, id + 1, key)]),
    listed(index, wanted, id, key),
  ]);
}

/** A v2 list in which no item has the key. */
export const listWithout = (
  index: LookupIndex,
  { id, key, wanted }: { id: number; key: string; wanted: Json },
): Json => page([listed(index, wanted, id, `not ${key}`)]);
