import { isJsonObject } from '../../contract/json';
import { translationFrom } from '../translate/translateAnswer';
import { compileAttributes } from '../translate/compileAttributes';
import { Mismatch } from '../translate/madeValue';
import { definedMembers, failure, success } from '../../contract/result';
import type { AttributeRule } from '../translate/translationRule';
import {
  closeFields,
  contractNamed,
  emptyObject,
  type ObjectField,
  type OperationContext,
} from './namedContracts';
import type { LedgerAnswer, LedgerAttribute } from './ledger';
import type { OperationEntry } from '../yaml/mappingFile';
import { NO_CONTENT, type Operation } from './compiledOperation';
import { resolveAttributes } from './resolveAttributes';
import { compileHabits } from '../translate/v1Habits';
import { compileUnchanged } from './compileUnchanged';
import { checkDeletion, type ResolvedPath, resolveEach, resolvePath } from './resolvePath';
import { type ResolvedNames, resolveNames, resolvePages } from './calls/resolveNames';
import { queryOf, type ResolvedParameter, compileQuery } from './query/resolveQuery';
import { type ResolvedRequest, resolveRequest, requestParts } from './body/resolveRequest';
import { type ResolvedHeaders, resolveHeaders } from './query/resolveHeaders';
import { fixedQueryOf, type SentLedger, sentLedger } from './query/sentQuery';
import { routeMethod, routePath } from './pathParameters';
import { resolveCalls } from './calls/resolveCalls';
import { showParameters } from './shownParameters';

/** A compiled answer that is not the resource. */
interface ResolvedAnswer {
  /** Name of the v1 contract. It is absent if v1 answers without a body. */
  readonly contract?: string;
  readonly v1: ObjectField;
  /** Contract of v2's answer, narrowed where a rule says `drift: fail`. */
  readonly v2: ObjectField;
  readonly rules: readonly AttributeRule[];
  readonly answer: Operation['answer'];
  /** False if v2's body is not read. */
  readonly isBodyRead: boolean;
  readonly ledger: readonly LedgerAnswer[];
}

/** Turns a written answer that is not the resource into its translation, with the checks of attributes. */
function resolveAnswer(
  operation: string,
  entry: OperationEntry,
  context: OperationContext,
): ResolvedAnswer | undefined {
  if (entry.success === NO_CONTENT) return resolveNoBody(operation, entry, context);
  if (entry.answer === undefined) return undefined;
  const { contracts, file, isOfOwnPair, complaints } = context;
  const { contract, attributes } = entry.answer;
  const path = ['operations', operation, 'answer'];
  const v1 = contractNamed(contracts.v1, contract.v1, [...path, 'contract', 'v1'], complaints);
  const v2 =
    contract.v2 === undefined
      ? emptyObject
      : contractNamed(contracts.v2, contract.v2, [...path, 'contract', 'v2'], complaints);
  if (v1 === undefined || v2 === undefined) return undefined;
  const ledger: LedgerAttribute[] = [];
  const closed = new Set<string>();
  const set = { entries: attributes, path: [...path, 'attributes'], v1, v2, prefix: '' };
  const rules = resolveAttributes(set, '', {
    complaints,
    dates: file.dates,
    isOfOwnPair,
    ledger,
    used: new Map<string, string[]>(),
    opened: new Set<string>(),
    closed,
  });
  const noObject = new Mismatch('body', 'object', complaints.place(path));
  const read = compileAttributes(rules, 'body');
  const answer = translationFrom((body) => {
    const object = contract.v2 === undefined ? {} : body;
    const translated = isJsonObject(object) ? read(object) : noObject;
    return translated instanceof Mismatch ? failure(translated) : success(translated);
  });
  return {
    contract: contract.v1,
    v1,
    rules,
    v2: closeFields(v2, closed),
    isBodyRead: contract.v2 !== undefined,
    ledger: ledger.map((line) => ({ operation, ...line })),
    answer,
  };
}

/** Makes the answer to a success without a body: v2's body is not read. */
function resolveNoBody(
  operation: string,
  entry: OperationEntry,
  { complaints }: OperationContext,
): ResolvedAnswer {
  for (const name of ['answer', 'list', 'shownWith', 'message', 'notFound'] as const) {
    if (entry[name] === undefined) continue;
    const path = ['operations', operation, name];
    const message = `v1 answers ${NO_CONTENT} without a body, so ${name} applies to nothing`;
    complaints.reportKey(path, 'answer-unused', message, 'delete it');
  }
  const read = () => success({});
  const answer = { read, print: () => success({ body: '', data: 'null' }) };
  return { v1: emptyObject, v2: emptyObject, rules: [], isBodyRead: false, ledger: [], answer };
}

/** One compiled operation, with the parts that checks, laws and documents read. */
export interface ResolvedOperation {
  readonly operation: Operation;
  /** Contract of what the rules of its answer read. */
  readonly v2: ObjectField;
  readonly query: readonly ResolvedParameter[];
  /** Ledger of the query and the headers of a client. It is absent where the mapping says nothing about them. */
  readonly sent?: SentLedger;
  readonly headers?: ResolvedHeaders;
  readonly body?: ResolvedRequest;
  /** Absent if the resource is the answer. */
  readonly ownAnswer?: Pick<ResolvedAnswer, 'contract' | 'v1' | 'v2' | 'rules' | 'ledger'>;
  /** Absent if a 404 lists no names. */
  readonly names?: ResolvedNames;
}

