import { fc } from '../../support/fastCheck.ts';
import { operationsV1 as v1 } from '../../../src/contract/contracts.js';
import { operations } from '../../../src/sandbox/operations.js';
import { compileRoutes } from '../../../src/gateway/routes.js';
import {
  createPathShape,
  createUnlisted,
  mergeUnlisted,
  routeWords,
} from '../../../src/http/observability/unlistedRequests.js';
import { shipped } from '../../support/shipped.ts';

const routes = compileRoutes(shipped().operations);
const apiWords = new Set(['v1', 'v2', ...shipped().profile.words, ...routeWords(routes)]);
const pathShape = createPathShape(() => [...apiWords]);

describe('the shape of a path', () => {
  it.each([
    ['/v1/orders/12?page=2', '/v1/orders/{id}'],
    ['/v1/accounts/12/images/3/', '/v1/accounts/{id}/{text}/{id}/'],
    ['/v1/accounts/by-login/some@login/credentials', '/v1/accounts/by-login/{text}/credentials'],
    ['/v1', '/v1'],
    ['/v1//accounts', '/v1//accounts'],
    [`/v1${'/1'.repeat(50)}`, `/v1${'/{id}'.repeat(7)}/...`],
  ])('of %s is %s', (target, shape) => {
    expect(pathShape(target)).toBe(shape);
  });

  it('keeps the words of both APIs', () => {
    const words = [...Object.values(v1), ...operations].flatMap(({ path }) => path.split('/'));
    expect(words.filter((word) => word !== '' && !word.startsWith('{') && !apiWords.has(word))).toEqual([]);
  });

  it('contains no word of a client', () => {
    const secret = fc.stringMatching(/^[\w@.%-]{1,20}$/).filter((text) => !apiWords.has(text));
    fc.assert(
      fc.property(fc.array(fc.oneof(secret, fc.constantFrom(...apiWords))), (segments) => {
        const keptTexts = pathShape(`/v1/${segments.join('/')}`).split('/');
        expect(
          keptTexts.filter((word) => !['', '{id}', '{text}', '...'].includes(word) && !apiWords.has(word)),
        ).toEqual([]);
      }),
    );
  });
});

describe('the registry of unlisted requests', () => {
  it('counts by method and shape, with the callers and whether v1 answered', () => {
    const book = createUnlisted();
    const shape = '/v1/orders/{id}';
    book.countRequest({ method: 'GET', shape, caller: 'abc', servedBy: 'v1' });
    book.countRequest({ method: 'GET', shape, caller: 'abc' });
    book.countRequest({ method: 'BREW', shape });
    book.countRequest({ method: 'GET' });
    expect(book.listShapes()).toEqual([
      { method: 'GET', shape, requests: 2, byV1: 1, callers: ['abc'] },
      { method: 'other', shape, requests: 1, byV1: 0, callers: [] },
    ]);
  });

  it('stays bounded by counting the excess together', () => {
    const book = createUnlisted();
    for (let number = 0; number < 1_000; number += 1) {
      book.countRequest({ method: 'GET', shape: `/v1/${'{id}/'.repeat(number)}`, caller: String(number) });
      book.countRequest({ method: 'GET', shape: '/v1/', caller: String(number) });
    }
    const unlisted = book.listShapes();
    expect(unlisted).toHaveLength(101);
    expect(
      unlisted.slice(0, 2).map(({ shape, requests, callers }) => [shape, requests, callers.length]),
    ).toEqual([
      ['/v1/', 1_001, 10],
      ['(others)', 900, 10],
    ]);
  });
});

const seenRequests = (shape: string, requests: number, callers: readonly string[] = []) => ({
  method: 'GET',
  shape,
  requests,
  callers,
  byV1: requests - 1,
});

describe('unlisted requests of several processes', () => {
  it('make one list, the most frequent first, with each caller once', () => {
    const merged = mergeUnlisted([
      [seenRequests('/v1/a/{id}', 3, ['x', 'y']), seenRequests('/v1/b', 1)],
      [seenRequests('/v1/b', 5, ['z']), seenRequests('/v1/a/{id}', 1, ['y'])],
    ]);
    expect(merged).toEqual([
      { ...seenRequests('/v1/b', 6, ['z']), byV1: 4 },
      { ...seenRequests('/v1/a/{id}', 4, ['x', 'y']), byV1: 2 },
    ]);
  });

  it('name the first ten callers of all processes together', () => {
    const callers = Array.from({ length: 16 }, (_, index) => String(index));
    const merged = mergeUnlisted([
      [seenRequests('/v1/a', 8, callers.slice(0, 8))],
      [seenRequests('/v1/a', 8, callers.slice(8))],
    ]);
    expect(merged.map((shape) => shape.callers)).toEqual([callers.slice(0, 10)]);
  });
});
