import { failure, type Result, success } from '../../../contract/result';
import { invalidFields, type NameInText, namingOf } from '../../translate/validationErrors';
import type { Field } from '../../../contract/field';
import type { Path } from '../../yaml/yamlDocument';
import type { Complaints } from '../../yaml/complaints';
import type { QueryEntry } from '../../yaml/listEntry';
import type { OperationEntry } from '../../yaml/mappingFile';
import type { AskedPage, Operation, PageStyle } from '../compiledOperation';
import type { OperationContext } from '../namedContracts';
import { pageStyleOf } from '../calls/resolveNames';
import { unmarkCursor } from './cursorMark';
import { checkSentQuery, compileSentQuery, type QueryErrors, wordsOf } from './sentQuery';

/** Reads one query parameter; returns its value, or its fault, which names it by the first text. */
type ParameterReader<Value> = (name: string, text: string | null) => Result<Value, string>;

/** Reads 1, 0, true or false; an absent flag is false (observed). */
const readFlag: ParameterReader<boolean> = (name, text) => {
  if (text === null || text === '0' || text === 'false') return success(false);
  if (text === '1' || text === 'true') return success(true);
  return failure(`The ${name} field must be true or false.`);
};

/** Creates the reader of an integer from `least` to `most`. `usual` stands for an absent one. */
const createCountReader =
  (usual: number, most: number, least = 1): ParameterReader<number> =>
  (name, text) => {
    if (text === null) return success(usual);
    if (!/^\d{1,15}$/.test(text)) return failure(`The ${name} field must be an integer.`);
    const count = Number(text);
    if (count < least) return failure(`The ${name} field must be at least ${least}.`);
    return count > most ? failure(`The ${name} field must not be greater than ${most}.`) : success(count);
  };

/** Reads query parameters and reports all violations at once, in the live v1's words. */
function readQuery(
  query: URLSearchParams,
  parameters: readonly ReadParameter[],
  nameInText: NameInText,
): Result<ReadValues, QueryErrors> {
  const errors: Record<string, string[]> = {};
  const values = new Map<string, boolean | number | string>();
  for (const { name, read } of parameters) {
    // Of a repeated parameter the last one counts, as in PHP: a client may append the next page to an address.
    const value = read(nameInText(name), query.getAll(name).at(-1) ?? null);
    if (value.ok) values.set(name, value.value);
    else errors[name] = [value.failure];
  }
  return values.size === parameters.length ? success(values) : failure(errors);
}

/** Largest accepted page number: item numbers are still exact with it. */
const LAST_PAGE = 1_000_000_000_000;

/**
 * Creates the reader of a page's cursor, which the page before gave: one of v1 is refused. The gateway's own cursors are
 * the count of items before the page.
 */
const createCursorReader =
  (isGatewayCursor: boolean): ParameterReader<string> =>
  (name, text) => {
    const cursor = text === null || text === '' ? '' : unmarkCursor(text);
    return cursor === undefined || (isGatewayCursor && !/^\d{0,15}$/.test(cursor))
      ? failure(`The selected ${name} is invalid: begin with the first page.`)
      : success(cursor);
  };

/**
 * A parameter of the v1 query: a flag, a number up to `most`, or text. The beginning of a page comes before its size.
 */
export interface ResolvedParameter {
  readonly name: string;
  /** True if v1 takes any text. */
  readonly isFree?: boolean;
  /** The only words that v1 takes. They are absent where it takes others, too. */
  readonly words?: readonly string[];
  /** Way in which it gives the beginning of a page. It is absent for any other parameter. */
  readonly begins?: PageStyle;
  /** Attributes that are null without this flag. They are absent for a number. */
  readonly shows?: readonly string[];
  readonly usual?: number;
  readonly most?: number;
}

/** A parameter that the gateway itself reads. */
interface ReadParameter extends ResolvedParameter {
  readonly read: ParameterReader<boolean | number | string>;
}

/** Lists the parameters of the v1 query of an operation. */
export function queryOf(entry: OperationEntry): readonly ResolvedParameter[] {
  return [...readParameters(entry), ...takenParameters(entry.query)];
}

/** Lists the parameters, or headers, that a block takes. */
export const takenParameters = ({
  takes = {},
}: Pick<QueryEntry, 'takes'> = {}): readonly ResolvedParameter[] =>
  Object.entries(takes).map(([name, parameter]) => {
    const words = wordsOf(parameter);
    return words === undefined ? { name, isFree: true } : { name, words: Object.keys(words) };
  });

/** True if both sides name pages by cursors: then v2's own cursor is passed on. */
const passesCursor = ({ v1, v2 }: NonNullable<OperationEntry['list']>): boolean =>
  [v1, v2].every((pages) => pageStyleOf(pages).style === 'cursor');

/** Lists the parameters that the gateway itself reads: flags, then the beginning and the size of a page. */
function readParameters({
  list,
  shownWith = {},
}: Pick<OperationEntry, 'list' | 'shownWith'>): readonly ReadParameter[] {
  const flags = [...new Set(Object.values(shownWith))].map((name) => ({
    name,
    read: readFlag,
    shows: Object.keys(shownWith).filter((attribute) => shownWith[attribute] === name),
  }));
  const { size, usual = 1, most = 1 } = list?.v1 ?? {};
  if (list === undefined || list.v1.whole === true) return flags;
  const { style, name } = pageStyleOf(list.v1);
  const isFree = passesCursor(list);
  const range = {
    page: { usual: 1, most: LAST_PAGE, read: createCountReader(1, LAST_PAGE) },
    offset: { usual: 0, most: LAST_PAGE, read: createCountReader(0, LAST_PAGE, 0) },
    cursor: { isFree, read: createCursorReader(!isFree) },
    whole: { read: createCursorReader(true) },
  };
  return [
    ...flags,
    { name, begins: style, ...range[style] },
    ...(size === undefined ? [] : [{ name: size, usual, most, read: createCountReader(usual, most) }]),
  ];
}

