import { dataOf, isJsonObject, type Json } from '../../contract/json';
import type { FurtherCall } from '../../mapping/compile/calls/furtherCall';
import type { FixtureCase } from '../../mapping/yaml/fixtureFile';

export type ScriptedAnswer = FixtureCase['upstream'][number]['answers'];

/** Answers of v2 by path, in the order of the calls: lookups come before the call that needs them. */
export type Answers = readonly (readonly [path: string, answer: ScriptedAnswer])[];

const otherThan = (id: Json | undefined): Json => (typeof id === 'number' ? id + 1 : 'another id');

/** Gives the answer of a further call the id that its path asks for. */
export function askedFor({ id }: FurtherCall, data: Json, path: string): Json {
  if (id === undefined || !isJsonObject(data)) return data;
  const { [id.member]: given } = data;
  const askedId = decodeURIComponent(path.split('/').at(-1) ?? '');
  if (typeof given === 'string') return { ...data, [id.member]: askedId };
  return typeof given === 'number' ? { ...data, [id.member]: Number(askedId) } : data;
}

/** Makes, for each further call whose id is compared, the same answers with another id in that one. */
export const foreignAnswers = (
  calls: readonly FurtherCall[],
  [firstAnswer, ...further]: Answers,
): readonly (readonly [call: string, answers: Answers])[] =>
  calls.flatMap(({ name, template, id }) => {
    if (firstAnswer === undefined || id === undefined) return [];
    const [stem = ''] = template.split('{');
    const changedAnswers = further.map(([path, answer]): Answers[number] => {
      const data = dataOf(answer.body);
      if (!path.startsWith(stem) || !isJsonObject(data)) return [path, answer];
      return [path, { ...answer, body: { data: { ...data, [id.member]: otherThan(data[id.member]) } } }];
    });
    return [[name, [firstAnswer, ...changedAnswers]]];
  });
