import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { problem, validationProblem } from '../../contract/operationContract';
import { schemaOf } from './contractSchema';
import { jsonContent, limitHeaderReferences, reference, retryAfter } from './openApiDocument';
import type { PairWire } from '../../mapping/profile/wire';
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
  /** True if the answer names the invalid fields. */
  readonly isInvalid: boolean;
}

/** The problems that an operation can end with, and how v1 writes them. */
interface ToldProblems {
  readonly problems: readonly DocumentedProblem[];
  readonly wire: PairWire;
}

/** A problem as v1 writes it. */
interface SpokenProblem extends DocumentedProblem {
  readonly value: Json;
}

/** The code of validation errors (spec 7.2). */
const INVALID = 'invalid';

function spokenProblem(problem: DocumentedProblem, wire: PairWire): SpokenProblem {
  const { code, message } = problem;
  const body = JSON.stringify(code === INVALID ? { message, errors: {} } : { message });
  const spoken = wire.speak('v1', { status: problem.status, body });
  return { code, message, status: spoken.status, value: JSON.parse(spoken.body) as Json };
}

const isInvalid = (problems: readonly DocumentedProblem[]): boolean =>
  problems.some(({ code }) => code === INVALID);

const described = (problems: readonly DocumentedProblem[]): string =>
  [...new Set(problems.map(({ message }) => message))].join(' Or: ');

function response(problems: readonly SpokenProblem[], write: boolean, type: string | undefined): JsonObject {
  const [{ status } = { status: 0 }] = problems;
  const named = problems.map(({ code, value }): [string, JsonObject] => [code, { summary: code, value }]);
  const schema = isInvalid(problems) ? 'ValidationProblem' : 'Problem';
  return {
    description: described(problems),
    headers: answerHeaders(status, write),
    content: jsonContent(schema, { examples: Object.fromEntries(named) }, type),
  };
}

/** Lists every status that an operation can be refused with, the lowest first. */
export function refusals({ v2 }: Operation, { problems, wire }: ToldProblems): readonly Refusal[] {
  const write = v2.method !== 'GET';
  const spoken = problems.map((problem) => spokenProblem(problem, wire));
  const statuses = [...new Set(spoken.map(({ status }) => status))].sort(
    (status1, status2) => status1 - status2,
  );
  return statuses.map((status) => {
    const same = spoken.filter((problem) => problem.status === status);
    const codes = same.map(({ code }) => code).join('-');
    const kind = write ? 'write' : 'read';
    const written = response(same, write, wire.errors.v1?.type);
    return { status, name: `${status}-${kind}-${codes}`, response: written, isInvalid: isInvalid(same) };
  });
}

/** The component of a success body, and its description. */
interface Success {
  readonly schema: string;
  readonly description: string;
}

/**
 * Documents every answer of one operation: its success, and each status of a refusal. Refusals are shared components,
 * except validation errors with fixtures, which show the fields of this operation.
 */
export function responses(
  operation: Operation,
  { schema, description }: Success,
  told: ToldProblems,
  fixtures: readonly Fixture[],
): JsonObject {
  const { success } = operation.v1;
  const type = told.wire.errors.v1?.type;
  const refused = refusals(operation, told).map((refusal): [string, JsonObject] => {
    const { status, name } = refusal;
    const played = refusal.isInvalid ? answerExamples(fixtures, status) : {};
    const isPlayed = Object.keys(played).length > 0;
    const content = jsonContent('ValidationProblem', { examples: played }, type);
    return [String(status), isPlayed ? { ...refusal.response, content } : reference('responses', name)];
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

/** Describes the shape of a sample; a member named `{...}` stands for any name. */
function sampledSchema(sample: Json): JsonObject {
  if (Array.isArray(sample)) return { type: 'array', items: sampledSchema(sample[0] ?? null) };
  if (!isJsonObject(sample)) return { type: typeof sample === 'number' ? 'integer' : 'string' };
  const members = Object.entries(sample).map(
    ([name, value]) => [name, sampledSchema(value ?? null)] as const,
  );
  const [any] = members.filter(([name]) => name.startsWith('{'));
  if (any !== undefined) return { type: 'object', additionalProperties: any[1] };
  return { type: 'object', properties: Object.fromEntries(members), required: Object.keys(sample) };
}

/** Both error shapes of v1 (spec 7.1, 7.2). */
export function problemSchemas({ errors, speak }: PairWire): JsonObject {
  if (errors.v1 === undefined)
    return { Problem: schemaOf(problem), ValidationProblem: schemaOf(validationProblem) };
  const shapeOf = (status: number, body: JsonObject): JsonObject =>
    sampledSchema(JSON.parse(speak('v1', { status, body: JSON.stringify(body) }).body) as Json);
  return {
    Problem: shapeOf(404, { message: '' }),
    ValidationProblem: shapeOf(422, { message: '', errors: { '{field}': [''] } }),
  };
}

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
