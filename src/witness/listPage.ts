import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../contract/json';
import type { LookupIndex } from '../mapping/operation';
import type { Step } from '../translation/rule';
import { stepsTo } from '../translation/stepsTo';
import { withValueAt } from '../translation/withValueAt';
import { essence } from './essence';
import { pageOf } from './pageOf';

const PER_PAGE = 50;

/** A v2 object that callers look up, and what makes it the one that is meant. */
export interface Wanted {
  readonly object: Json;
  readonly id: number;
  readonly idPath: readonly Step[];
  readonly key: string;
}

const page = (items: readonly Json[]): Json => pageOf(items, { number: 1, size: PER_PAGE });

/** One listed item: nothing is in it that the index does not look at. */
function listed(index: LookupIndex, { object, id, idPath, key }: Wanted): Json {
  const item = withValueAt(withValueAt(object, stepsTo(index.key), key), idPath, id);
  return essence(item, (changed) => isDeepStrictEqual(index.read(changed), index.read(item)));
}

/** A v2 list in which no item has the key. */
export const listWithout = (index: LookupIndex, wanted: Wanted): Json =>
  page([listed(index, { ...wanted, key: `not ${wanted.key}` })]);

/**
 * The whole v2 list as one page. Before the wanted object come a newer one of another key and, where the index
 * prefers the wanted one to one of the others, that as a newer one of the same key.
 */
export function listPage(index: LookupIndex, wanted: Wanted, others: readonly Json[]): Json {
  const { id, key } = wanted;
  const isPreferred = (object: Json) => index.read(listed(index, { ...wanted, object }))?.preferred === true;
  const lesser = isPreferred(wanted.object) ? others.find((object) => !isPreferred(object)) : undefined;
  return page([
    listed(index, { ...wanted, id: id + 2, key: `not ${key}` }),
    ...(lesser === undefined ? [] : [listed(index, { ...wanted, object: lesser, id: id + 1 })]),
    listed(index, wanted),
  ]);
}
