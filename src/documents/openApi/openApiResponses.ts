import type { Json, JsonObject } from '../../contract/json';
import { reference } from './openApiSchemas';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import { type DocumentedProblem, slug } from '../publication';
import type { Operation } from '../../mapping/compile/compiledOperation';

const rateLimits: JsonObject = {
  'X-RateLimit-Limit': reference('headers', 'RateLimitLimit'),
  'X-RateLimit-Remaining': reference('headers', 'RateLimitRemaining'),
  'X-RateLimit-Reset': reference('headers', 'RateLimitReset'),
};

/** The headers that an answer with some status can carry, to a write or to a read. */
function answerHeaders(status: number, write: boolean): JsonObject {
  return {
    'X-Request-Id': reference('headers', 'RequestId'),
    ...(status < 500 ? rateLimits : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': reference('headers', 'RetryAfter') } : {}),
    ...(write && status < 300 ? { 'X-Lifeboat-Unchanged': reference('headers', 'Unchanged') } : {}),
    ...(write && status >= 500 ? { 'X-Lifeboat-Ambiguous': reference('headers', 'Ambiguous') } : {}),
  };
}

const example = (name: string, value: Json): [string, JsonObject] => [slug(name), { summary: name, value }];

/** Bodies that clients may send, from the fixtures that end well. */
export function requestExamples(fixtures: readonly Fixture[]): JsonObject {
  const entries = fixtures.flatMap(({ name, request, gets }) =>
    request.body === undefined || gets.status >= 300 ? [] : [example(name, request.body)],
  );
  return Object.fromEntries(entries);
}

/** Bodies that clients get with a status, from the fixtures. */
function answerExamples(fixtures: readonly Fixture[], status: number): JsonObject {
  const fitting = fixtures.filter(({ gets }) => gets.status === status);
  return Object.fromEntries(fitting.map(({ name, gets }) => example(name, gets.body)));
}

/** The v1 path parameters of a fixture's request, as its path has them. */
export function parameterExamples(
  template: string,
  fixtures: readonly Fixture[],
): ReadonlyMap<string, string> {
  const served = fixtures.find(({ gets }) => gets.status < 300);
  const given = served?.request.path.replace(/\?.*$/s, '').split('/') ?? [];
  return new Map(
    template.split('/').flatMap((segment, index): [string, string][] => {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      const value = given[index];
      return name === undefined || value === undefined ? [] : [[name, decodeURIComponent(value)]];
    }),
  );
}

/** A body in the shape of a component, with examples by name. */
export const jsonContent = (schema: string, examples: JsonObject): JsonObject => ({
  'application/json': { schema: reference('schemas', schema), examples },
});

/** One status with which operations are refused, for one or several problems. */
interface Refusal {
  readonly status: number;
  /** Names the component: the same problems of the same kind of operation are one component. */
  readonly name: string;
  readonly response: JsonObject;
}

/** The status of validation errors (spec 7.2). */
const INVALID = 422;

const described = (problems: readonly DocumentedProblem[]): string =>
  [...new Set(problems.map(({ message }) => message))].join(' Or: ');

function response(status: number, problems: readonly DocumentedProblem[], write: boolean): JsonObject {
  const named = problems.map(({ code, message }): [string, JsonObject] => [
    code,
    { summary: code, value: status === INVALID ? { message, errors: {} } : { message } },
  ]);
  const schema = status === INVALID ? 'ValidationProblem' : 'Problem';
  return {
    description: described(problems),
    headers: answerHeaders(status, write),
    content: jsonContent(schema, Object.fromEntries(named)),
  };
}

/** Every status that an operation can be refused with, the lowest first; problems with one status go together. */
export function refusals({ v2 }: Operation, problems: readonly DocumentedProblem[]): readonly Refusal[] {
  const write = v2.method !== 'GET';
  const statuses = [...new Set(problems.map(({ status }) => status))].sort((one, other) => one - other);
  return statuses.map((status) => {
    const same = problems.filter((problem) => problem.status === status);
    const codes = same.map(({ code }) => code).join('-');
    const kind = write ? 'write' : 'read';
    return { status, name: `${status}-${kind}-${codes}`, response: response(status, same, write) };
  });
}

/** What a success looks like: the component of its body, and words for people. */
interface Success {
  readonly schema: string;
  readonly description: string;
}

/** Every answer of one operation: the one success, and each status it can be refused with. What is invalid is its own. */
export function responses(
  operation: Operation,
  { schema, description }: Success,
  problems: readonly DocumentedProblem[],
  fixtures: readonly Fixture[],
): JsonObject {
  const { success } = operation.v1;
  const refused = refusals(operation, problems).map(({ status, name, response }): [string, JsonObject] => {
    const played = status === INVALID ? answerExamples(fixtures, status) : {};
    const isPlayed = Object.keys(played).length > 0;
    const own = { ...response, content: jsonContent('ValidationProblem', played) };
    return [String(status), isPlayed ? own : reference('responses', name)];
  });
  const done = {
    description,
    headers: answerHeaders(success, operation.v2.method !== 'GET'),
    content: jsonContent(schema, answerExamples(fixtures, success)),
  };
  return { [String(success)]: done, ...Object.fromEntries(refused) };
}

const integer = { type: 'integer' };

/** Both error shapes of v1 (spec 7.1, 7.2). */
export const problemSchemas: JsonObject = {
  Problem: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' } },
  },
  ValidationProblem: {
    type: 'object',
    required: ['message', 'errors'],
    properties: {
      message: { type: 'string' },
      errors: {
        type: 'object',
        description: 'Field name, in v1 names, to what is wrong with it.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};

/** Headers of answers; the rate limits are v2's, as the live service sends them. */
export const headers: JsonObject = {
  RequestId: { description: 'Names the request in the log of the gateway.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: integer },
  RateLimitLimit: { description: 'Requests that v2 allows in the window.', schema: integer },
  RateLimitRemaining: { description: 'Requests that are left in the window.', schema: integer },
  RateLimitReset: { description: 'Unix seconds at which the window ends.', schema: integer },
  Unchanged: {
    description:
      'Present when the write would change nothing and was not made, because v2 takes no more for now.',
    schema: { const: '1' },
  },
  Ambiguous: {
    description: 'Present when the write may have been executed all the same: look before writing again.',
    schema: { const: '1' },
  },
};

/** A key of the seller in every request (spec 5.1). */
export const securitySchemes: JsonObject = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
};
