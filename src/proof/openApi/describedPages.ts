import { joinPath } from '../../contract/field';
import type { Json, JsonObject } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import { lastStep } from '../learn/answerExamples';
import { flatten } from './describedFields';
import { type DescribedApi, type DescribedOperation, objectIn } from './openApiFile';

export type Resolve = DescribedApi['resolve'];

export type Schema = Json | undefined;

/** Returns the schemas of an object's members. */
export const propertiesOf = (schema: Schema, resolve: Resolve): JsonObject =>
  objectIn(flatten(schema, resolve).schema['properties']);

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
export const leavesIn = (
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

/** Finds the path of each name in a page; empty where there is none of its type. */
function pathsOf(names: Readonly<Record<string, RegExp>>, leaves: readonly Leaf[]) {
  const pathOf = (name: string, looks: RegExp): string => {
    const wantedTypes = TYPES[name] ?? NUMBERS;
    const isMeant = ([path, type]: Leaf): boolean =>
      looks.test(lastStep(path).replaceAll('-', '_')) && wantedTypes.has(type);
    return leaves.find(isMeant)?.[0] ?? '';
  };
  return Object.fromEntries(Object.entries(names).map(([name, looks]) => [name, pathOf(name, looks)]));
}

/** Finds the cursor in an object about the next page, such as `paging.next.after`; empty where there is none. */
function cursorPath(leaves: readonly Leaf[]): string {
  const isCursor = ([path, type]: Leaf): boolean => {
    const [around = '', name = ''] = path.split('.').slice(-2);
    return PAGE_NAMES.next.test(around) && CURSOR_NAME.test(name) && type === 'string';
  };
  return leaves.find(isCursor)?.[0] ?? '';
}

/** Finds the members that describe the page of a list; what an answer does not have is not written either. */
export function pagingOf(schema: Schema, resolve: Resolve) {
  const leaves = leavesIn(schema, resolve);
  const named: Readonly<Record<string, string>> = { from: '', to: '', ...pathsOf(PAGE_NAMES, leaves) };
  const paging = named['next'] === '' ? { ...named, next: cursorPath(leaves) } : named;
  const nextPage = Object.entries(pathsOf(NEXT_NAMES, leaves)).filter(([, path]) => path !== '');
  return { paging, nextPage: nextPage.length === 0 ? undefined : Object.fromEntries(nextPage) };
}

/** Largest and usual size of a page if the document does not say. */
const STANDARD_PAGE_SIZE = 100;
const USUAL = 20;

/** Finds the parameters that take the page of a list; undefined if the list is not read page by page. */
export function askedPages(
  { parameters }: DescribedOperation,
  paging: Readonly<Record<string, string>>,
  resolve: Resolve,
) {
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
  const isMostTold = typeof maximum === 'number';
  const most = isMostTold ? maximum : STANDARD_PAGE_SIZE;
  return {
    beginning: Object.fromEntries([beginning]),
    size: size.name,
    most,
    isMostTold,
    usual: Math.min(most, typeof usual === 'number' ? usual : USUAL),
    /** True if an answer says which page it is. */
    isNumbered: page !== undefined && paging['current_page'] !== '' && paging['per_page'] !== '',
  };
}
