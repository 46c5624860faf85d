import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { reference } from './contractSchema';
import type { PairWire } from '../../mapping/profile/wire';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import { type DocumentedProblem, type Publication, slug } from '../publication';
import { NO_CONTENT, type Operation } from '../../mapping/compile/compiledOperation';

/** Describes a JSON body by a component, with examples by name. */
export const jsonContent = (schema: string, examples: JsonObject, type = 'application/json'): JsonObject => ({
  [type]: { schema: reference('schemas', schema), examples },
});

const integer = { type: 'integer' };
const mark = { const: '1' };
const isEarly = (status: number): boolean => status < 500;

/** The headers that an answer can carry: component, description, schema, and the answers that carry it. */
const carried: readonly (readonly [
  header: string,
  component: string,
  description: string,
  schema: JsonObject,
  isOn: (status: number, write: boolean, hasState: boolean) => boolean,
])[] = [
  [
    'X-Request-Id',
    'RequestId',
    'Names the request in the log of the gateway.',
    { type: 'string' },
    () => true,
  ],
  ['X-RateLimit-Limit', 'RateLimitLimit', 'Requests that the window allows.', integer, isEarly],
  ['X-RateLimit-Remaining', 'RateLimitRemaining', 'Requests that are left in the window.', integer, isEarly],
  ['X-RateLimit-Reset', 'RateLimitReset', 'Unix seconds at which the window ends.', integer, isEarly],
  [
    ...(['Retry-After', 'RetryAfter', 'Seconds to wait before the next try.', integer] as const),
    (status) => status === 429 || status === 503,
  ],
  [
    ...(['X-Lifeboat-Unchanged', 'Unchanged'] as const),
    'Present when the write would change nothing and was not made, because v2 takes no more for now.',
    mark,
    (status, write) => write && status < 300,
  ],
  [
    ...(['X-Lifeboat-Ambiguous', 'Ambiguous'] as const),
    'Present when the write may have been executed all the same: look before writing again.',
    mark,
    (status, write) => write && status >= 500,
  ],
  [
    ...(['ETag', 'ETag'] as const),
    'Present when v2 names the state that was read: send it as `If-None-Match` with the next read.',
    { type: 'string' },
    (_status, _write, hasState) => hasState,
  ],
  [
    ...(['Last-Modified', 'LastModified'] as const),
    'Present when v2 dates the state that was read: send it as `If-Modified-Since`.',
    { type: 'string' },
    (_status, _write, hasState) => hasState,
  ],
];

/** The headers of answers: those of the rate limit as the live service sends them, and those of the gateway. */
export const headers: JsonObject = Object.fromEntries(
  carried.map(([, component, description, schema]) => [component, { description, schema }]),
);

const answerHeaders = (status: number, write: boolean, hasState = false): JsonObject =>
  Object.fromEntries(
    carried
      .filter(([, , , , isOn]) => isOn(status, write, hasState))
      .map(([header, component]) => [header, reference('headers', component)]),
  );

const example = (name: string, value: Json): [string, JsonObject] => [slug(name), { summary: name, value }];

/** Takes examples of request bodies from the fixtures with a success. */
export function requestExamples(fixtures: readonly Fixture[]): JsonObject {
  const entries = fixtures.flatMap(({ name, request, gets }) =>
    request.body === undefined || gets.status >= 300 ? [] : [example(name, request.body)],
  );
  return Object.fromEntries(entries);
}

function answerExamples(fixtures: readonly Fixture[], status: number): JsonObject {
  const fitting = fixtures.filter(({ gets }) => gets.status === status);
  return Object.fromEntries(fitting.map(({ name, gets }) => example(name, gets.body)));
}

/** Reads example values of the path parameters from the first fixture with a success. */
export function parameterExamples(
  template: string,
  fixtures: readonly Fixture[],
): ReadonlyMap<string, string> {
  const served = fixtures.find(({ gets }) => gets.status < 300);
  const segments = served?.request.path.replace(/\?.*$/s, '').split('/') ?? [];
  return new Map(
    template.split('/').flatMap((segment, index): [string, string][] => {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      const value = segments[index];
      return name === undefined || value === undefined ? [] : [[name, decodeURIComponent(value)]];
    }),
  );
}

/** The code of validation errors (spec 7.2). */
const INVALID = 'invalid';

