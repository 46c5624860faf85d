import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { FixtureCase } from '../../mapping/yaml/fixtureFile';
import type {
  Each,
  Method,
  Operation,
  PagedList,
  PathParameter,
} from '../../mapping/compile/compiledOperation';
import type { ResolvedOperation, ResolvedParameter } from '../../mapping/compile/resolveOperation';
import type { PathStep } from '../../mapping/translate/translationRule';
import { stepsTo, withValueAt } from '../../mapping/translate/valueAt';
import { lastPageOf, wholeListPage } from './listPages';

/** A request to be played, and how v2 answers while it is: what a fixture is recorded from. */
export interface Script {
  readonly name: string;
  /** Set where v2 does not answer as its contract has it. */
  readonly drift?: true;
  readonly request: FixtureCase['request'];
  /** The answer to one call, by its path and method. */
  readonly answer: (path: string, method: Method) => { readonly status: number; readonly body: Json };
}

/** What a client asks for in the query: all there is, nothing, or the largest page. */
type Asking = 'everything' | 'nothing' | 'most';

/** Who takes part in a script. */
export interface Cast {
  /** v2 objects that the client is to be shown. */
  readonly objects: readonly Json[];
  /** Others that v2 may hold beside them. */
  readonly others: readonly Json[];
  /** Of the script, from 0. */
  readonly number: number;
  readonly asking: Asking;
}

export type ScriptedAnswer = ReturnType<Script['answer']>;

/** A request, and what v2 answers while it is carried out. */
export interface Scene {
  readonly request: Script['request'];
  /** By path, in the order of the calls: what is looked up comes before the call for it. */
  readonly answers: ReadonlyMap<string, ScriptedAnswer>;
}

/** The flags of a v1 query, all set where everything is asked for. */
const flagsOf = (query: readonly ResolvedParameter[], asking: Asking): Readonly<Record<string, string>> =>
  Object.fromEntries(
    query
      .filter(({ shows }) => asking === 'everything' && shows !== undefined)
      .map(({ name }) => [name, '1']),
  );

/** Says that there is no such thing. */
export const notFound = { status: 404, body: { message: 'Resource not found.' } };

/** A scene as a script of no name; v2 answers any other path with 404. */
export const playOf = ({ request, answers }: Scene): Omit<Script, 'name'> => ({
  request,
  answer: (path) => answers.get(path) ?? notFound,
});

const FIRST_ID = 4711;
/** Ids of two scripts are so far apart that the items of a list fit between them. */
const ID_STEP = 100;

/** One operation on its way to scripts. */
export interface OperationScript extends ResolvedOperation {
  /** v2 path of the resource's id. */
  readonly idPath: readonly PathStep[];
  /** v1 bodies, to be used in turn; none for an operation without one. */
  readonly bodies: readonly JsonObject[];
}

/** The id of the first v2 object in the script of a number. */
export const idIn = (number: number): number => FIRST_ID + ID_STEP * number;

/** A name in camel case as words: `currencyOfferId` as "currency offer id". */
export const spacedWords = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** What a v1 path parameter says where an id is asked for. */
const valueOf = ({ name, type }: PathParameter, id: number): string =>
  type === 'integer' ? String(id) : `Some ${spacedWords(name)}`;

/** The v1 request for an id, with the body of a number. */
function requestOf(
  { operation, bodies }: OperationScript,
  number: number,
  query: Readonly<Record<string, string>> = {},
): Script['request'] {
  const { method, template, parameters } = operation.v1;
  const path = parameters.reduce((before, parameter) => {
    const value = encodeURIComponent(valueOf(parameter, idIn(number)));
    return before.replace(`{${parameter.name}}`, value);
  }, template);
  const asked = new URLSearchParams(query).toString();
  const body = bodies[number % bodies.length];
  return {
    method,
    path: asked === '' ? path : `${path}?${asked}`,
    ...(body === undefined ? {} : { body }),
  };
}

/** The v2 path of the call for one id. */
export function callPath({ operation, bodies }: OperationScript, id: number, number: number): string {
  const { v1, v2, body: translate, lookup, each } = operation;
  const given = v1.parameters.map((parameter): [string, string] => [parameter.name, valueOf(parameter, id)]);
  const outgoing = translate?.(bodies[number % bodies.length] ?? {});
  const found = lookup?.fills ?? each?.fills;
  return v2.path({
    ...Object.fromEntries(given),
    ...(outgoing?.ok === true ? outgoing.value.path : {}),
    ...(found === undefined ? {} : { [found]: String(id) }),
  });
}

