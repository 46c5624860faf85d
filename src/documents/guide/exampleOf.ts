import type { Json } from '../../contract/json';
import type { Fixture } from '../../mapping/loadFixtures';
import type { Operation } from '../../mapping/operation';
import { compactJson } from '../compactJson';
import type { Example } from './guide';

const bodyOf = (body: Json | undefined): { readonly body?: string } =>
  body === undefined ? {} : { body: compactJson(body) };

/** The first fixture of an operation that ends well, as the same work on both sides. */
export function exampleOf(
  operation: Operation,
  fixtures: readonly Fixture[],
): { readonly example?: Example } {
  const fixture = fixtures.find(({ operation: name, gets }) => name === operation.name && gets.status < 300);
  if (fixture === undefined) return {};
  const { name, request, upstream, gets } = fixture;
  const v2 = upstream.map(({ sends, answers }) => ({
    request: `${sends.method} ${sends.path}`,
    ...bodyOf(sends.body),
    status: answers.status,
    answer: compactJson(answers.body),
  }));
  const v1 = {
    request: `${request.method} ${request.path}`,
    ...bodyOf(request.body),
    status: gets.status,
    answer: compactJson(gets.body),
  };
  return { example: { name, v1, v2 } };
}
