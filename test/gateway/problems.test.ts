import { problemAnswer, type ProblemCode, problems } from '../../src/gateway/problems';

const codes = Object.keys(problems) as ProblemCode[];

describe('the table of problems', () => {
  it.each([
    ['unauthenticated', 401, 'Unauthenticated.'],
    ['forbidden', 403, 'This action is unauthorized.'],
    ['notFound', 404, 'Resource not found.'],
    ['rateLimited', 429, 'Too many requests.'],
  ] as const)('answers %s with the status and text of spec 7.1', (code, status, message) => {
    const answer = problemAnswer(code, 'r-1');
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ message });
  });

  it.each(codes)('answers %s as JSON with a message and the request id', (code) => {
    const answer = problemAnswer(code, 'r-1', { 'retry-after': '3' });
    expect(answer.headers).toEqual({
      'retry-after': '3',
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': 'r-1',
    });
    expect(Object.keys(JSON.parse(answer.body) as object)).toEqual(['message']);
  });

  it('covers every status that the edge can need', () => {
    const statuses = new Set<number>(Object.values(problems).map(({ status }) => status));
    for (const status of [400, 401, 403, 404, 408, 410, 413, 415, 422, 429, 431, 500, 502, 503, 504]) {
      expect(statuses).toContain(status);
    }
  });
});
