import type { Json, JsonObject } from '../../contract/json';
import { problem, validationProblem } from '../../contract/operationContract';
import { schemaOf } from './contractSchema';
import { jsonContent, limitHeaderReferences, reference, retryAfter } from './openApiDocument';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import { type DocumentedProblem, slug } from '../publication';
import { NO_CONTENT, type Operation } from '../../mapping/compile/compiledOperation';

/** Lists the headers that an answer with this status can carry. */
function answerHeaders(status: number, write: boolean): JsonObject {
  return {
    'X-Request-Id': reference('headers', 'RequestId'),
    ...(status < 500 ? limitHeaderReferences(status) : {}),
    ...(status === 503 ? retryAfter : {}),
    ...(write && status < 300 ? { 'X-Lifeboat-Unchanged': reference('headers', 'Unchanged') } : {}),
    ...(write && status >= 500 ? { 'X-Lifeboat-Ambiguous': reference('headers', 'Ambiguous') } : {}),
  };
}

const example = (name: string, value: Json): [string, JsonObject] => [slug(name), { summary: name, value }];

/** Takes examples of request bodies from the fixtures with a success. */
export function requestExamples(fixtures: readonly Fixture[]): JsonObject {
  const entries = fixtures.flatMap(({ name, request, gets }) =>
    request.body === undefined || gets.status >= 300 ? [] : [example(name, request.body)],
  );
  return Object.fromEntries(entries);
}

/** Takes examples of answers with this status from the fixtures. */
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

/** One status of a refused request, with all problems that lead to it. */
interface Refusal {
  readonly status: number;
  /** Name of the component: operations of one kind with the same problems share it. */
  readonly name: string;
  readonly response: JsonObject;
}

/** The status of validation errors (spec 7.2). */
const INVALID_STATUS = 422;

const described = (problems: readonly DocumentedProblem[]): string =>
  [...new Set(problems.map(({ message }) => message))].join(' Or: ');

function response(status: number, problems: readonly DocumentedProblem[], write: boolean): JsonObject {
  const named = problems.map(({ code, message }): [string, JsonObject] => [
    code,
    { summary: code, value: status === INVALID_STATUS ? { message, errors: {} } : { message } },
  ]);
  const schema = status === INVALID_STATUS ? 'ValidationProblem' : 'Problem';
  return {
    description: described(problems),
    headers: answerHeaders(status, write),
    content: jsonContent(schema, { examples: Object.fromEntries(named) }),
  };
}

/** Lists every status that an operation can be refused with, the lowest first. */
export function refusals({ v2 }: Operation, problems: readonly DocumentedProblem[]): readonly Refusal[] {
  const write = v2.method !== 'GET';
  const statuses = [...new Set(problems.map(({ status }) => status))].sort(
    (status1, status2) => status1 - status2,
  );
  return statuses.map((status) => {
    const same = problems.filter((problem) => problem.status === status);
    const codes = same.map(({ code }) => code).join('-');
    const kind = write ? 'write' : 'read';
    return { status, name: `${status}-${kind}-${codes}`, response: response(status, same, write) };
  });
}

/** The component of a success body, and its description. */
interface Success {
  readonly schema: string;
  readonly description: string;
}

/**
 * Documents every answer of one operation: its success, and each status it can be refused with. Refusals are shared
 * components, except validation errors with fixtures, which show the fields of this operation.
 */
export function responses(
  operation: Operation,
  { schema, description }: Success,
  problems: readonly DocumentedProblem[],
  fixtures: readonly Fixture[],
): JsonObject {
  const { success } = operation.v1;
  const refused = refusals(operation, problems).map(({ status, name, response }): [string, JsonObject] => {
    const played = status === INVALID_STATUS ? answerExamples(fixtures, status) : {};
    const isPlayed = Object.keys(played).length > 0;
    const ownResponse = { ...response, content: jsonContent('ValidationProblem', { examples: played }) };
    return [String(status), isPlayed ? ownResponse : reference('responses', name)];
  });
  const done = {
    description,
    headers: answerHeaders(success, operation.v2.method !== 'GET'),
    ...(success === NO_CONTENT
      ? {}
      : { content: jsonContent(schema, { examples: answerExamples(fixtures, success) }) }),
  };
  return { [String(success)]: done, ...Object.fromEntries(refused) };
}

/** Both error shapes of v1 (spec 7.1, 7.2). */
export const problemSchemas: JsonObject = {
  Problem: schemaOf(problem),
  ValidationProblem: schemaOf(validationProblem),
};

/** Headers of answers that only the gateway writes. */
export const headers: JsonObject = {
  RequestId: { description: 'Names the request in the log of the gateway.', schema: { type: 'string' } },
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
