import { possibleProblems } from '../../src/proof/possibleProblems';
import type { Operation } from '../../src/mapping/compile/compiledOperation';
import { shippedFixtures } from '../support/shippedFixtures';
import { shipped } from '../support/shipped';

const { operations } = shipped();

function operation(name: string): Operation {
  const foundOperation = operations.find((operation) => operation.name === name);
  if (foundOperation === undefined) throw new Error(`no operation ${name}`);
  return foundOperation;
}

const codes = (name: string): readonly string[] => possibleProblems(operation(name)).map(({ code }) => code);

describe('possibleProblems', () => {
  it('names problems of a body only for operations with one', () => {
    const ofBodies = ['badJson', 'refusedKey', 'bodyTooLarge', 'unsupportedMediaType', 'invalid'];
    expect(codes('updateCurrencyOffer')).toEqual(expect.arrayContaining(ofBodies));
    expect(codes('getCurrencyOffer').filter((code) => ofBodies.includes(code))).toEqual([]);
  });

  it('names the index only for lookups', () => {
    expect(codes('getAccountByLogin')).toContain('indexing');
    expect(codes('getAccount')).not.toContain('indexing');
  });

  it('leaves out problems that no client of the operation ever sees', () => {
    for (const { name } of operations)
      expect(codes(name)).not.toEqual(expect.arrayContaining(['clientGone']));
  });

  it('contains every refusal of the fixtures', () => {
    const refused = shippedFixtures().filter(({ gets }) => gets.status >= 400);
    expect(refused.length).toBeGreaterThan(3);
    for (const { operation: name, gets } of refused) {
      const statuses = possibleProblems(operation(name)).map(({ status }) => status);
      expect([name, statuses]).toEqual([name, expect.arrayContaining([gets.status])]);
    }
  });
});
