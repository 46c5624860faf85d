import { definedMembers } from '../../contract/result';
import type { WrittenField } from '../../contract/writtenContract';
import { nameWords, withCapital } from '../../contract/field';
import { parameterNames } from '../../mapping/yaml/ruleEntry';
import type { WrittenFields } from '../learn/draftContract';
import { camelCase, draftFile } from '../learn/draftMapping';
import { describedFields } from './describedFields';
import { withTypes } from './describedInstants';
import { type DescribedOne, type DescribedResource, isIdName, resourceSchema } from './describedResources';
import { type DraftedList, draftList, pageNamesOf } from './draftList';
import { draftQuery, draftRoutes, type ItemKey, parameterMeanings, singular } from './draftRoute';
import { draftAttributes, draftBody } from './draftRules';

const evidence = { path: 'spec', parameters: 'spec', success: 'assumed' };

/** Stands at the top of each drafted file. */
export const HEAD =
  'Drafted from two OpenAPI documents: read each line. `lifeboat check` says what is still to do.';

/** The parts of a drafted operation beside its routes. */
interface DraftedMembers {
  readonly list?: DraftedList['list'];
  readonly body?: object;
  /** Lines of it that are left to do. */
  readonly open?: readonly string[];
}

/** Finds the member with the id of a resource: `id`, or what its path calls it (`pool_name` is the `name` of a pool). */
function idOf(fields: WrittenFields, { name, read }: DescribedResource): string {
  const parameter = parameterNames(read.path).at(-1) ?? 'id';
  const resourceWords = nameWords(singular(name));
  const ownWords = nameWords(parameter).filter((word) => !resourceWords.includes(word));
  return ['id', parameter, ownWords.join('_')].find((member) => Object.hasOwn(fields, member)) ?? 'id';
}

/** True if the path of a resource ends with its id, and not with a key beside an id. */
const isReadById = ({ read }: DescribedResource, id: string): boolean =>
  parameterNames(read.path).length > 0 && (id !== 'id' || parameterMeanings(read.path).at(-1) === '');

const fieldsOf = ({ side: { api, shape }, resource }: DescribedOne, side: 'v1' | 'v2'): WrittenFields =>
  describedFields(resourceSchema(resource, shape, api.resolve), { ...api, side, purpose: 'answer' });

/** A resource that both documents describe. */
interface ResourcePair {
  readonly ours: DescribedOne;
  readonly theirs: DescribedOne;
}

/** Describes the id in v2: documents seldom say so, but nothing is a resource without it. */
function idField(ours: WrittenField | undefined, theirs: WrittenField): WrittenField {
  const isNumberAsText = ours?.type === 'integer' && theirs.type === 'text';
  return isNumberAsText
    ? { type: 'integer', asText: true }
    : definedMembers({ ...theirs, optional: undefined });
}

/** Describes what both sides show of a resource, its ids, and the key at the end of its path if that is the id. */
function describedPair({ ours, theirs }: ResourcePair) {
  const [v1, v2] = [fieldsOf(ours, 'v1'), fieldsOf(theirs, 'v2')];
  const ids = { v1: idOf(v1, ours.resource), v2: idOf(v2, theirs.resource) };
  const isSameKey = ids.v1 === ids.v2 || (isIdName(ids.v1) && isIdName(ids.v2));
  const isById = isSameKey && isReadById(ours.resource, ids.v1) && isReadById(theirs.resource, ids.v2);
  const { [ids.v2]: shownId } = v2;
  if (shownId === undefined) return { v1, v2, ids, key: undefined };
  const id = idField(isById ? v1[ids.v1] : undefined, shownId);
  const type: ItemKey['type'] = id.type === 'text' ? 'id' : 'integer';
  return { v1, v2: { ...v2, [ids.v2]: id }, ids, key: isById ? { type } : undefined };
}

/** Drafts the body of an operation, and its contracts of both sides; undefined unless both take one. */
function draftedBody({ ours, theirs }: ResourcePair, kind: 'create' | 'update', attributes: WrittenFields) {
  const [takenNames, sent] = [ours.resource[kind]?.body, theirs.resource[kind]?.body];
  if (takenNames === undefined || sent === undefined) return undefined;
  const v1 = describedFields(takenNames, { ...ours.side.api, side: 'v1', purpose: 'request' });
  const v2 = describedFields(sent, { ...theirs.side.api, side: 'v2', purpose: 'request' });
  const { open, types, ...body } = draftBody(v1, v2, attributes);
  const contracts = { v1: withTypes(v1, types.v1), v2: withTypes(v2, types.v2) };
  return { contracts, body, open: open.map((line) => `${kind}: ${line}`) };
}

