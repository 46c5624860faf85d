import { z } from 'zod';
import { didYouMean, schemaFaults } from '../../../src/mapping/yaml/complaints.js';
import { readDocument } from '../../../src/mapping/yaml/yamlDocument.js';

describe('didYouMean', () => {
  it.each([
    ['prot', ['host', 'port'], 'port'],
    ['formatlong', ['format', 'formatLong'], 'formatLong'],
    ['curency_unit', ['currency_unit', 'currency'], 'currency_unit'],
    ['price', ['prices_', 'prise'], 'prise'],
    ['deadline', ['deadlines', 'listen'], 'deadlines'],
  ])('suggests for %s one of %j', (word, candidates, meant) => {
    expect(didYouMean(word, candidates)).toBe(`did you mean "${meant}"?`);
  });

  it.each([
    ['wholly-else', ['port', 'host']],
    ['x', ['port', 'host']],
    ['port', []],
  ])('suggests nothing if no candidate is near %s', (word, candidates) => {
    expect(didYouMean(word, candidates)).toBeUndefined();
  });
});

it('says of an empty file that it is empty', () => {
  const document = readDocument('plan.yaml', '# nothing yet\n');
  const { error } = z.strictObject({}).safeParse(document.value);
  expect(error && schemaFaults(document, error, [])).toMatchObject([
    { message: 'the file is empty', hint: expect.stringMatching(/^a shell empties the file/) as string },
  ]);
});

describe('an unknown key', () => {
  it.each([
    ['stpes', 'did you mean "steps"?'],
    ['steps', 'it belongs in another place'],
    ['wholly-else', 'no key of that name belongs here'],
  ])('%s has a hint', (key, hint) => {
    const document = readDocument('plan.yaml', `${key}: 1`);
    const { error } = z.strictObject({}).safeParse(document.value);
    expect(error && schemaFaults(document, error, ['steps'])).toMatchObject([{ line: 1, hint }]);
  });
});
