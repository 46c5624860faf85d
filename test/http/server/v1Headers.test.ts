import { v1Headers } from '../../../src/http/server/outgoing';

const ending = {
  deprecation: Date.UTC(2025, 5, 1),
  sunset: Date.UTC(2025, 10, 30),
  end: undefined,
  guide: '/guide',
};

describe('v1Headers', () => {
  it('names the deprecation as a date of structured fields (RFC 9745 2.1)', () => {
    expect(v1Headers(ending)['deprecation']).toBe('@1748736000');
  });

  it('names the sunset as an HTTP date (RFC 8594 3)', () => {
    expect(v1Headers(ending)['sunset']).toBe('Sun, 30 Nov 2025 00:00:00 GMT');
  });

  it('names the end of the gateway in place of the sunset once there is one', () => {
    const end = Date.UTC(2026, 5, 30);
    expect(v1Headers({ ...ending, end })['sunset']).toBe('Tue, 30 Jun 2026 00:00:00 GMT');
  });

  it('names no deprecation that is later than the sunset (RFC 9745 4)', () => {
    expect(v1Headers({ ...ending, deprecation: Date.UTC(2030, 0, 1) })['deprecation']).toBe('@1764460800');
  });

  it('links to the guide by the relation "deprecation" (RFC 9745 3)', () => {
    expect(v1Headers(ending)['link']).toBe('</guide>; rel="deprecation"');
  });
});
