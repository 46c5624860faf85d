import { isJsonObject } from '../../contract/json';
import { translationFrom } from '../translate/translateAnswer';
import { compileAttributes } from '../translate/compileAttributes';
import { Mismatch } from '../translate/madeValue';
import { failure, success } from '../../contract/result';
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
import { type ResolvedPath, resolveEach, resolvePath } from './resolvePath';
import { type ResolvedNames, resolveNames, resolvePages } from './resolveNames';
import { queryOf, type ResolvedParameter, resolveQuery } from './query/resolveQuery';
import { type ResolvedRequest, resolveRequest, requestParts } from './resolveRequest';
import { type QueryLedger, queryLedger } from './query/sentQuery';
import { routeMethod, routePath } from './pathParameters';

/** A compiled answer that is not the resource. */
interface ResolvedAnswer {
  /** Name of the v1 contract; absent if v1 answers without a body. */
  readonly contract?: string;
  readonly v1: ObjectField;
  /** Contract of v2's answer, narrowed where a rule says `drift: fail`. */
  readonly v2: ObjectField;
  readonly rules: readonly AttributeRule[];
  readonly answer: Operation['answer'];
  /** False if v2's body is not read. */
  readonly reads: boolean;
  readonly ledger: readonly LedgerAnswer[];
}

/** Turns a written answer that is not the resource into its translation, with the checks of attributes. */
function resolveAnswer(
  operation: string,
  { contract, attributes }: NonNullable<OperationEntry['answer']>,
  { contracts, file, complaints }: OperationContext,
): ResolvedAnswer | undefined {
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
    ...{ complaints, dates: file.dates, ledger },
    ...{ used: new Map<string, string[]>(), opened: new Set<string>(), closed },
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
    reads: contract.v2 !== undefined,
    ledger: ledger.map((line) => ({ operation, ...line })),
    answer,
  };
}

/** Makes the answer to a success without a body: v2's body is not read. */
function resolveNothing(
  operation: string,
  entry: OperationEntry,
  { complaints }: OperationContext,
): ResolvedAnswer {
  for (const name of ['answer', 'list', 'shownWith', 'message', 'notFound'] as const) {
    if (entry[name] === undefined) continue;
    const at = ['operations', operation, name];
    const message = `v1 answers ${NO_CONTENT} without a body, so ${name} applies to nothing`;
    complaints.reportKey(at, 'answer-unused', message, 'delete it');
  }
  const read = () => success({});
  const answer = { read, print: () => success({ body: '', data: 'null' }) };
  return { v1: emptyObject, v2: emptyObject, rules: [], reads: false, ledger: [], answer };
}

function ownAnswerOf(
  name: string,
  entry: OperationEntry,
  context: OperationContext,
): ResolvedAnswer | undefined {
  if (entry.success === NO_CONTENT) return resolveNothing(name, entry, context);
  return entry.answer && resolveAnswer(name, entry.answer, context);
}

/** One compiled operation, with the parts that checks, laws and documents read. */
export interface ResolvedOperation {
  readonly operation: Operation;
  readonly query: readonly ResolvedParameter[];
  /** Absent without a block of its own for the query. */
  readonly sent?: QueryLedger;
  readonly body?: ResolvedRequest;
  /** Absent if the resource is the answer. */
  readonly ownAnswer?: Pick<ResolvedAnswer, 'contract' | 'v1' | 'v2' | 'rules' | 'ledger'>;
  /** Absent if a 404 lists no names. */
  readonly names?: ResolvedNames;
}

function lookupOf({ lookup }: ResolvedPath): Pick<Operation, 'lookup'> {
  return lookup === undefined ? {} : { lookup: { ...lookup, verify: lookup.index.read } };
}

function requestOf(
  name: string,
  entry: OperationEntry,
  path: ResolvedPath,
  v1: ObjectField | undefined,
  context: OperationContext,
): ResolvedRequest | undefined {
  const { body } = entry;
  if (body === undefined || v1 === undefined) return undefined;
  return resolveRequest(name, { ...entry, body }, v1, path.bodyFeeds, context);
}

/** Compiles the v2 calls of an operation that needs more than one. */
function callsOf(
  name: string,
  entry: OperationEntry,
  path: ResolvedPath,
  names: ResolvedNames | undefined,
  { complaints }: OperationContext,
): Pick<Operation, 'list' | 'each' | 'acknowledgement' | 'namesKnown'> {
  const each = resolveEach(entry, path.bodyFeeds, ['operations', name], complaints);
  return {
    ...(each === undefined && entry.message !== undefined ? { acknowledgement: entry.message } : {}),
    ...(entry.list === undefined ? {} : { list: resolvePages(entry.v2, entry.list.v2) }),
    ...(each === undefined ? {} : { each }),
    ...(names === undefined ? {} : { namesKnown: names.known }),
  };
}

