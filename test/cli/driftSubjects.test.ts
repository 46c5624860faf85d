import { driftSubjects } from '../../src/cli/driftSubjects';
import { shipped } from '../support/shipped';

const subjects = new Map(driftSubjects(shipped().resources).map((subject) => [subject.endpoint, subject]));

const shapeOf = (endpoint: string) => {
  const subject = subjects.get(endpoint);
  return subject && { at: subject.at, kind: subject.field.kind, guarded: subject.guarded };
};

describe('the answers of v2 that are watched', () => {
  it.each([
    ['one resource', 'GET /v2/account-offers/{account}', { at: 'data', kind: 'object', guarded: true }],
    ['a written resource', 'POST /v2/account-offers', { at: 'data', kind: 'object', guarded: true }],
    ['a list', 'GET /v2/account-offers', { at: 'data', kind: 'list', guarded: true }],
    [
      'an answer of its own',
      'GET /v2/account-offers/templates/{game}',
      { at: 'body', kind: 'object', guarded: true },
    ],
  ])('hold %s', (_, endpoint, shape) => {
    expect(shapeOf(endpoint)).toEqual(shape);
  });

  it('leave out those of which nothing is read', () => {
    expect(shapeOf('DELETE /v2/account-offers/{account}')).toBeUndefined();
  });

  it('hold the list behind an index that is no answer, of which nothing is refused', () => {
    const resources = shipped().resources.map((resource) => ({
      ...resource,
      operations: resource.operations.filter(({ operation }) => operation.lookup !== undefined),
    }));
    expect(driftSubjects(resources)).toMatchObject([
      { endpoint: 'GET /v2/account-offers', guarded: false, field: { kind: 'list' } },
      { endpoint: 'GET /v2/account-offers/{account}', guarded: true, field: { kind: 'object' } },
    ]);
  });
});
