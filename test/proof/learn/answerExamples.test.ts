import type { Json } from '../../../src/contract/json.js';
import { examplesOf, survey, typesOf } from '../../../src/proof/learn/answerExamples.js';

describe('a survey of examples', () => {
  it('opens no object once it has as many paths as it keeps', () => {
    const members = Array.from({ length: 500 }, (_, at): [string, Json] => [`member_${at}`, at]);
    const unopened = {
      get inner(): Json {
        throw new Error('the object was opened');
      },
    };
    const examples = [Object.fromEntries(members), { late: unopened }].map((v2) => ({ v1: {}, v2 }));
    const { sources } = survey(examples);
    expect(sources.map(({ path }) => path)).toEqual(members.slice(0, 400).map(([name]) => name));
  });
});

describe('the examples in recorded bodies', () => {
  const pairs = [
    { v1: { data: { attributes: { vid: 61, name: 'Ann' } } }, v2: { data: { key: '61', name: 'Ann' } } },
    { v1: { data: { attributes: { vid: 62, name: 'Bob' } } }, v2: { data: { key: '63', name: 'Bob' } } },
  ];

  it('are found by the members that a mapping knows for the ids', () => {
    const names = { v1: ['vid'], v2: ['key'] };
    expect(examplesOf(pairs, undefined, names)).toEqual([
      { v1: { vid: 61, name: 'Ann' }, v2: { key: '61', name: 'Ann' } },
    ]);
    expect([examplesOf(pairs), typesOf(pairs, names)]).toEqual([[], []]);
  });
});