type OperationKind = 'list' | 'create' | 'read' | 'update' | 'remove';

const ITEM_KINDS: readonly OperationKind[] = ['read', 'update', 'remove'];

/** Drafts one operation that both documents have; undefined if it is not the same in both. */
function draftOperation(
  { ours, theirs, key }: ResourcePair & { readonly key: ItemKey | undefined },
  kind: OperationKind,
  { open = [], ...members }: DraftedMembers,
) {
  const [v1, v2] = [ours.resource[kind], theirs.resource[kind]];
  if (v1 === undefined || v2 === undefined) return undefined;
  const itemKey = ITEM_KINDS.includes(kind) ? key : undefined;
  const routes = draftRoutes(v1, v2, ours.side.api, itemKey);
  if (routes === undefined) return undefined;
  const { refused, ...query } = draftQuery(
    { operation: v1, api: ours.side.api, pageNames: pageNamesOf(members.list?.v1) },
    { operation: v2, api: theirs.side.api, pageNames: pageNamesOf(members.list?.v2) },
    itemKey,
  );
  const entry = { ...routes, success: v1.success.status, evidence, ...query, ...members };
  const route = { v1: `${v1.method} ${v1.path}`, v2: `${v2.method} ${v2.path}` };
  return { entry, open, refused, route };
}

/** Drafts the contracts and the mapping of one resource that both documents describe. */
export function draftResource(ours: DescribedOne, theirs: DescribedOne) {
  const resource = singular(ours.resource.name);
  const name = camelCase(resource);
  const described = describedPair({ ours, theirs });
  const { v1, v2, ids, key } = described;
  const { rules, fields, types, open: unmade } = draftAttributes(v1, v2, resource, key && ids);
  const adds: Record<'v1' | 'v2', Record<string, WrittenFields>> = {
    v1: { [name]: fields },
    v2: { [name]: withTypes(v2, types) },
  };
  const operations: Record<string, unknown> = {};
  const open = [...unmade];
  const routes: Record<'v1' | 'v2', string[]> = { v1: [], v2: [] };
  const add = (operation: string, kind: OperationKind, members: DraftedMembers | undefined): void => {
    const drafted = members && draftOperation({ ours, theirs, key }, kind, members);
    if (drafted === undefined) return;
    operations[operation] = drafted.entry;
    open.push(...drafted.refused.map(([parameter, why]) => `?${parameter} of ${operation}: ${why}`));
    open.push(...drafted.open);
    for (const side of ['v1', 'v2'] as const) routes[side].push(drafted.route[side]);
  };
  const bodyOf = (kind: 'create' | 'update'): DraftedMembers | undefined => {
    const drafted = draftedBody({ ours, theirs }, kind, fields);
    if (drafted === undefined) return undefined;
    const contract = `${name}${withCapital(kind)}`;
    for (const side of ['v1', 'v2'] as const) adds[side][contract] = drafted.contracts[side];
    return { body: { contract: { v1: contract, v2: contract }, ...drafted.body }, open: drafted.open };
  };
  const plural = `${name}s`.replace(/(?<![aeiou])ys$/, 'ies');
  add(`list${withCapital(plural)}`, 'list', draftList(ours, theirs));
  add(`create${withCapital(name)}`, 'create', bodyOf('create'));
  add(`get${withCapital(name)}`, 'read', {});
  add(`update${withCapital(name)}`, 'update', bodyOf('update'));
  // What v1 says of a deleted resource is not described by its contract.
  add(`delete${withCapital(name)}`, 'remove', ours.resource.remove?.success.status === 204 ? {} : undefined);
  const file = draftFile({
    resource,
    type: ours.resource.name,
    adds,
    attributes: rules,
    operations,
    isOfOwnPair: true,
    id: ids.v2,
    dates: 'iso',
    unused: 'v1 shows nothing of its name',
    note: HEAD,
    open,
  });
  const resources = { v1: ours.resource, v2: theirs.resource };
  return { ...file, adds, routes, resource, described: resources, name: `${resource}.yaml` };
}
