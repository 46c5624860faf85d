import type { JsonObject } from '../../contract/json';
import type { Operation } from '../../mapping/operation';
import type { DocumentedProblem } from '../publication';
import { answerHeaders } from './answerHeaders';
import { jsonContent } from './jsonContent';

/** One status with which operations are refused, for one or several problems. */
export interface Refusal {
  readonly status: number;
  /** Names the component: the same problems of the same kind of operation are one component. */
  readonly name: string;
  readonly response: JsonObject;
}

/** The status of validation errors (spec 7.2). */
export const INVALID = 422;

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
