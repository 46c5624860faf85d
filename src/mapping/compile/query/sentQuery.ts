import { failure, type Result, success } from '../../../contract/result';
import { type NameInText, prohibited } from '../../translate/validationErrors';
import type { QueryEntry } from '../../yaml/listEntry';
import type { OperationEntry } from '../../yaml/mappingFile';
import type { Path } from '../../yaml/yamlDocument';
import type { Complaints } from '../../yaml/complaints';
import type { LedgerLoss, LedgerMember } from '../ledger';
import type { OperationContext } from '../namedContracts';

/** Violations by parameter. */
export type QueryErrors = Readonly<Record<string, readonly string[]>>;

/** Makes the query of the v2 call from that of a client. It is empty where nothing is to be said. */
export type SentQuery = (query: URLSearchParams) => Result<string, QueryErrors>;

type TakenParameter = NonNullable<QueryEntry['takes']>[string];

export const targetOf = (parameter: TakenParameter): string =>
  typeof parameter === 'string' ? parameter : parameter.to;

/** The v2 word for each v1 word of a parameter. It is undefined where any text goes on as it is. */
export const wordsOf = (parameter: TakenParameter): Readonly<Record<string, string>> | undefined =>
  typeof parameter === 'string' ? undefined : parameter.words;

/** Treatment of one parameter of a client: what is sent, undefined for nothing, or a text that refuses it. */
type ParameterFate = readonly [name: string, value: string] | string | undefined;

/** Finds what is sent for a parameter or a header that the file takes, or the text that refuses it by its name. */
export function fateFor(
  parameter: TakenParameter,
  name: string,
  value: string,
): readonly [name: string, value: string] | string {
  const words = wordsOf(parameter);
  if (words === undefined) return [targetOf(parameter), value];
  const word = Object.hasOwn(words, value) ? words[value] : undefined;
  return word === undefined ? `The selected ${name} is invalid.` : [targetOf(parameter), word];
}

/** Compiles the query of the v2 call; `known` are the parameters that are read otherwise. */
export function compileSentQuery(
  { takes = {}, sends = {}, drops = {}, others: othersFate }: QueryEntry,
  knownNames: readonly string[],
  nameInText: NameInText,
): SentQuery {
  const fixed = Object.entries(sends).map(([name, value]): [string, string] => [name, String(value)]);
  const unsentNames = new Set([...knownNames, ...Object.keys(drops)]);
  const otherFate = (name: string, value: string): ParameterFate => {
    if (unsentNames.has(name) || othersFate === 'drop') return undefined;
    return othersFate === 'pass' ? [name, value] : prohibited(nameInText(name));
  };
  return (query) => {
    const errors: Record<string, readonly string[]> = {};
    const sentParameters = new URLSearchParams();
    for (const [name, value] of query) {
      const parameter = Object.hasOwn(takes, name) ? takes[name] : undefined;
      const fate =
        parameter === undefined ? otherFate(name, value) : fateFor(parameter, nameInText(name), value);
      if (typeof fate === 'string') errors[name] = [fate];
      else if (fate !== undefined) sentParameters.append(...fate);
    }
    for (const [name, value] of fixed) sentParameters.append(name, value);
    return Object.keys(errors).length === 0 ? success(sentParameters.toString()) : failure(errors);
  };
}

/** True for an operation whose v2 calls are not those of its own query: found by an index, or one for each id. */
export const makesOtherCalls = ({ path = {} }: OperationEntry): boolean =>
  Object.values(path).some((feed) => 'index' in feed || 'each' in feed);

/** The v2 parameters by which pages are asked for. */
function pagesBy({ list }: OperationEntry): readonly string[] {
  if (list === undefined) return [];
  const { page, offset, cursor, size, query } = list.v2;
  return [page, offset, cursor, size, ...Object.keys(query)].flatMap((name) => name ?? []);
}

type QueryContext = Pick<OperationContext, 'isOfOwnPair' | 'complaints'>;