/** Compiles the v2 calls of an operation that needs more than one. */
function callsOf(
  name: string,
  entry: OperationEntry,
  path: ResolvedPath,
  names: ResolvedNames | undefined,
  { complaints }: OperationContext,
): Pick<Operation, 'lookup' | 'list' | 'each' | 'acknowledgement' | 'namesKnown'> {
  const each = resolveEach(entry, path.bodyFeeds, ['operations', name], complaints);
  return definedMembers({
    lookup: path.lookup,
    acknowledgement: each === undefined ? entry.message : undefined,
    list: entry.list && resolvePages(entry.v2, entry.list.v2),
    each,
    namesKnown: names?.known,
  });
}

/** Describes the v2 call of an operation, and what of its answer is checked or read. */
function v2Of(
  { v2, query, list }: OperationEntry,
  { path, id, resource }: ResolvedPath,
  ownAnswer: ResolvedAnswer | undefined,
): Operation['v2'] {
  const call = { method: routeMethod(v2), template: routePath(v2), path, ...fixedQueryOf(query) };
  // An answer that is not the resource need not show its id; the id in the path of a list is that of another resource.
  if (ownAnswer !== undefined) return ownAnswer.isBodyRead ? call : { ...call, unread: true };
  return definedMembers({
    ...call,
    id: list ? undefined : id,
    resource: call.method === 'GET' ? undefined : resource,
  });
}

function v1Of(
  { v1, success, open, shownWith = {} }: OperationEntry,
  { parameters }: ResolvedPath,
): Operation['v1'] {
  const flags = Object.values(shownWith).length === 0 ? undefined : [...new Set(Object.values(shownWith))];
  return definedMembers({
    method: routeMethod(v1),
    template: routePath(v1),
    parameters,
    success,
    flags,
    open,
  });
}

/** Returns v1's parameter for the size of a page, and v2's largest page. A side without pages has undefined. */
const pagesIn = ({ v1: { size }, v2: { most } }: NonNullable<OperationEntry['list']>) =>
  size === undefined || most === undefined ? undefined : { size, most };

/** Compiles the habits that requests of an operation can show. It is empty if there are none. */
function habitsOf(
  entry: OperationEntry,
  { lookup, each, namesKnown }: ReturnType<typeof callsOf>,
  body: ResolvedRequest | undefined,
): Pick<Operation, 'habits'> {
  const [, by = ''] = /\{([^}]+)\}$/.exec(entry.v1) ?? [];
  const habits = compileHabits({
    v2: entry.v2,
    lookup,
    each,
    body,
    list: entry.list && pagesIn(entry.list),
    flags: queryOf(entry).flatMap(({ name, shows }) => (shows === undefined ? [] : [{ name, shows }])),
    names: namesKnown && { by, path: namesKnown.list.path },
  });
  return habits.list.length === 0 && habits.ofBody === undefined ? {} : { habits };
}

/** Joins what becomes of the query and of the headers; undefined where the mapping says nothing about them. */
function joinSentLedgers(ledgers: readonly (SentLedger | undefined)[]): SentLedger | undefined {
  const givenLedgers = ledgers.filter((ledger) => ledger !== undefined);
  if (givenLedgers.length === 0) return undefined;
  return {
    members: givenLedgers.flatMap(({ members }) => members),
    losses: givenLedgers.flatMap(({ losses }) => losses),
  };
}

/** True for methods whose body has a meaning (RFC 9110 9.3). */
const carriesBody = (method: string): boolean => ['POST', 'PUT', 'PATCH'].includes(method);

/** Compiles one written operation; if it reports complaints, the result must not be used. */
export function resolveOperation(
  name: string,
  entry: OperationEntry,
  context: OperationContext,
): ResolvedOperation {
  const { contracts, complaints } = context;
  const at = ['operations', name];
  const contract = [...at, 'body', 'contract', 'v1'];
  const bodyV1 = entry.body && contractNamed(contracts.v1, entry.body.contract.v1, contract, complaints);
  const path = resolvePath(entry, at, bodyV1, context);
  checkDeletion(entry, path, at, complaints);
  const body = bodyV1 && resolveRequest(name, entry, bodyV1, path, context);
  const ownAnswer = resolveAnswer(name, entry, context);
  const { v2, answer } = showParameters(ownAnswer, { entry, path, at }, context);
  const query = compileQuery(entry, at, context);
  const names = entry.notFound && resolveNames(entry.notFound, [...at, 'notFound'], contracts, complaints);
  const headers = resolveHeaders(name, entry, complaints);
  const calls = callsOf(name, entry, path, names, context);
  // An answer that is not the resource shows no offer to compare a write with.
  const showsResource = ownAnswer === undefined && path.id !== undefined;
  const operation: Operation = Object.freeze({
    ...definedMembers({ query, headers: headers?.treatment, cursor: entry.list?.v1.cursor }),
    name,
    resource: context.file.resource,
    v1: v1Of(entry, path),
    v2: v2Of(entry, path, ownAnswer),
    ...calls,
    ...definedMembers({ calls: resolveCalls(name, entry, context) }),
    ...habitsOf(entry, calls, body),
    ...(showsResource ? compileUnchanged(entry.v2, body, context.attributes) : {}),
    indexes: [...context.indexes.values()],
    ...requestParts(body, context.isOfOwnPair && carriesBody(routeMethod(entry.v1))),
    answer,
  });
  const queryLedger = entry.query && sentLedger(name, 'query', entry.query, complaints);
  const sent = joinSentLedgers([queryLedger, headers]);
  return definedMembers({ operation, v2, query: queryOf(entry), body, sent, headers, ownAnswer, names });
}
