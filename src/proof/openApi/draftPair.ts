import { definedMembers } from '../../contract/result';
import type { Fault } from '../../mapping/yaml/fileFault';
import { PROFILE } from '../../mapping/yaml/mappingFolder';
import { printYaml } from '../../mapping/yaml/printYaml';
import { nameWords } from '../learn/answerExamples';
import type { WrittenFields } from '../learn/draftContract';
import { camelCase, draftFile, withCapital, writtenSide } from '../learn/draftMapping';
import { describedFields } from './describedFields';
import { withTypes } from './describedInstants';
import {
  type DescribedResource,
  describedResources,
  type DescribedShape,
  askedPages,
  isAlone,
  resourceSchema,
  shapeOf,
} from './describedResources';
import { draftProfile } from './draftProfile';
import { draftQuery, draftRoutes, parametersIn, singular } from './draftRoute';
import { draftAttributes, draftBody } from './draftRules';
import type { DescribedApi } from './openApiFile';
import { undraftedReason } from './undraftedOperations';

/** A drafted folder of mappings. */
export interface DraftedPair {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** The contracts in the files, in the form of `contract: adds:`. */
  readonly contracts: string;
  /** The open points in the files, in the words of `check`. */
  readonly faults: readonly Fault[];
  /** The operations of v1 that no file answers yet. */
  readonly open: readonly string[];
}

interface Side {
  readonly api: DescribedApi;
  readonly resources: readonly DescribedResource[];
  readonly shape: DescribedShape;
}

const sideOf = (api: DescribedApi): Side => {
  const resources = describedResources(api);
  return { api, resources, shape: shapeOf(api, resources) };
};

const evidence = { path: 'spec', parameters: 'spec', success: 'assumed' };

interface One {
  readonly side: Side;
  readonly resource: DescribedResource;
}

const HEAD = 'Drafted from two OpenAPI documents: read each line. `lifeboat check` says what is still to do.';

/** The query parameters of one side that ask for a page of a list, beside its sizes. */
type DraftedPages = Readonly<Record<string, unknown>>;

/** The parts of a drafted operation beside its routes. */
interface DraftedMembers {
  readonly list?: { readonly v1: DraftedPages; readonly v2: DraftedPages };
  readonly body?: object;
}

/** Lists the query parameters that ask for a page. */
const pageNamesOf = ({ page, offset, cursor, size }: DraftedPages = {}): readonly string[] =>
  [page, offset, cursor, size].filter((name) => typeof name === 'string');

function listOf(ours: One, theirs: One): DraftedMembers['list'] {
  const [v1, v2] = [ours, theirs].map(
    ({ side, resource: { list } }) => list && askedPages(list, side.shape, side.api.resolve),
  );
  if (v1 === undefined || v2 === undefined) return undefined;
  const isSilent = 'page' in v2.beginning && !v2.isNumbered;
  return {
    v1: { ...v1.beginning, size: v1.size, usual: v1.usual, most: v1.most },
    v2: { ...v2.beginning, size: v2.size, most: v2.most, ...(isSilent && { silent: true }), query: {} },
  };
}

/** Finds the member with the id of a resource: `id`, or what its path calls it (`pool_name` is the `name` of a pool). */
function idOf(fields: WrittenFields, { name, read }: DescribedResource): string {
  const parameter = parametersIn(read.path).at(-1) ?? 'id';
  const resourceWords = nameWords(singular(name));
  const ownWords = nameWords(parameter).filter((word) => !resourceWords.includes(word));
  return ['id', parameter, ownWords.join('_')].find((member) => Object.hasOwn(fields, member)) ?? 'id';
}

const fieldsOf = ({ side: { api, shape }, resource }: One, side: 'v1' | 'v2'): WrittenFields =>
  describedFields(resourceSchema(resource, shape, api.resolve), { ...api, side, purpose: 'answer' });

/** Drafts the body of an operation, and its contracts of both sides. Returns undefined unless both take one. */
function draftedBody(ours: One, theirs: One, kind: 'create' | 'update', attributes: WrittenFields) {
  const [takenNames, sent] = [ours.resource[kind]?.body, theirs.resource[kind]?.body];
  if (takenNames === undefined || sent === undefined) return undefined;
  const v1 = describedFields(takenNames, { ...ours.side.api, side: 'v1', purpose: 'request' });
  const v2 = describedFields(sent, { ...theirs.side.api, side: 'v2', purpose: 'request' });
  const { open, types, ...body } = draftBody(v1, v2, attributes);
  const contracts = { v1: withTypes(v1, types.v1), v2: withTypes(v2, types.v2) };
  return { contracts, body, open: open.map((line) => `${kind}: ${line}`) };
}

type OperationKind = 'list' | 'create' | 'read' | 'update' | 'remove';

/** Drafts one operation that both documents have. Returns undefined if it is not the same in both. */
function draftOperation(ours: One, theirs: One, kind: OperationKind, members: DraftedMembers) {
  const [v1, v2] = [ours.resource[kind], theirs.resource[kind]];
  if (v1 === undefined || v2 === undefined) return undefined;
  const routes = draftRoutes(v1, v2, ours.side.api);
  if (routes === undefined) return undefined;
  const { refused, ...query } = draftQuery(
    { operation: v1, api: ours.side.api, pageNames: pageNamesOf(members.list?.v1) },
    { operation: v2, api: theirs.side.api, pageNames: pageNamesOf(members.list?.v2) },
  );
  const entry = { ...routes, success: v1.success.status, evidence, ...query, ...members };
  return { entry, refused, route: `${v1.method} ${v1.path}` };
}

