import { joinPath } from '../../contract/field';
import type { Json, JsonObject } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import { lastStep } from '../learn/answerExamples';
import { flatten } from './describedFields';
import { type DescribedApi, type DescribedOperation, objectIn } from './openApiFile';

/** The operations of one resource, which stands at a path such as `/things/{id}`, or alone at one such as `/profile`. */
export interface DescribedResource {
  /** Last word of its path, such as `things`. */
  readonly name: string;
  readonly read: DescribedOperation;
  readonly list?: DescribedOperation | undefined;
  readonly create?: DescribedOperation | undefined;
  readonly update?: DescribedOperation | undefined;
  readonly remove?: DescribedOperation | undefined;
}

const ITEM = /^(\/.*?([\w-]+))\/\{\w+\}$/;
const LITERAL_PATH = /^\/(?:[\w-]+\/)*([\w-]+)$/;

/** True for a resource of which there is only one: its path needs no id. */
export const isAlone = ({ read }: DescribedResource): boolean => LITERAL_PATH.test(read.path);

/** Returns an operation of an API by its route. Returns undefined if it has none. */
const operationAt = ({ operations }: DescribedApi, method: string, path: string) =>
  operations.find((operation) => operation.method === method && operation.path === path);

/** Finds what changes a resource at its own path. */
function changesAt(api: DescribedApi, path: string) {
  const [patch, put, post, remove] = ['PATCH', 'PUT', 'POST', 'DELETE'].map((method) =>
    operationAt(api, method, path),
  );
  return { update: patch ?? put ?? post, remove };
}

/** Describes the resource that is read by one parameter at the end of a path. */
function itemResource(api: DescribedApi, read: DescribedOperation): DescribedResource | undefined {
  const [, collection, name] = ITEM.exec(read.path) ?? [];
  if (collection === undefined || name === undefined) return undefined;
  const [list, create] = ['GET', 'POST'].map((method) => operationAt(api, method, collection));
  return { name, read, list, create, ...changesAt(api, read.path) };
}

/** Describes the resource that is read without a parameter: an object with an id. */
function aloneResource(api: DescribedApi, read: DescribedOperation): DescribedResource | undefined {
  const [, name] = LITERAL_PATH.exec(read.path) ?? [];
  const { schema } = read.success;
  const resource = schemaAt(schema, placeOfOne(schema, api.resolve), api.resolve);
  const properties = propertiesOf(resource, api.resolve);
  if (name === undefined || !Object.hasOwn(properties, 'id')) return undefined;
  return { name, read, ...changesAt(api, read.path) };
}

/** Lists the resources of an API: each that can be read at one path. */
export const describedResources = (api: DescribedApi): readonly DescribedResource[] =>
  api.operations
    .filter(({ method, success }) => method === 'GET' && success.schema !== undefined)
    .flatMap((read) => itemResource(api, read) ?? aloneResource(api, read) ?? []);

type Resolve = DescribedApi['resolve'];

type Schema = Json | undefined;

const propertiesOf = (schema: Schema, resolve: Resolve): JsonObject =>
  objectIn(flatten(schema, resolve).schema['properties']);

const isList = (schema: Schema, resolve: Resolve): boolean =>
  flatten(schema, resolve).schema['type'] === 'array';

/** Finds the resource in an answer: the only object in it, or else the whole answer. */
function placeOfOne(schema: Schema, resolve: Resolve): string {
  const members = Object.entries(propertiesOf(schema, resolve));
  const [name] = members.find(([, node]) => Object.keys(propertiesOf(node, resolve)).length > 0) ?? [];
  return name !== undefined && (name === 'data' || members.length === 1) ? name : '';
}

function placeOfList(schema: Schema, resolve: Resolve): string | undefined {
  if (isList(schema, resolve)) return '';
  const members = Object.entries(propertiesOf(schema, resolve));
  const lists = members.filter(([, node]) => isList(node, resolve));
  // HAL and others keep a list in an object of its own.
  const innerMembers = members.flatMap(([name, node]) =>
    Object.entries(propertiesOf(node, resolve)).map(
      ([below, value]) => [joinPath(name, below), value] as const,
    ),
  );
  const innerLists = innerMembers.filter(([, node]) => isList(node, resolve));
  const [place] = lists.find(([name]) => name === 'data') ?? lists[0] ?? innerLists[0] ?? [];
  return place;
}

/** Names of the members in which lists describe their page. */
const PAGE_NAMES = {
  current_page: /^(?:current_?page|page|page_?number|number)$/i,
  per_page: /^(?:per_?page|page_?size|size|limit)$/i,
  total: /^(?:total|total_?(?:count|items|results|elements|entries)|count)$/i,
  last_page: /^(?:last_?page|total_?pages|page_?count|pages)$/i,
  offset: /^(?:offset|start|skip)$/i,
  next: /^next(?:_?(?:cursor|page|page_?token|link|url))?$/i,
} as const;

/** Names of the members in which lists say whether a page follows, and where it begins. */
const NEXT_NAMES = {
  more: /^(?:(?:has|is)_?)?(?:more|next)(?:_?(?:pages?|items?|results|items_in_collection|available))?$/i,
  number: /^next_?(?:page(?:_?number)?|number|offset|start|skip)$/i,
} as const;

const CURSOR_NAME = /^(?:cursor|after|starting_?after|page_?token)$/i;

const NUMBERS: ReadonlySet<unknown> = new Set(['integer', 'number']);

/** Types of the members of a page that are no numbers. */
const TYPES: Readonly<Record<string, ReadonlySet<unknown>>> = {
  next: new Set(['string']),
  more: new Set(['boolean']),
};

