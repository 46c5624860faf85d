import type { IndexItem } from '../../mapping/operation';
import type { IndexNames } from './indexNames';
import type { IndexEntry } from './indexStore';

/** An item as an index keeps it: its login an HMAC. */
export const entryOf = (
  { id, key, preferred, changed = null }: IndexItem,
  partition: string,
  names: Pick<IndexNames, 'key'>,
): IndexEntry => ({ id, key: key === null ? null : names.key(partition, key), preferred, changed });
