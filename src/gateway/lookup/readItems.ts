import { entryOf } from './entryOf';
import type { IndexNames } from './indexNames';
import type { IndexEntry } from './indexStore';
import type { ListPage } from './listPage';
import type { Lookup } from './question';

/** The entries of a list page, logins turned into HMACs at once; undefined for an item that cannot be read. */
export const readItems = (
  page: ListPage,
  index: Lookup['index'],
  partition: string,
  names: IndexNames,
): readonly (IndexEntry | undefined)[] =>
  page.items.map((json) => {
    const item = index.read(json);
    return item && entryOf(item, partition, names);
  });
