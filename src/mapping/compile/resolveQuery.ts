import { failure, type Result, success } from '../../contract/result';
import { spoken, summarize, type Validation } from '../translate/validationErrors';
import type { Field } from '../../contract/field';
import type { Path } from '../yaml/yamlDocument';
import { type Complaints, didYouMean } from '../yaml/complaints';
import type { OperationEntry } from '../yaml/mappingFile';
import type { Operation } from './compiledOperation';
import { checkListPath } from './pathParameters';

/** Reads one query parameter: its value, or its fault. */
type Read<Value> = (name: string, text: string | null) => Result<Value, string>;

/** Reads 1, 0, true or false; false when it is not there (observed). */
const readFlag: Read<boolean> = (name, text) => {
  if (text === null || text === '0' || text === 'false') return success(false);
  if (text === '1' || text === 'true') return success(true);
  return failure(`The ${spoken(name)} field must be true or false.`);
};

/** Reads an integer from 1 to `most`; `usual` when it is not there. */
const readCount =
  (usual: number, most: number): Read<number> =>
  (name, text) => {
    if (text === null) return success(usual);
    if (!/^\d{1,15}$/.test(text)) return failure(`The ${spoken(name)} field must be an integer.`);
    const count = Number(text);
    if (count < 1) return failure(`The ${spoken(name)} field must be at least 1.`);
    return count > most
      ? failure(`The ${spoken(name)} field must not be greater than ${most}.`)
      : success(count);
  };

/** Reads query parameters by name, in the live v1's words; all violations are reported at once. */
function readQuery<Value>(
  query: URLSearchParams,
  reads: Readonly<Record<string, Read<Value>>>,
): Result<ReadonlyMap<string, Value>, Validation> {
  const errors: Record<string, string[]> = {};
  const values = new Map<string, Value>();
  for (const [name, read] of Object.entries(reads)) {
    const value = read(name, query.get(name));
    if (value.ok) values.set(name, value.value);
    else errors[name] = [value.failure];
  }
  return values.size === Object.keys(reads).length
    ? success(values)
    : failure({ message: summarize(errors), errors });
}

/** Largest accepted page number: with it item numbers are still exact. */
const LAST_PAGE = 1_000_000_000_000;

/** A parameter of the v1 query: a flag, or a number from 1 to `most`; the number of a page comes before its size. */
export interface ResolvedParameter {
  readonly name: string;
  /** The attributes that are null without this flag; absent for a number. */
  readonly shows?: readonly string[];
  readonly usual?: number;
  readonly most?: number;
}

/** Lists the parameters of the v1 query of an operation. */
export function queryOf({ list, shownWith = {} }: OperationEntry): readonly ResolvedParameter[] {
  const flags = [...new Set(Object.values(shownWith))].map((name) => ({
    name,
    shows: Object.keys(shownWith).filter((attribute) => shownWith[attribute] === name),
  }));
  if (list === undefined) return flags;
  const { page, size, usual, most } = list.v1;
  return [...flags, { name: page, usual: 1, most: LAST_PAGE }, { name: size, usual, most }];
}

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
  checkListPath(v2, [...at, 'v2'], complaints);
  if (v2.startsWith('GET ')) return;
  const message = 'a list is read page by page, and only GET reads';
  complaints.report([...at, 'v2'], { code: 'list-not-read', message });
}

/** Compiles the reader of a v1 query: the asked page, and the attributes that the client did not ask for. */
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
