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
import type { Method, Operation } from './compiledOperation';
import { resolveAttributes } from './resolveAttributes';
import { compileHabits } from '../translate/v1Habits';
import { compileUnchanged } from './compileUnchanged';
import { type ResolvedPath, resolveEach, resolvePath } from './resolvePath';
import { type ResolvedNames, resolveNames, resolvePages } from './resolveNames';
import { LAST_PAGE, resolveQuery } from './resolveQuery';
import { type ResolvedRequest, resolveRequest, requestParts } from './resolveRequest';
import { routePath } from './pathParameters';

/** A compiled answer that is not the resource. */
interface ResolvedAnswer {
  /** Name of the v1 contract. */
  readonly contract: string;
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

/** A parameter of the v1 query: a flag, or a number from 1 to `most`; the number of a page comes before its size. */
export interface ResolvedParameter {
  readonly name: string;
  /** The attributes that are null without this flag; absent for a number. */
  readonly shows?: readonly string[];
  readonly usual?: number;
  readonly most?: number;
}

function queryOf({ list, shownWith = {} }: OperationEntry): readonly ResolvedParameter[] {
  const flags = [...new Set(Object.values(shownWith))].map((name) => ({
    name,
    shows: Object.keys(shownWith).filter((attribute) => shownWith[attribute] === name),
  }));
  if (list === undefined) return flags;
  const { page, size, usual, most } = list.v1;
  return [...flags, { name: page, usual: 1, most: LAST_PAGE }, { name: size, usual, most }];
}

/** One compiled operation, and the parts of it that checks, laws and documents read. */
export interface ResolvedOperation {
  readonly operation: Operation;
  readonly query: readonly ResolvedParameter[];
  readonly body?: ResolvedRequest;
  /** Absent if the resource is the answer. */
  readonly ownAnswer?: {
    /** Name of the v1 contract. */
    readonly contract: string;
    readonly v1: ObjectField;
    readonly v2: ObjectField;
    readonly rules: readonly AttributeRule[];
    readonly ledger: readonly LedgerAnswer[];
  };
  /** Absent if a 404 lists no names. */
  readonly names?: ResolvedNames;
}

function methodOf(route: string): Method {
  const method = route.slice(0, route.indexOf(' '));
  return method === 'POST' || method === 'PATCH' || method === 'DELETE' ? method : 'GET';
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
  { contracts: known, complaints }: OperationContext,
): ResolvedNames | undefined {
  return notFound && resolveNames(notFound, ['operations', name, 'notFound'], known, complaints);
}

function v2Of(
  entry: OperationEntry,
  { path, id, resource }: ResolvedPath,
  own: ResolvedAnswer | undefined,
): Operation['v2'] {
  const method = methodOf(entry.v2);
  return {
    method,
    template: routePath(entry.v2),
    ...(own?.reads === false ? { unread: true } : {}),
    path,
    // An answer that is not the resource need not show it.
    ...(own === undefined && id !== undefined ? { id } : {}),
    ...(own === undefined && method !== 'GET' && resource !== undefined ? { resource } : {}),
  };
}

function v1Of(entry: OperationEntry, { parameters }: ResolvedPath): Operation['v1'] {
  const open = entry.open === true ? { open: entry.open } : {};
  const names = [...new Set(Object.values(entry.shownWith ?? {}))];
  const flags = names.length === 0 ? {} : { flags: names };
  const { v1, success } = entry;
  return { method: methodOf(v1), template: routePath(v1), parameters, success, ...flags, ...open };
}

/** An answer that is not the resource shows no offer with which a write could be compared. */
function unchangedOf(
  { v2 }: OperationEntry,
  body: ResolvedRequest | undefined,
  own: ResolvedAnswer | undefined,
  [path, { attributes }]: readonly [ResolvedPath, OperationContext],
): Pick<Operation, 'unchanged'> {
  return own === undefined && path.id !== undefined ? compileUnchanged(v2, body, attributes) : {};
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
    flags: queryOf({ ...entry, list: undefined }).map(({ name, shows = [] }) => ({ name, shows })),
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
  const { complaints, contracts: known, indexes } = context;
  const at = ['operations', name];
  const contract = ['operations', name, 'body', 'contract', 'v1'];
  const bodyV1 = entry.body && contractNamed(known.v1, entry.body.contract.v1, contract, complaints);
  const path = resolvePath(entry, at, bodyV1, { indexes, complaints });
  const body = requestOf(name, entry, path, bodyV1, context);
  const own = entry.answer && resolveAnswer(name, entry.answer, context);
  const query = resolveQuery(entry, context.v1, at, complaints);
  const names = namesOf(name, entry, context);
  const calls = callsOf(name, entry, path, names, context);
  const habits = habitsOf(entry, path, calls, [body, names]);
  const operation: Operation = Object.freeze({
    name,
    resource: context.file.resource,
    v1: v1Of(entry, path),
    v2: v2Of(entry, path, own),
    ...lookupOf(path),
    ...calls,
    ...habits,
    ...unchangedOf(entry, body, own, [path, context]),
    indexes: [...indexes.values()],
    ...(query && { query }),
    ...requestParts(body),
    answer: own?.answer ?? context.answer,
  });
  const parts = { ...(body && { body }), ...(own && { ownAnswer: own }), ...(names && { names }) };
  return { operation, query: queryOf(entry), ...parts };
}