/** Returns the status and the body of a problem as v1 writes them. */
function spokenProblem({ code, message, status }: DocumentedProblem, wire: PairWire) {
  const body = JSON.stringify(code === INVALID ? { message, errors: {} } : { message });
  const spoken = wire.writeForm('v1', { status, body });
  return { code, message, status: spoken.status, value: JSON.parse(spoken.body) as Json };
}

type ToldProblems = Pick<Publication, 'problemsOf' | 'wire'>;

/**
 * Lists every status that an operation can be refused with, the lowest first, with all problems that lead to it.
 * Operations of one kind with the same problems share a component by its name.
 */
export function refusals(operation: Operation, { problemsOf, wire }: ToldProblems) {
  const write = operation.v2.method !== 'GET';
  const spoken = problemsOf(operation).map((told) => spokenProblem(told, wire));
  return [...Map.groupBy(spoken, ({ status }) => status)]
    .toSorted(([status1], [status2]) => status1 - status2)
    .map(([status, same]) => {
      const isInvalid = same.some(({ code }) => code === INVALID);
      const examples = same.map(({ code, value }) => [code, { summary: code, value }] as const);
      const response: JsonObject = {
        description: [...new Set(same.map(({ message }) => message))].join(' Or: '),
        headers: answerHeaders(status, write),
        content: jsonContent(
          isInvalid ? 'ValidationProblem' : 'Problem',
          Object.fromEntries(examples),
          wire.errors.v1?.type,
        ),
      };
      const codes = same.map(({ code }) => code).join('-');
      return { status, name: `${status}-${write ? 'write' : 'read'}-${codes}`, response, isInvalid };
    });
}

/**
 * Documents every answer of one operation: its success, and each status of a refusal. Refusals are shared components,
 * except validation errors with fixtures, which show the fields of this operation.
 */
export function responses(
  operation: Operation,
  { schema, description }: { readonly schema: string; readonly description: string },
  told: ToldProblems,
  fixtures: readonly Fixture[],
): JsonObject {
  const { v1, v2, list, lookup } = operation;
  const { success } = v1;
  const refusedResponses = refusals(operation, told).map(({ status, name, response, isInvalid }) => {
    const played = isInvalid ? answerExamples(fixtures, status) : {};
    const content = jsonContent('ValidationProblem', played, told.wire.errors.v1?.type);
    const isPlayed = Object.keys(played).length > 0;
    return [status, isPlayed ? { ...response, content } : reference('responses', name)] as const;
  });
  // What several calls answer has no state of its own.
  const hasState = v2.method === 'GET' && list === undefined && lookup === undefined;
  const shownHeaders = Object.fromEntries(
    (operation.headers?.shown ?? []).map(([name]) => [name, { schema: { type: 'string' } }]),
  );
  const unmodified = {
    description: 'Nothing has changed since the state that the client names.',
    headers: answerHeaders(304, false, true),
  };
  const successResponse = {
    description,
    headers: { ...answerHeaders(success, v2.method !== 'GET', hasState), ...shownHeaders },
    ...(success !== NO_CONTENT && { content: jsonContent(schema, answerExamples(fixtures, success)) }),
  };
  const states = hasState ? { 304: unmodified } : {};
  return { [success]: successResponse, ...states, ...Object.fromEntries(refusedResponses) };
}

/** Describes the shape of a sample. A member named `{...}` stands for any name. */
function sampledSchema(sample: Json): JsonObject {
  if (Array.isArray(sample)) return { type: 'array', items: sampledSchema(sample[0] ?? null) };
  if (typeof sample === 'boolean') return { type: 'boolean' };
  // A null stands for a text.
  if (!isJsonObject(sample)) return { type: typeof sample === 'number' ? 'integer' : 'string' };
  const members = Object.entries(sample).map(
    ([name, value]) => [name, sampledSchema(value ?? null)] as const,
  );
  const [any] = members.filter(([name]) => name.startsWith('{'));
  if (any !== undefined) return { type: 'object', additionalProperties: any[1] };
  return { type: 'object', properties: Object.fromEntries(members), required: Object.keys(sample) };
}

/** Returns the schemas of v1's plain and validation errors (spec 7.1, 7.2), drawn from a sample in the form of the pair. */
export function problemSchemas({ writeForm }: PairWire): JsonObject {
  const shapeOf = (status: number, body: JsonObject): JsonObject =>
    sampledSchema(JSON.parse(writeForm('v1', { status, body: JSON.stringify(body) }).body) as Json);
  return {
    Problem: shapeOf(404, { message: '' }),
    ValidationProblem: shapeOf(422, { message: '', errors: { '{field}': [''] } }),
  };
}