/** One call for each object, all named in one request. */
function eachScene(plot: OperationScript, { member }: Each, { objects, number }: Cast): Scene {
  const { operation, idPath } = plot;
  const named = objects.map((object, index) => ({ object, id: idIn(number) + index }));
  const answers = named.map(({ object, id }) => {
    const body = { data: withValueAt(object, idPath, id) };
    return [callPath(plot, id, number), { status: operation.v1.success, body }] as const;
  });
  const request = requestOf(plot, number);
  const body = isJsonObject(request.body) ? request.body : {};
  return {
    request: { ...request, body: { ...body, [member]: named.map(({ id }) => id) } },
    answers: new Map(answers),
  };
}

/** Which v1 page is asked for, and by which words of the query. */
function pageAsked({ query }: OperationScript, asking: Asking, items: number) {
  const [page, size] = query.filter(({ most }) => most !== undefined);
  const words = (number: number, of: number) =>
    asking === 'nothing'
      ? {}
      : { ...(number === 1 ? {} : { [page?.name ?? '']: String(number) }), [size?.name ?? '']: String(of) };
  const { usual = 1, most = 1 } = size ?? {};
  const [number, of] = asking === 'everything' ? [2, items] : [1, asking === 'most' ? most : usual];
  return { number, size: of, words: words(number, of) };
}

/** One v2 page that holds all objects: the second where a page of just their number is asked for, else the first. */
function listScene(plot: OperationScript, list: PagedList, { objects, number, asking }: Cast): Scene {
  const asked = pageAsked(plot, asking, objects.length);
  const items = objects.map((object, index) => withValueAt(object, plot.idPath, idIn(number) + index));
  const place = { number: asked.number, size: Math.min(asked.size, list.most) };
  const page = { status: 200, body: lastPageOf(items, place) };
  return {
    request: requestOf(plot, number, { ...flagsOf(plot.query, asking), ...asked.words }),
    answers: new Map([[`${list.path}?${list.query(place.number, place.size)}`, page]]),
  };
}

/** The key that is asked for. */
export const keyOf = ({ v1 }: Operation, { by }: NonNullable<Operation['lookup']>): string =>
  v1.parameters.filter(({ name }) => name === by).map((parameter) => valueOf(parameter, 0))[0] ?? '';

/** The whole list as one page, and then one call for the object that is found in it. */
function lookupScene(
  plot: OperationScript,
  lookup: NonNullable<Operation['lookup']>,
  { objects: [object = {}], others, number, asking }: Cast,
): Scene {
  const { operation, idPath } = plot;
  const { index } = lookup;
  const id = idIn(number);
  const key = keyOf(operation, lookup);
  const own = withValueAt(withValueAt(object, idPath, id), stepsTo(index.key), key);
  const list = wholeListPage(index, { object: own, id, idPath, key }, others);
  return {
    request: requestOf(plot, number, flagsOf(plot.query, asking)),
    answers: new Map([
      [`${index.path}?${index.query(1)}`, { status: 200, body: list }],
      [callPath(plot, id, number), { status: operation.v1.success, body: { data: own } }],
    ]),
  };
}

/** What v2 says of one object: the object in an envelope, or an answer of the operation's own as it is. */
const bodyOf = ({ ownAnswer, idPath }: OperationScript, object: Json, id: number): Json =>
  ownAnswer === undefined ? { data: withValueAt(object, idPath, id) } : object;

/** One call for one object. */
function objectScene(plot: OperationScript, { objects: [object = {}], number, asking }: Cast): Scene {
  const answer = { status: plot.operation.v1.success, body: bodyOf(plot, object, idIn(number)) };
  return {
    request: requestOf(plot, number, flagsOf(plot.query, asking)),
    answers: new Map([[callPath(plot, idIn(number), number), answer]]),
  };
}

/** A request of an operation, and v2 while it holds the objects of the cast. */
export function sceneOf(plot: OperationScript, cast: Cast): Scene {
  const { list, each, lookup } = plot.operation;
  if (list !== undefined) return listScene(plot, list, cast);
  if (each !== undefined) return eachScene(plot, each, cast);
  return lookup === undefined ? objectScene(plot, cast) : lookupScene(plot, lookup, cast);
}

/** How many objects one request can be answered with. */
export const widthOf = ({ operation: { list, each } }: OperationScript): number =>
  list?.most ?? (each === undefined ? 1 : Infinity);