const LEAVES: ReadonlySet<unknown> = new Set([...NUMBERS, 'string', 'boolean']);

/** Lists the paths of numbers, texts and flags with their types. */
const leavesIn = (
  schema: Schema,
  resolve: Resolve,
  around = '',
  depth = 0,
): readonly (readonly [path: string, type: unknown])[] =>
  Object.entries(propertiesOf(schema, resolve)).flatMap(([name, node]) => {
    const path = joinPath(around, name);
    const { type } = flatten(node, resolve).schema;
    if (LEAVES.has(type)) return [[path, type] as const];
    return depth < 2 ? leavesIn(node, resolve, path, depth + 1) : [];
  });

type Leaf = ReturnType<typeof leavesIn>[number];

/** Finds the path of each name in a page. It is empty where there is none of its type. */
function pathsOf(names: Readonly<Record<string, RegExp>>, leaves: readonly Leaf[]) {
  const pathOf = (name: string, looks: RegExp): string => {
    const wantedTypes = TYPES[name] ?? NUMBERS;
    const isMeant = ([path, type]: Leaf): boolean =>
      looks.test(lastStep(path).replaceAll('-', '_')) && wantedTypes.has(type);
    return leaves.find(isMeant)?.[0] ?? '';
  };
  return Object.fromEntries(Object.entries(names).map(([name, looks]) => [name, pathOf(name, looks)]));
}

/** Finds the members that describe the page of a list; what an answer does not have is not written either. */
function pagingOf(schema: Schema, resolve: Resolve) {
  const leaves = leavesIn(schema, resolve);
  const paging: Readonly<Record<string, string>> = { from: '', to: '', ...pathsOf(PAGE_NAMES, leaves) };
  const nextPage = Object.entries(pathsOf(NEXT_NAMES, leaves)).filter(([, path]) => path !== '');
  return { paging, nextPage: nextPage.length === 0 ? undefined : Object.fromEntries(nextPage) };
}

/** The form of a resource and a list of an API, as far as most of its answers agree. */
export type DescribedShape = ReturnType<typeof shapeOf>;

const mostOf = (values: readonly string[]): string | undefined =>
  [...Map.groupBy(values, (value) => value)].toSorted(
    ([, same], [, nextSame]) => nextSame.length - same.length,
  )[0]?.[0];

const schemaAt = (schema: Schema, path: string, resolve: Resolve): Schema =>
  path.split('.').reduce((node, name) => (name === '' ? node : propertiesOf(node, resolve)[name]), schema);

/** Finds the form of an API's answers. */
export function shapeOf({ resolve }: DescribedApi, resources: readonly DescribedResource[]) {
  const pathOfOne = mostOf(resources.map(({ read }) => placeOfOne(read.success.schema, resolve))) ?? '';
  const lists = resources.flatMap(({ list }) => list?.success.schema ?? []);
  const list = mostOf(lists.flatMap((schema) => placeOfList(schema, resolve) ?? [])) ?? '';
  const apart = resources.filter(({ read }) => {
    const properties = propertiesOf(schemaAt(read.success.schema, pathOfOne, resolve), resolve);
    return 'id' in properties && Object.keys(propertiesOf(properties['attributes'], resolve)).length > 0;
  });
  const [paged] = lists.filter((schema) => placeOfList(schema, resolve) === list);
  return {
    one: pathOfOne,
    list,
    attributes: apart.length * 2 > resources.length ? 'attributes' : '',
    ...pagingOf(paged, resolve),
  };
}

/** Finds the places of a resource and of its list in an answer; no list has no place. */
export function placesOf({ read, list }: DescribedResource, resolve: Resolve) {
  return {
    one: placeOfOne(read.success.schema, resolve),
    list: list && placeOfList(list.success.schema, resolve),
  };
}

/** Returns the schema of a resource in an answer. */
export function resourceSchema(
  resource: DescribedResource,
  { attributes }: DescribedShape,
  resolve: Resolve,
): Schema {
  const { one: pathOfOne } = placesOf(resource, resolve);
  return schemaAt(schemaAt(resource.read.success.schema, pathOfOne, resolve), attributes, resolve);
}

/** Largest and usual size of a page if the document does not say. */
const STANDARD_PAGE_SIZE = 100;
const USUAL = 20;

/** Finds the parameters that take the page of a list. Returns undefined if the list is not read page by page. */
export function askedPages({ parameters }: DescribedOperation, { paging }: DescribedShape, resolve: Resolve) {
  const askedNames = parameters.flatMap(({ name, in: location, schema }) =>
    location === 'query' && typeof name === 'string' ? [{ name, schema }] : [],
  );
  const named = (looks: RegExp) => askedNames.find(({ name }) => looks.test(name));
  const size = named(PAGE_NAMES.per_page);
  const page = named(PAGE_NAMES.current_page)?.name;
  const offset = named(PAGE_NAMES.offset)?.name;
  const cursor = named(CURSOR_NAME)?.name;
  const [beginning] = Object.entries(definedMembers({ page, offset, cursor }));
  if (size === undefined || beginning === undefined) return undefined;
  const { maximum, default: usual } = flatten(size.schema, resolve).schema;
  const most = typeof maximum === 'number' ? maximum : STANDARD_PAGE_SIZE;
  return {
    beginning: Object.fromEntries([beginning]),
    size: size.name,
    most,
    usual: Math.min(most, typeof usual === 'number' ? usual : USUAL),
    /** True if an answer says which page it is. */
    isNumbered: page !== undefined && paging['current_page'] !== '' && paging['per_page'] !== '',
  };
}
