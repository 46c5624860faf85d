import { readRetryAfter } from '../../src/gateway/rateLimits';

const NOW = Date.parse('2025-11-30T00:00:00Z');

describe('readRetryAfter', () => {
  it.each([
    ['20', 20_000],
    ['0', 0],
    ['Sun, 30 Nov 2025 00:01:00 GMT', 60_000],
    ['Sat, 29 Nov 2025 00:00:00 GMT', 0],
    ['999999999', 3_600_000],
    ['soon', 30_000],
    ['', 30_000],
    [undefined, 30_000],
  ])('reads %j as %d ms', (header, expected) => {
    expect(readRetryAfter(header, NOW)).toBe(expected);
  });
});
