import type { Json } from '../../src/contract/json.js';
import { driftSubjects } from '../../src/runtime/driftSubjects.js';
import { shipped } from '../support/shipped.ts';

const subjects = new Map(driftSubjects(shipped().resources).map((subject) => [subject.endpoint, subject]));

const shapeOf = (endpoint: string) => {
  const subject = subjects.get(endpoint);
  return subject && { at: subject.at, kind: subject.field.kind };
};

describe('the watched answers of v2', () => {
  it.each([
    ['one resource', 'GET /v2/account-offers/{account}', { at: 'data', kind: 'object' }],
    ['a written resource', 'POST /v2/account-offers', { at: 'data', kind: 'object' }],
    ['a list', 'GET /v2/account-offers', { at: 'data', kind: 'list' }],
    ['the names of a 404', 'GET /v2/games', { at: 'data', kind: 'list' }],
    ['an answer of its own', 'GET /v2/account-offers/templates/{game}', { at: 'body', kind: 'object' }],
  ])('include %s', (_, endpoint, shape) => {
    expect(shapeOf(endpoint)).toEqual(shape);
  });

  it('leave out answers that are not read', () => {
    expect(shapeOf('DELETE /v2/account-offers/{account}')).toBeUndefined();
  });

  const effectOf = (endpoint: string, path: string, value: Json | undefined, rows?: 'leaveOut') =>
    driftSubjects(shipped().resources, rows)
      .find((subject) => subject.endpoint === endpoint)
      ?.effectAt(path)(value);

  it.each<readonly [what: string, path: string, value: Json | undefined, effect: string]>([
    ['a field that no rule reads', 'data.external_id', undefined, 'passed'],
    ['a member of an object that no rule reads', 'data.game.id', null, 'passed'],
    ['a text that is null', 'data.title', null, 'replaced'],
    ['a missing object that holds a text', 'data.game', undefined, 'replaced'],
    ['a null that the rule passes on', 'data.credentials.email_login', null, 'passed'],
    ['an absence that the rule has a default for', 'data.credentials', undefined, 'replaced'],
    ['an element of a list that is no text', 'data.image_urls[]', null, 'replaced'],
    ['a number as the element of a list of texts', 'data.image_urls[]', 5, 'passed'],
    ['an id as text', 'data.id', '7', 'passed'],
    ['no id', 'data.id', null, 'refused'],
    ['no status', 'data.status', undefined, 'refused'],
    ['no price', 'data.price', null, 'refused'],
    ['no resource', 'data', null, 'refused'],
  ])('say what becomes of an answer with %s', (_, path, value, effect) => {
    expect(effectOf('GET /v2/account-offers/{account}', path, value)).toBe(effect);
    const inList = path === 'data' ? 'data[]' : path.replace('data.', 'data[].');
    expect(effectOf('GET /v2/account-offers', inList, value)).toBe(effect);
    const ofRow = effect === 'refused' ? 'leftOut' : effect;
    expect(effectOf('GET /v2/account-offers', inList, value, 'leaveOut')).toBe(ofRow);
  });

  it('refuse a body without a list, even if single rows are left out', () => {
    expect(effectOf('GET /v2/account-offers', 'data', {}, 'leaveOut')).toBe('refused');
  });

  it('include the list behind an index, and refuse none of its values', () => {
    const resources = shipped().resources.map((resource) => ({
      ...resource,
      operations: resource.operations.filter(({ operation }) => operation.lookup !== undefined),
    }));
    expect(driftSubjects(resources)).toMatchObject([
      { endpoint: 'GET /v2/account-offers', field: { kind: 'list' } },
      { endpoint: 'GET /v2/account-offers/{account}', field: { kind: 'object' } },
    ]);
    const [list] = driftSubjects(resources);
    expect(list?.effectAt('data[].price')(null)).toBe('passed');
  });
});
