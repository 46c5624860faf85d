import { didYouMean } from '../../../src/mapping/yaml/complaints';

describe('didYouMean', () => {
  it.each([
    ['prot', ['host', 'port'], 'port'],
    ['formatlong', ['format', 'formatLong'], 'formatLong'],
    ['curency_unit', ['currency_unit', 'currency'], 'currency_unit'],
    ['price', ['prices_', 'prise'], 'prise'],
    ['deadline', ['deadlines', 'listen'], 'deadlines'],
  ])('takes %s for one of %j', (word, candidates, meant) => {
    expect(didYouMean(word, candidates)).toBe(`did you mean "${meant}"?`);
  });

  it.each([
    ['wholly-else', ['port', 'host']],
    ['x', ['port', 'host']],
    ['port', []],
  ])('says nothing when no candidate is near %s', (word, candidates) => {
    expect(didYouMean(word, candidates)).toBeUndefined();
  });
});
