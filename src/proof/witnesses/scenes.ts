import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { FixtureCase } from '../../mapping/yaml/fixtureFile';
import type {
  Each,
  Method,
  Operation,
  PagedList,
  PathParameter,
} from '../../mapping/compile/compiledOperation';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import type { ResolvedParameter } from '../../mapping/compile/query/resolveQuery';
import { type PathStep, stepsTo, withValueAt } from '../../mapping/translate/translationRule';
import { type Asking, chainedPages, lastPageOf, pageAsked, wholeListPage } from './listPages';

/** A request to play and the answers of v2: the source of a recorded fixture. */
export interface Script {
  readonly name: string;
  /** Set when the answers of v2 violate its contract. */
  readonly drift?: true;
  readonly request: FixtureCase['request'];
  /** Answers one call by its path and method. */
  readonly answer: (path: string, method: Method) => { readonly status: number; readonly body: Json };
}

/** Objects and choices of one script. */
export interface Cast {
  /** v2 objects of the answer. */
  readonly objects: readonly Json[];
  /** Further objects that v2 may hold. */
  readonly others: readonly Json[];
  /** Number of the script, from 0. */
  readonly number: number;
  readonly asking: Asking;
  /** Further parameters of the query. */
  readonly query?: Readonly<Record<string, string>>;
}

export type ScriptedAnswer = ReturnType<Script['answer']>;

/** A request, and the answers of v2 to its calls. */
export interface Scene {
  readonly request: Script['request'];
  /** By path, in the order of the calls: lookups come before the call that needs them. */
  readonly answers: ReadonlyMap<string, ScriptedAnswer>;
}

/** Sets all flags of a v1 query when the client asks for everything. */
const flagsOf = (query: readonly ResolvedParameter[], asking: Asking): Readonly<Record<string, string>> =>
  Object.fromEntries(
    query.flatMap(({ name, shows, words, isFree, begins }): [string, string][] => {
      if (asking !== 'everything') return [];
      if (shows !== undefined) return [[name, '1']];
      const [word = isFree === true && begins === undefined ? `some ${name}` : undefined] = words ?? [];
      return word === undefined ? [] : [[name, word]];
    }),
  );

/** The query of the v2 call for the query of a client, after `mark`. */
function sentFor({ operation }: ScriptSetup, { path }: Script['request'], mark: '?' | '&'): string {
  const read = operation.query?.(new URLSearchParams(path.split('?')[1]));
  return read?.ok === true && read.value.sent !== undefined ? mark + read.value.sent : '';
}

/** Answer of v2 for a resource that does not exist. */
export const notFound = { status: 404, body: { message: 'Resource not found.' } };

/** Turns a scene into a script without a name; v2 answers any other path with 404. */
export const playOf = ({ request, answers }: Scene): Omit<Script, 'name'> => ({
  request,
  answer: (path) => answers.get(path) ?? notFound,
});

const FIRST_ID = 4711;
/** Distance between the ids of two scripts, so that the items of a list fit between them. */
const ID_STEP = 100;

/** Input of an operation's scripts. */
export interface ScriptSetup extends ResolvedOperation {
  /** v2 path of the resource's id. */
  readonly idPath: readonly PathStep[];
  readonly isTextId: boolean;
  /** v1 bodies to use in turn; none for an operation without a body. */
  readonly bodies: readonly JsonObject[];
}

/** Returns the id of the first v2 object in a script. */
export const idIn = (number: number): number => FIRST_ID + ID_STEP * number;

/** Turns a name in camel case into words: `currencyOfferId` into "currency offer id". */
export const spacedWords = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

function valueOf({ name, type }: PathParameter, id: number): string {
  if (type === 'integer') return String(id);
  return type === 'id' ? textIdOf(id) : `Some ${spacedWords(name)}`;
}

const textIdOf = (id: number): string => `id ${id} ü`;

function requestOf(
  { operation, bodies }: ScriptSetup,
  number: number,
  query: Readonly<Record<string, string>> = {},
): Script['request'] {
  const { method, template, parameters } = operation.v1;
  const path = parameters.reduce((filledPath, parameter) => {
    const value = encodeURIComponent(valueOf(parameter, idIn(number)));
    return filledPath.replace(`{${parameter.name}}`, value);
  }, template);
  const queryText = new URLSearchParams(query).toString();
  const body = bodies[number % bodies.length];
  return {
    method,
    path: queryText === '' ? path : `${path}?${queryText}`,
    ...(body === undefined ? {} : { body }),
  };
}

/** Returns an id as v2 has it. */
export const idValue = ({ isTextId }: Pick<ScriptSetup, 'isTextId'>, id: number): number | string =>
  isTextId ? textIdOf(id) : id;

