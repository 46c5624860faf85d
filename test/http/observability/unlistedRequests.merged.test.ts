import { mergeUnlisted } from '../../../src/http/observability/unlistedRequests';

const seen = (shape: string, requests: number, callers: readonly string[] = []) => ({
  method: 'GET',
  shape,
  requests,
  callers,
  byV1: requests - 1,
});

describe('unlisted requests of several processes', () => {
  it('make one list, the most frequent first, with each caller once', () => {
    const merged = mergeUnlisted([
      [seen('/v1/a/{id}', 3, ['x', 'y']), seen('/v1/b', 1)],
      [seen('/v1/b', 5, ['z']), seen('/v1/a/{id}', 1, ['y'])],
    ]);
    expect(merged).toEqual([
      { ...seen('/v1/b', 6, ['z']), byV1: 4 },
      { ...seen('/v1/a/{id}', 4, ['x', 'y']), byV1: 2 },
    ]);
  });
});
