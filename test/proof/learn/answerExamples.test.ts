import type { Json } from '../../../src/contract/json.js';
import { survey } from '../../../src/proof/learn/answerExamples.js';

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
