import type { Field } from '../contract/field';
import type { Path } from '../document/document';
import { didYouMean } from '../document/didYouMean';
import { readCount, readFlag, readQuery } from '../translation/readQuery';
import { success } from '../translation/result';
import type { Complaints } from './complaints';
import type { OperationEntry } from './mappingFile';
import type { Operation } from './operation';

/** Farther pages are none: the number stays exact. */
export const LAST_PAGE = 1_000_000_000_000;

function checkShown(
  shownWith: Readonly<Record<string, string>>,
  v1: Field,
  at: Path,
  complaints: Complaints,
): void {
  const members = v1.kind === 'object' ? v1.members : new Map<string, Field>();
  for (const attribute of Object.keys(shownWith)) {
    const field = members.get(attribute);
    const path = [...at, 'shownWith', attribute];
    if (field === undefined) {
      const hint = didYouMean(attribute, members.keys());
      const message = `v1 has no attribute ${attribute}`;
      complaints.report(path, { code: 'attribute-unknown', message, hint, part: 'key' });
    } else if (!field.nullable) {
      const message = `v1 does not allow ${attribute} to be null`;
      complaints.report(path, { code: 'policy-violates-contract', message, part: 'key' });
    }
  }
}

function checkList(v2: string, at: Path, complaints: Complaints): void {
  if (v2.startsWith('GET ')) return;
  const message = 'a list is read page by page, and only GET reads';
  complaints.report([...at, 'v2'], { code: 'list-not-read', message });
}

/** Compiles how the query of a v1 request is read: which page, and which attributes the client did not ask for. */
export function resolveQuery(
  { v2, list, shownWith = {} }: Pick<OperationEntry, 'v2' | 'list' | 'shownWith'>,
  v1: Field,
  at: Path,
  complaints: Complaints,
): Operation['query'] {
  checkShown(shownWith, v1, at, complaints);
  if (list !== undefined) checkList(v2, at, complaints);
  if (list === undefined && Object.keys(shownWith).length === 0) return undefined;
  const flags = Object.fromEntries(Object.values(shownWith).map((name) => [name, readFlag]));
  const counts =
    list === undefined
      ? {}
      : {
          [list.v1.page]: readCount(1, LAST_PAGE),
          [list.v1.size]: readCount(list.v1.usual, list.v1.most),
        };
  return (query) => {
    const values = readQuery<boolean | number>(query, { ...flags, ...counts });
    if (!values.ok) return values;
    const read = values.value;
    const hidden = Object.entries(shownWith).flatMap(([attribute, flag]) =>
      read.get(flag) === true ? [] : [attribute],
    );
    if (list === undefined) return success({ hidden });
    const page = { number: Number(read.get(list.v1.page)), size: Number(read.get(list.v1.size)) };
    return success({ hidden, page });
  };
}
