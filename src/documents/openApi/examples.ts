import type { Json, JsonObject } from '../../contract/json';
import type { Fixture } from '../../mapping/loadFixtures';
import { slug } from '../words';

const example = (name: string, value: Json): [string, JsonObject] => [slug(name), { summary: name, value }];

/** Bodies that clients may send, from the fixtures that end well. */
export function requestExamples(fixtures: readonly Fixture[]): JsonObject {
  const entries = fixtures.flatMap(({ name, request, gets }) =>
    request.body === undefined || gets.status >= 300 ? [] : [example(name, request.body)],
  );
  return Object.fromEntries(entries);
}

/** Bodies that clients get with a status, from the fixtures. */
export function answerExamples(fixtures: readonly Fixture[], status: number): JsonObject {
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