/** Returns the v2 path of the call for one id. */
export function callPath(setup: ScriptSetup, id: number, number: number): string {
  const { operation, bodies } = setup;
  const { v1, v2, body: translate, lookup, each } = operation;
  const parameterValues = v1.parameters.map((parameter): [string, string] => [
    parameter.name,
    valueOf(parameter, id),
  ]);
  const outgoing = translate?.(bodies[number % bodies.length] ?? {});
  const filledNames = lookup?.fills ?? each?.fills;
  return v2.path({
    ...Object.fromEntries(parameterValues),
    ...(outgoing?.ok === true ? outgoing.value.path : {}),
    ...(filledNames === undefined ? {} : { [filledNames]: String(idValue(setup, id)) }),
  });
}

/** Makes the scene of a bulk operation: one request, and one call for each object. */
function eachScene(setup: ScriptSetup, { member }: Each, { objects, number }: Cast): Scene {
  const { operation, idPath } = setup;
  const named = objects.map((object, index) => ({ object, id: idIn(number) + index }));
  const answers = named.map(({ object, id }) => {
    const body = { data: withValueAt(object, idPath, idValue(setup, id)) };
    return [callPath(setup, id, number), { status: operation.v1.success, body }] as const;
  });
  const request = requestOf(setup, number);
  const body = isJsonObject(request.body) ? request.body : {};
  return {
    request: { ...request, body: { ...body, [member]: named.map(({ id }) => idValue(setup, id)) } },
    answers: new Map(answers),
  };
}

/** Makes the scene of a list: all objects on one v2 page, the second when everything is asked for, else the first. */
function listScene(setup: ScriptSetup, list: PagedList, { objects, number, asking, query }: Cast): Scene {
  const askedPage = pageAsked(setup, asking, objects.length);
  const withId = (object: Json, id: number): Json => withValueAt(object, setup.idPath, idValue(setup, id));
  const items = objects.map((object, index) => withId(object, idIn(number) + index));
  const pagePlace = { number: askedPage.number, size: Math.min(askedPage.size, list.most) };
  const request = requestOf(setup, number, {
    ...flagsOf(setup.query, asking),
    ...query,
    ...askedPage.words,
  });
  const sent = sentFor(setup, request, '&');
  const page = { status: 200, body: lastPageOf(items, pagePlace, list.isSilent) };
  const answers =
    list.style === 'cursor'
      ? chainedPages(list, items, { ...pagePlace, rowBefore: (index) => withId(items[0] ?? {}, index + 1) })
      : [[list.query(pagePlace.number, pagePlace.size), page] as const];
  return {
    request,
    answers: new Map(answers.map(([askedText, answer]) => [`${list.path}?${askedText}${sent}`, answer])),
  };
}

/** Returns the key that the client looks up. */
export const keyOf = ({ v1 }: Operation, { by }: NonNullable<Operation['lookup']>): string =>
  v1.parameters.filter(({ name }) => name === by).map((parameter) => valueOf(parameter, 0))[0] ?? '';

/** Makes the scene of a lookup: the whole list as one page, then one call for the object found in it. */
function lookupScene(
  setup: ScriptSetup,
  lookup: NonNullable<Operation['lookup']>,
  { objects: [object = {}], others: otherObjects, number, asking }: Cast,
): Scene {
  const { operation, idPath } = setup;
  const { index } = lookup;
  const id = idIn(number);
  const key = keyOf(operation, lookup);
  const ownObject = withValueAt(withValueAt(object, idPath, idValue(setup, id)), stepsTo(index.key), key);
  const list = wholeListPage(
    index,
    { object: ownObject, idOf: (next) => idValue(setup, id + next), idPath, key },
    otherObjects,
  );
  return {
    request: requestOf(setup, number, flagsOf(setup.query, asking)),
    answers: new Map([
      [`${index.path}?${index.query(1)}`, { status: 200, body: list }],
      [callPath(setup, id, number), { status: operation.v1.success, body: { data: ownObject } }],
    ]),
  };
}

/** Makes the body of v2 for one object: in an envelope, or bare for an operation with a separate answer. */
const bodyOf = (setup: ScriptSetup, object: Json, id: number): Json =>
  setup.ownAnswer === undefined ? { data: withValueAt(object, setup.idPath, idValue(setup, id)) } : object;

function objectScene(setup: ScriptSetup, { objects: [object = {}], number, asking, query }: Cast): Scene {
  const answer = { status: setup.operation.v1.success, body: bodyOf(setup, object, idIn(number)) };
  const request = requestOf(setup, number, { ...flagsOf(setup.query, asking), ...query });
  const path = callPath(setup, idIn(number), number) + sentFor(setup, request, '?');
  return { request, answers: new Map([[path, answer]]) };
}

/** Makes the scene of an operation for the objects of the cast. */
export function sceneOf(setup: ScriptSetup, cast: Cast): Scene {
  const { list, each, lookup } = setup.operation;
  if (list !== undefined) return listScene(setup, list, cast);
  if (each !== undefined) return eachScene(setup, each, cast);
  return lookup === undefined ? objectScene(setup, cast) : lookupScene(setup, lookup, cast);
}

/** Returns the largest number of objects in one answer. */
export const widthOf = ({ operation: { list, each } }: ScriptSetup): number =>
  list?.most ?? (each === undefined ? 1 : Infinity);
