import { nameWords } from '../../contract/field';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import type { FixtureCase } from '../../mapping/yaml/fixtureFile';
import type {
  BulkCalls,
  Method,
  Operation,
  PagedList,
  PathParameter,
} from '../../mapping/compile/compiledOperation';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { type PathStep, stepsTo, withValueAt } from '../../mapping/translate/translationRule';
import { type Answers, askedFor, type ScriptedAnswer } from './furtherAnswers';
import { givenHeaders, takenHeaders } from './triedHeaders';
import { type ClientQuery, pageInV2, listAnswers, listWithout, pageAsked, wholeListPage } from './listPages';

/** A request to play and the answers of v2: the source of a recorded fixture. */
export interface Script {
  readonly name: string;
  /** Set when the answers of v2 violate its contract. */
  readonly drift?: true;
  readonly request: FixtureCase['request'];
  /** Answers one call by its path and method. */
  readonly answer: (path: string, method: Method) => ScriptedAnswer;
}

/** Objects and choices of one script. */
export interface Cast {
  /** v2 objects of the answer. */
  readonly objects: readonly Json[];
  /** Further objects that v2 may hold. */
  readonly others: readonly Json[];
  /** Number of the script, from 0. */
  readonly number: number;
  readonly asking: ClientQuery;
  /** Further parameters of the query, and further headers. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A script without its name, and its answers. */
export interface Scene extends Omit<Script, 'name'> {
  readonly answers: Answers;
}

/** Answer of v2 for a resource that does not exist. */
export const notFound = { status: 404, body: { message: 'Resource not found.' } };

/** Makes a scene; v2 answers any other path with 404. */
export function sceneFrom(request: Script['request'], answers: Answers): Scene {
  const answerAt = new Map(answers);
  return { request, answers, answer: (path) => answerAt.get(path) ?? notFound };
}

const FIRST_ID = 4711;
/** Distance between the ids of two scripts, so that the items of a list fit between them. */
const ID_STEP = 100;

/** Input of an operation's scripts. */
export interface ScriptSetup extends ResolvedOperation {
  /** v2 path of the resource's id. */
  readonly idPath: readonly PathStep[];
  readonly isTextId: boolean;
  /** v1 bodies to use in turn. There are none for an operation without a body. */
  readonly bodies: readonly JsonObject[];
}

/** Returns the id of the first v2 object in a script. */
export const idIn = (number: number): number => FIRST_ID + ID_STEP * number;

const textIdOf = (id: number): string => `id ${id} ü`;

function valueOf({ name, type }: PathParameter, id: number): string {
  if (type === 'integer') return String(id);
  return type === 'id' ? textIdOf(id) : `Some ${nameWords(name).join(' ')}`;
}

const bodyIn = ({ bodies }: ScriptSetup, number: number): JsonObject | undefined =>
  bodies[number % bodies.length];

/** Makes the parameters of a query that asks for everything. */
function allFlags({ query }: ScriptSetup): Readonly<Record<string, string>> {
  const flags: Record<string, string> = {};
  for (const { name, shows, words: [word] = [], isFree, begins } of query) {
    if (shows !== undefined) flags[name] = '1';
    else if (word !== undefined) flags[name] = word;
    else if (isFree === true && begins === undefined) flags[name] = `some ${name}`;
  }
  return flags;
}

/** Makes the request of a client, who sets all flags when he asks for everything. */
function requestOf(
  setup: ScriptSetup,
  { number, asking, query, headers: further }: Cast,
  pageWords: Readonly<Record<string, string>> = {},
): Script['request'] {
  const { method, template, parameters } = setup.operation.v1;
  const flags = asking === 'everything' ? allFlags(setup) : {};
  const path = parameters.reduce(
    (filledPath, parameter) =>
      filledPath.replace(`{${parameter.name}}`, encodeURIComponent(valueOf(parameter, idIn(number)))),
    template,
  );
  const queryText = new URLSearchParams({ ...flags, ...query, ...pageWords }).toString();
  const body = bodyIn(setup, number);
  const headers = takenHeaders(setup, asking === 'everything', further);
  return definedMembers({ method, path: queryText === '' ? path : `${path}?${queryText}`, headers, body });
}

/** Adds to a v2 path what asks for a page, and what the mapping makes of the query of a client. */
function askedAt({ operation }: ScriptSetup, { path: target }: Script['request'], path: string, paging = '') {
  const read = operation.query?.(new URLSearchParams(target.split('?')[1]));
  const sent = read?.ok === true ? (read.value.sent ?? '') : '';
  const query = [paging, sent].filter((text) => text !== '').join('&');
  return query === '' ? path : `${path}?${query}`;
}

const idValue = ({ isTextId }: ScriptSetup, id: number): number | string => (isTextId ? textIdOf(id) : id);

const withId = (setup: ScriptSetup, object: Json, id: number): Json =>
  withValueAt(object, setup.idPath, idValue(setup, id));

function pathValues(setup: ScriptSetup, id: number, number: number): Readonly<Record<string, string>> {
  const { v1, body: translate, lookup, each } = setup.operation;
  const outgoing = translate?.(bodyIn(setup, number) ?? {});
  const filledName = lookup?.fills ?? each?.fills;
  return {
    ...Object.fromEntries(v1.parameters.map((parameter) => [parameter.name, valueOf(parameter, id)])),
    ...(outgoing?.ok === true && outgoing.value.path),
    ...(filledName !== undefined && { [filledName]: String(idValue(setup, id)) }),
  };
}

/** Returns the v2 path of the call for one id. */
export const callPath = (setup: ScriptSetup, id: number, number: number): string =>
  setup.operation.v2.path(pathValues(setup, id, number));

/** Makes the scene of a bulk operation: one request, and one call for each object. */
function eachScene(setup: ScriptSetup, { member }: BulkCalls, cast: Cast): Scene {
  const { objects, number } = cast;
  const ids = objects.map((_, index) => idIn(number) + index);
  const answers = objects.map((object, index) => {
    const id = ids[index] ?? 0;
    const body = { data: withId(setup, object, id) };
    return [callPath(setup, id, number), { status: setup.operation.v1.success, body }] as const;
  });
  const request = requestOf(setup, { ...cast, asking: 'nothing', query: {} });
  const body = isJsonObject(request.body) ? request.body : {};
  const named = { ...body, [member]: ids.map((id) => idValue(setup, id)) };
  return sceneFrom({ ...request, body: named }, answers);
}

/** Makes the scene of a list: all objects on one v2 page, the second when everything is asked for, else the first. */
function listScene(setup: ScriptSetup, list: PagedList, cast: Cast): Scene {
  const { objects, number, asking } = cast;
  const askedPage = pageAsked(setup, asking, objects.length);
  const items = objects.map((object, index) => withId(setup, object, idIn(number) + index));
  const page = pageInV2(list, askedPage);
  const request = requestOf(setup, cast, askedPage.words);
  const rowBefore = (index: number) => withId(setup, items[0] ?? {}, index + 1);
  const path = callPath(setup, idIn(number), number);
  return sceneFrom(
    request,
    listAnswers(list, items, { ...page, rowBefore }).map(([paging, body]) => [
      askedAt(setup, request, path, paging),
      { status: 200, body },
    ]),
  );
}

type Lookup = NonNullable<Operation['lookup']>;

/** Describes the object that a lookup has to find. */
function wantedObject(setup: ScriptSetup, { by, index }: Lookup, { objects: [object = {}], number }: Cast) {
  const { operation, idPath } = setup;
  const [parameter] = operation.v1.parameters.filter(({ name }) => name === by);
  const id = idIn(number);
  const key = parameter === undefined ? '' : valueOf(parameter, 0);
  const ownObject = withValueAt(withId(setup, object, id), stepsTo(index.key), key);
  return { object: ownObject, idOf: (next: number) => idValue(setup, id + next), idPath, key };
}

const headOf = ({ index }: Lookup, body: Json): Answers[number] => [
  `${index.path}?${index.query(1)}`,
  { status: 200, body },
];

/** Makes the scene of a lookup: the whole list as one page, then one call for the object found in it. */
function lookupScene(setup: ScriptSetup, lookup: Lookup, cast: Cast): Scene {
  const wanted = wantedObject(setup, lookup, cast);
  const answer = { status: setup.operation.v1.success, body: { data: wanted.object } };
  return sceneFrom(requestOf(setup, { ...cast, query: {} }), [
    headOf(lookup, wholeListPage(lookup.index, wanted, cast.others)),
    [callPath(setup, idIn(cast.number), cast.number), answer],
  ]);
}

/** Returns the answer to a lookup whose key no item of the list has. Returns none for other operations. */
export function headWithout(setup: ScriptSetup, cast: Cast): Answers {
  const { lookup } = setup.operation;
  if (lookup === undefined) return [];
  return [headOf(lookup, listWithout(lookup.index, wantedObject(setup, lookup, cast)))];
}

/** Answers the further calls with what stands beside the members of an object, and takes it out of the object. */
function callAnswers(setup: ScriptSetup, object: Json, number: number): readonly [alone: Json, Answers] {
  const { calls } = setup.operation;
  if (calls === undefined || !isJsonObject(object)) return [object, []];
  const { calls: besides, ...alone } = object;
  const values = pathValues(setup, idIn(number), number);
  const answers = calls.flatMap((call): Answers => {
    const path = call.path(values, { data: alone });
    const data = isJsonObject(besides) ? besides[call.name] : undefined;
    if (typeof path !== 'string' || data === undefined) return [];
    return [[path, { status: 200, body: { data: askedFor(call, data, path) } }]];
  });
  return [alone, answers];
}

/** Makes the scene of one object: in an envelope, or bare for an operation with a separate answer. */
function objectScene(setup: ScriptSetup, cast: Cast): Scene {
  const { objects, number } = cast;
  const [object = {}] = objects;
  const whole = setup.ownAnswer === undefined ? withId(setup, object, idIn(number)) : object;
  const [alone, further] = callAnswers(setup, whole, number);
  const body = setup.ownAnswer === undefined ? { data: alone } : alone;
  const request = requestOf(setup, cast);
  const path = askedAt(setup, request, callPath(setup, idIn(number), number));
  const answer = definedMembers({ status: setup.operation.v1.success, headers: givenHeaders(setup), body });
  return sceneFrom(request, [[path, answer], ...further]);
}

/** Makes the scene of an operation for the objects of the cast. */
export function sceneOf(setup: ScriptSetup, cast: Cast): Scene {
  const { list, each, lookup } = setup.operation;
  if (list !== undefined) return listScene(setup, list, cast);
  if (each !== undefined) return eachScene(setup, each, cast);
  if (lookup !== undefined) return lookupScene(setup, lookup, cast);
  return objectScene(setup, cast);
}