/** Reports a query that no call would have, and one that changes nothing. */
function checkUse(
  entry: OperationEntry,
  query: QueryEntry,
  path: Path,
  { isOfOwnPair, complaints }: QueryContext,
): void {
  if (makesOtherCalls(entry)) {
    const message = 'its v2 calls are made by an index or for each id, and have no query of their own';
    complaints.reportKey(path, 'query-unsent', message, 'delete it');
  }
  if (!isOfOwnPair && query.others === 'drop' && Object.keys(query).length === 1) {
    const message = 'it says what is done without it: other parameters are left out';
    complaints.reportKey(path, 'query-unsent', message, 'delete it');
  }
}

/** Creates the check that adds a name to a set, and reports a name that is in it already. */
export const createOnceCheck =
  (code: string, complaints: Complaints) =>
  (names: Set<string>, name: string, path: Path, participle: string): void => {
    if (names.has(name)) complaints.reportKey(path, code, `${name} is ${participle} already`, 'name it once');
    names.add(name);
  };

/** Reports parameters that are read or written twice, and a query that no call would have. */
export function checkSentQuery(
  entry: OperationEntry,
  knownNames: readonly string[],
  entryPath: Path,
  context: QueryContext,
): void {
  const { query } = entry;
  if (query === undefined) return;
  const { takes = {}, sends = {}, drops = {} } = query;
  const path = [...entryPath, 'query'];
  checkUse(entry, query, path, context);
  const [readNames, sentNames] = [new Set(knownNames), new Set(pagesBy(entry))];
  const checkOnce = createOnceCheck('query-twice', context.complaints);
  for (const [name, parameter] of Object.entries(takes)) {
    checkOnce(readNames, name, [...path, 'takes', name], 'read');
    checkOnce(sentNames, targetOf(parameter), [...path, 'takes', name], 'sent');
  }
  for (const name of Object.keys(sends)) checkOnce(sentNames, name, [...path, 'sends', name], 'sent');
  for (const name of Object.keys(drops)) checkOnce(readNames, name, [...path, 'drops', name], 'read');
}

/** Describes the treatment of v1's query parameters or headers for the ledger: `?state` is sent on as `?status`. */
export interface SentLedger {
  readonly members: readonly LedgerMember[];
  readonly losses: readonly LedgerLoss[];
}

/** The forms in which the ledger shows a name: `?state` in a query, `X-State:` among the headers. */
const shownForms = {
  query: (name: string) => `?${name}`,
  headers: (name: string) => `${name}:`,
} as const;

/** Makes the ledger lines of the parameters that a v1 query has, or of its headers. */
export function sentLedger(
  operation: string,
  block: keyof typeof shownForms,
  { takes = {}, drops = {} }: Pick<QueryEntry, 'takes' | 'drops'>,
  complaints: Complaints,
): SentLedger {
  const shownForm = shownForms[block];
  const placeOf = (part: string, name: string): string =>
    complaints.place(['operations', operation, block, part, name]);
  return {
    members: Object.entries(takes).map(([name, parameter]): LedgerMember => {
      const words = wordsOf(parameter);
      const line = {
        operation,
        member: shownForm(name),
        target: shownForm(targetOf(parameter)),
        place: placeOf('takes', name),
      };
      return words === undefined
        ? { ...line, class: 'exact', codec: 'same' }
        : { ...line, class: 'converted', codec: 'words', words };
    }),
    losses: Object.entries(drops).map(([name, reason]) => ({
      operation,
      member: shownForm(name),
      reason,
      place: placeOf('drops', name),
    })),
  };
}

/** Returns the query that goes with each call, if there is one. */
export function fixedQueryOf({ sends = {} }: QueryEntry = { others: 'refuse' }): { readonly sends?: string } {
  const fixed = Object.entries(sends).map(([name, value]) => [name, String(value)]);
  return fixed.length === 0 ? {} : { sends: new URLSearchParams(fixed).toString() };
}