function namesOf(
  name: string,
  { notFound }: OperationEntry,
  { contracts: fieldsBySide, complaints }: OperationContext,
): ResolvedNames | undefined {
  return notFound && resolveNames(notFound, ['operations', name, 'notFound'], fieldsBySide, complaints);
}

function v2Of(
  entry: OperationEntry,
  { path, id, resource }: ResolvedPath,
  ownAnswer: ResolvedAnswer | undefined,
): Operation['v2'] {
  const method = routeMethod(entry.v2);
  return {
    method,
    template: routePath(entry.v2),
    ...(ownAnswer?.reads === false ? { unread: true } : {}),
    path,
    // An answer that is not the resource need not show its id.
    ...(ownAnswer === undefined && id !== undefined ? { id } : {}),
    ...(ownAnswer === undefined && method !== 'GET' && resource !== undefined ? { resource } : {}),
  };
}

function v1Of(entry: OperationEntry, { parameters }: ResolvedPath): Operation['v1'] {
  const open = entry.open === true ? { open: entry.open } : {};
  const names = [...new Set(Object.values(entry.shownWith ?? {}))];
  const flags = names.length === 0 ? {} : { flags: names };
  const { v1, success } = entry;
  return { method: routeMethod(v1), template: routePath(v1), parameters, success, ...flags, ...open };
}

/**
 * Compiles the check for unchanged writes. An answer that is not the resource shows no offer to compare a write with.
 */
function unchangedOf(
  { v2 }: OperationEntry,
  body: ResolvedRequest | undefined,
  ownAnswer: ResolvedAnswer | undefined,
  [path, { attributes }]: readonly [ResolvedPath, OperationContext],
): Pick<Operation, 'unchanged'> {
  return ownAnswer === undefined && path.id !== undefined ? compileUnchanged(v2, body, attributes) : {};
}

function habitsOf(
  entry: OperationEntry,
  { lookup }: ResolvedPath,
  { each }: Pick<Operation, 'each'>,
  [body, names]: readonly [ResolvedRequest | undefined, ResolvedNames | undefined],
): Pick<Operation, 'habits'> {
  const { list } = entry;
  const [, by = ''] = /\{([^}]+)\}$/.exec(entry.v1) ?? [];
  const habits = compileHabits({
    ...{ v2: entry.v2, lookup, each, body },
    list: list && { size: list.v1.size, most: list.v2.most },
    flags: queryOf(entry).flatMap(({ name, shows }) => (shows === undefined ? [] : [{ name, shows }])),
    names: names && { by, path: names.known.list.path },
  });
  return habits.list.length === 0 && habits.ofBody === undefined ? {} : { habits };
}

/** Compiles one written operation; if it reports complaints, the result must not be used. */
export function resolveOperation(
  name: string,
  entry: OperationEntry,
  context: OperationContext,
): ResolvedOperation {
  const { contracts: knownContracts, indexes } = context;
  const at = ['operations', name];
  const contract = ['operations', name, 'body', 'contract', 'v1'];
  const bodyV1 =
    entry.body && contractNamed(knownContracts.v1, entry.body.contract.v1, contract, context.complaints);
  const path = resolvePath(entry, at, bodyV1, context);
  const body = requestOf(name, entry, path, bodyV1, context);
  const ownAnswer = ownAnswerOf(name, entry, context);
  const query = resolveQuery(entry, context.v1, at, context.complaints);
  const names = namesOf(name, entry, context);
  const calls = callsOf(name, entry, path, names, context);
  const operation: Operation = Object.freeze({
    name,
    resource: context.file.resource,
    v1: v1Of(entry, path),
    v2: v2Of(entry, path, ownAnswer),
    ...lookupOf(path),
    ...calls,
    ...habitsOf(entry, path, calls, [body, names]),
    ...unchangedOf(entry, body, ownAnswer, [path, context]),
    indexes: [...indexes.values()],
    ...(query && { query }),
    ...requestParts(body),
    answer: ownAnswer?.answer ?? context.answer,
  });
  const sent = entry.query && queryLedger(name, entry.query, context.complaints);
  const resolved = { operation, query: queryOf(entry), ...(body && { body }), ...(sent && { sent }) };
  return { ...resolved, ...(ownAnswer && { ownAnswer }), ...(names && { names }) };
}
