import type { JsonObject } from '../../contract/json';
import type { Fixture } from '../../mapping/loadFixtures';
import type { Operation } from '../../mapping/operation';
import type { DocumentedProblem } from '../publication';
import { answerHeaders } from './answerHeaders';
import { answerExamples } from './examples';
import { jsonContent } from './jsonContent';
import { reference } from './reference';
import { INVALID, refusals } from './refusals';

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