/** Checks that each attribute behind a flag exists and may be null, as it is without the flag. */
function checkShown(
  shownWith: Readonly<Record<string, string>>,
  v1: Field,
  entryPath: Path,
  complaints: Complaints,
): void {
  const members = v1.kind === 'object' ? v1.members : new Map<string, Field>();
  for (const attribute of Object.keys(shownWith)) {
    const field = members.get(attribute);
    const path = [...entryPath, 'shownWith', attribute];
    if (field === undefined) {
      const message = `v1 has no attribute ${attribute}`;
      complaints.reportKey(path, 'attribute-unknown', message, [attribute, members.keys()]);
    } else if (!field.nullable) {
      complaints.reportKey(path, 'policy-violates-contract', `v1 does not allow ${attribute} to be null`);
    }
  }
}

/** Checks that a list is read from a path that v1 parameters fill, with a size that v2 takes. */
function checkList(
  { path = {}, list }: Pick<OperationEntry, 'path' | 'list'>,
  at: Path,
  complaints: Complaints,
): void {
  for (const [name, feed] of Object.entries(path)) {
    if ('from' in feed) continue;
    complaints.report(
      [...at, 'path', name],
      'parameter-unfilled',
      `only a v1 path fills {${name}} of a list`,
    );
  }
  if (list !== undefined && passesCursor(list) && list.v2.size === undefined && list.v1.size !== undefined) {
    const message = 'each page of v1 is one of v2, and v2 takes no size';
    complaints.report([...at, 'list', 'v1', 'size'], 'list-size-unsent', message, 'delete `size` and `most`');
  }
}

/** In a pair of one's own a parameter that the mapping does not name would be lost with a success. */
const REFUSES_OTHERS: QueryEntry = { others: 'refuse' };

/** Creates the reader of a v1 query: the asked page, and the attributes that the client did not ask for. */
export function compileQuery(
  entry: OperationEntry,
  entryPath: Path,
  { v1, isOfOwnPair, complaints }: Pick<OperationContext, 'v1' | 'isOfOwnPair' | 'complaints'>,
): Operation['query'] {
  const { list, shownWith = {}, query: sentEntry = isOfOwnPair ? REFUSES_OTHERS : undefined } = entry;
  const parameters = readParameters(entry);
  const knownTexts = parameters.map(({ name }) => name);
  checkSentQuery(entry, knownTexts, entryPath, { isOfOwnPair, complaints });
  checkShown(shownWith, v1, entryPath, complaints);
  if (list !== undefined) checkList(entry, entryPath, complaints);
  if (knownTexts.length === 0 && sentEntry === undefined && list === undefined) return undefined;
  const nameInText = namingOf(isOfOwnPair);
  const sentBy = sentEntry && compileSentQuery(sentEntry, knownTexts, nameInText);
  const page = list && compilePageReader(list);
  return (query) => {
    const values = readQuery(query, parameters, nameInText);
    const sent = sentBy?.(query) ?? success('');
    if (!values.ok || !sent.ok)
      return invalidFields({ ...(values.ok ? {} : values.failure), ...(sent.ok ? {} : sent.failure) });
    const readValues = values.value;
    const hidden = Object.entries(shownWith).flatMap(([attribute, flag]) =>
      readValues.get(flag) === true ? [] : [attribute],
    );
    return success({
      hidden,
      ...(page === undefined ? {} : { page: page(readValues, query) }),
      ...(sent.value === '' ? {} : { sent: sent.value }),
    });
  };
}

type ReadValues = ReadonlyMap<string, boolean | number | string>;

/** Returns the number of items on a page of v1 where a client does not say it. */
export function usualSizeOf({ query }: Pick<Operation, 'query'>): number | undefined {
  const askedQuery = query?.(new URLSearchParams());
  return askedQuery?.ok === true ? askedQuery.value.page?.size : undefined;
}

/** Most items of a list that v1 answers as a whole; a longer one is refused. */
const MAX_WHOLE_LIST_ITEMS = 10_000;

/** Creates the reader of the asked page. */
function compilePageReader(list: NonNullable<OperationEntry['list']>) {
  const { v1 } = list;
  const { style, name } = pageStyleOf(v1);
  const isCursorPassed = passesCursor(list);
  const { size: sizeName, usual } = v1;
  const all: AskedPage = { style, start: 0, size: MAX_WHOLE_LIST_ITEMS, asks: () => '' };
  if (usual === undefined) return () => all;
  return (read: ReadValues, query: URLSearchParams): AskedPage => {
    const size = sizeName === undefined ? usual : Number(read.get(sizeName));
    const beginning = String(read.get(name));
    const countBefore = style === 'page' ? (Number(beginning) - 1) * size : Number(beginning);
    const asks = (next: string): string => {
      const later = new URLSearchParams(query);
      later.set(name, next);
      return later.toString();
    };
    return isCursorPassed
      ? { style, start: 0, size, asks, ...(beginning === '' ? {} : { cursor: beginning }) }
      : { style, start: countBefore, size, asks };
  };
}
