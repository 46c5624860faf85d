import { joinPath } from '../../contract/field';
import { flatten } from './describedFields';
import { pagingOf, propertiesOf, type Resolve, type Schema } from './describedPages';
import type { DescribedApi, DescribedOperation } from './openApiFile';

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

const ITEM = /^(\/.*?([\w-]+))\/\{(\w+)\}((?:\/[\w-]+)*)$/;
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

/** True for the name of an id, such as `id`, `vid` or `contactId`: another key would find another thing. */
export const isIdName = (name: string): boolean => /id$/i.test(name);

/** Returns the path of what a word names beside a key: `/contacts` for `/contacts/vid`. */
const pathAround = (path: string): string | undefined => /^(\/.*?[\w-]+)\/[\w-]+$/.exec(path)?.[1];

/** True if an answer shows an id of the name that its path has for it, such as `vid`. */
function showsKey(
  { success: { schema } }: DescribedOperation,
  name: string,
  { resolve }: DescribedApi,
): boolean {
  const shownNames = propertiesOf(schemaAt(schema, placeOfOne(schema, resolve), resolve), resolve);
  return isIdName(name) && name !== 'id' && Object.hasOwn(shownNames, name);
}

/**
 * Describes the resource that is read by one parameter at the end of a path. Where the answer shows an id of
 * the parameter's name, the word before it may be that name, and other words may follow: `/contact/vid/{vid}/profile`.
 */
function itemResource(api: DescribedApi, read: DescribedOperation): DescribedResource | undefined {
  const [, before, word, parameter, after] = ITEM.exec(read.path) ?? [];
  if (before === undefined || parameter === undefined) return undefined;
  const isKey = showsKey(read, parameter, api);
  const itemPath = `${before}/{${parameter}}`;
  if (after !== '' && (!isKey || operationAt(api, 'GET', itemPath) !== undefined)) return undefined;
  const around = isKey && word === parameter ? pathAround(before) : undefined;
  return resourceAt(api, read, { collection: around ?? before, itemPath });
}

function resourceAt(
  api: DescribedApi,
  read: DescribedOperation,
  { collection, itemPath }: { readonly collection: string; readonly itemPath: string },
): DescribedResource {
  const name = collection.slice(collection.lastIndexOf('/') + 1);
  const [list, create] = ['GET', 'POST'].map((method) => operationAt(api, method, collection));
  const [own, item] = [changesAt(api, read.path), changesAt(api, itemPath)];
  return { name, read, list, create, update: own.update ?? item.update, remove: own.remove ?? item.remove };
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

const isList = (schema: Schema, resolve: Resolve): boolean =>
  flatten(schema, resolve).schema['type'] === 'array';

/** Finds the resource in an answer: the only object in it, or else the whole answer. */
export function placeOfOne(schema: Schema, resolve: Resolve): string {
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

/** The form of a resource and a list of an API, as far as most of its answers agree. */
export type DescribedShape = ReturnType<typeof shapeOf>;

/** One API: its document, its resources, and their form. */
export interface DescribedSide {
  readonly api: DescribedApi;
  readonly resources: readonly DescribedResource[];
  readonly shape: DescribedShape;
}

/** One resource of an API. */
export interface DescribedOne {
  readonly side: DescribedSide;
  readonly resource: DescribedResource;
}

const mostOf = (values: readonly string[]): string | undefined =>
  [...Map.groupBy(values, (value) => value)].toSorted(
    ([, same], [, nextSame]) => nextSame.length - same.length,
  )[0]?.[0];

/** Follows a path into a schema. */
export const schemaAt = (schema: Schema, path: string, resolve: Resolve): Schema =>
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
