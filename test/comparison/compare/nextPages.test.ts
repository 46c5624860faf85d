import { compareBodies } from '../support/compareBodies.ts';

const differencesOf = (v1: unknown, v2: unknown) => {
  const [body1, body2] = [v1, v2].map((next) => JSON.stringify({ data: [], meta: { next } }));
  return compareBodies(body1, body2).differences.map(({ kind, path }) => `${kind} ${path}`);
};

describe('the cursor of the next page', () => {
  it.each([
    ['52', 'v2.53', []],
    [52, 'v2.53', []],
    [null, 'v2.53', ['type meta.next']],
    ['52', null, ['type meta.next']],
    ['52', '53', ['value meta.next']],
  ])('of v1 as %j and of v2 as %j has the differences %j', (v1, v2, differences) => {
    expect(differencesOf(v1, v2)).toEqual(differences);
  });
});