/** Drafts the contracts and the mapping of one resource that both documents describe. */
function draftResource(ours: One, theirs: One) {
  const resource = singular(ours.resource.name);
  const name = camelCase(resource);
  const [v1, shownV2] = [fieldsOf(ours, 'v1'), fieldsOf(theirs, 'v2')];
  const id = idOf(shownV2, theirs.resource);
  // Documents seldom say so, but nothing is a resource without its id.
  const idField = definedMembers({ ...shownV2[id], optional: undefined });
  const v2 = Object.hasOwn(shownV2, id) ? { ...shownV2, [id]: idField } : shownV2;
  const { rules, fields, types, open: unmade } = draftAttributes(v1, v2, resource);
  const adds: Record<'v1' | 'v2', Record<string, WrittenFields>> = {
    v1: { [name]: fields },
    v2: { [name]: withTypes(v2, types) },
  };
  const operations: Record<string, unknown> = {};
  const open = [...unmade];
  const routes: string[] = [];
  const add = (operation: string, kind: OperationKind, members: DraftedMembers | undefined): void => {
    const drafted = members && draftOperation(ours, theirs, kind, members);
    if (drafted === undefined) return;
    const { entry, refused, route } = drafted;
    operations[operation] = entry;
    open.push(
      ...refused.map((name) => `?${name} of ${operation}: v2 takes nothing of this name, so it is refused`),
    );
    routes.push(route);
  };
  const bodyOf = (kind: 'create' | 'update'): DraftedMembers | undefined => {
    const drafted = draftedBody(ours, theirs, kind, fields);
    if (drafted === undefined) return undefined;
    const contract = `${name}${withCapital(kind)}`;
    for (const side of ['v1', 'v2'] as const) adds[side][contract] = drafted.contracts[side];
    open.push(...drafted.open);
    return { body: { contract: { v1: contract, v2: contract }, ...drafted.body } };
  };
  const list = listOf(ours, theirs);
  const plural = `${name}s`.replace(/(?<![aeiou])ys$/, 'ies');
  add(`list${withCapital(plural)}`, 'list', list && { list });
  add(`create${withCapital(name)}`, 'create', bodyOf('create'));
  add(`get${withCapital(name)}`, 'read', {});
  add(`update${withCapital(name)}`, 'update', bodyOf('update'));
  // What v1 says of a deleted resource is not described by its contract.
  add(`delete${withCapital(name)}`, 'remove', ours.resource.remove?.success.status === 204 ? {} : undefined);
  const notes = [HEAD];
  if (open.length > 0) notes.push('Nothing is drafted for:', ...open.map((line) => `  ${line}`));
  const file = draftFile({
    resource,
    type: ours.resource.name,
    adds,
    attributes: rules,
    operations,
    isOfOwnPair: true,
    id,
    dates: 'iso',
    unused: 'v1 shows nothing of its name',
    note: notes.join('\n'),
  });
  const described = { v1: ours.resource, v2: theirs.resource };
  return { ...file, adds, routes, resource, described, name: `${resource}.yaml` };
}

/** Drafts the mappings of a pair of APIs: a file for each resource that both have, by its name. */
export function draftPair(
  apis: { readonly v1: DescribedApi; readonly v2: DescribedApi },
  now: number,
): DraftedPair {
  const [v1, v2] = [sideOf(apis.v1), sideOf(apis.v2)];
  const takenNames = new Set<string>();
  const open = (['v1', 'v2'] as const).flatMap((name) => {
    const { unreadKey } = apis[name];
    return unreadKey === undefined
      ? []
      : `${name} takes its key as ${unreadKey}, which the gateway cannot: \`auth\` in api.yaml is a guess`;
  });
  const drafts = v1.resources.flatMap((resource) => {
    const name = singular(resource.name);
    const same = v2.resources.find(
      (v2Resource) => singular(v2Resource.name) === name && isAlone(v2Resource) === isAlone(resource),
    );
    if (same === undefined || takenNames.has(name)) return [];
    takenNames.add(name);
    const draft = draftResource({ side: v1, resource }, { side: v2, resource: same });
    return draft.routes.length === 0 ? [] : [draft];
  });
  const answered = new Set(drafts.flatMap(({ routes }) => routes));
  for (const operation of apis.v1.operations) {
    const { method, path } = operation;
    if (answered.has(`${method} ${path}`)) continue;
    const reason = undraftedReason(operation, { v1: v1.resources, v2: v2.resources });
    open.push(`${method} ${apis.v1.prefix}${path}: nothing is drafted; ${reason}`);
  }
  const files = drafts.map(({ name, text }) => ({ name, text }));
  return {
    files: [{ name: PROFILE, text: draftProfile({ v1, v2 }, drafts, now) }, ...files],
    contracts: printYaml(
      {
        v1: Object.fromEntries(drafts.flatMap(({ adds }) => Object.entries(writtenSide(adds.v1)))),
        v2: Object.fromEntries(drafts.flatMap(({ adds }) => Object.entries(writtenSide(adds.v2)))),
      },
      HEAD,
    ),
    faults: drafts.flatMap(({ faults }) => faults),
    open,
  };
}
