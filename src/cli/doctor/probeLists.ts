import type { Json } from '../../contract/json';
import type { Operation, PagedList } from '../../mapping/operation';
import { Mismatch } from '../../translation/mismatch';
import type { About } from './about';
import type { Finding } from './finding';
import type { PageReader } from './pageReader';

/** A v2 list that answers v1 clients, and what is held against its items. */
export interface AnsweringList {
  readonly list: PagedList;
  /** The place where an item does not fit; undefined when it fits. */
  readonly misfit: (item: Json) => string | undefined;
}

function listOf({ list, answer }: Operation): AnsweringList[] {
  if (list === undefined) return [];
  const misfit = (item: Json) => {
    const translated = answer.read({ data: item });
    return translated.ok ? undefined : translated.failure.path;
  };
  return [{ list, misfit }];
}

function namesOf({ namesKnown }: Operation): AnsweringList[] {
  if (namesKnown === undefined) return [];
  const misfit = (item: Json) => {
    const read = namesKnown.read(item);
    return read instanceof Mismatch ? read.path : undefined;
  };
  return [{ list: namesKnown.list, misfit }];
}

/** The lists that answer v1 clients, one for each v2 path. */
export function answeringLists(operations: readonly Operation[]): readonly AnsweringList[] {
  const all = operations.flatMap((operation) => [...listOf(operation), ...namesOf(operation)]);
  return [...new Map(all.map((one) => [one.list.path, one])).values()];
}

/** Reads the first page of a list, as large as may be, and holds every item against the contract. */
export async function probeList(
  read: PageReader,
  { list, misfit }: AnsweringList,
  says: About,
): Promise<Finding[]> {
  const page = await read(1);
  if (!page.ok) {
    const { code, detail = '' } = page.failure;
    return [
      says.error(`cannot be read as a list: ${code} ${detail}`.trimEnd(), 'v1 clients get what v2 answers'),
    ];
  }
  const { size, items } = page.value;
  if (size !== list.most) {
    const message = `gives ${size} per page and was asked for ${list.most}: v1 clients are answered 502`;
    return [says.error(message, 'set `most` in the mapping to the limit of the service')];
  }
  const places = items.flatMap((item) => misfit(item) ?? []);
  if (places.length === 0)
    return [says.ok(`pages as the mapping relies on; ${items.length} items fit the contract`)];
  const [first = ''] = places;
  return [
    says.error(
      `${places.length} of ${items.length} items do not fit the contract, the first at ${first}: v1 clients are answered 502`,
      'compare it with src/contract/v2, and the mapping with it',
    ),
  ];
}
