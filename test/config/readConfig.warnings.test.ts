import { readConfig, warnings } from '../../src/config/readConfig';

function warned(environment: Record<string, string>, sandbox = false): string[] {
  const result = readConfig({ file: undefined, environment, overrides: [], sandbox });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return warnings(result.config);
}

describe('warnings', () => {
  it('has none for https, and none for http on this machine', () => {
    const environment = {
      LIFEBOAT_UPSTREAM_V2: 'https://a.example',
      LIFEBOAT_UPSTREAM_V1: 'http://localhost:1',
    };
    expect(warned(environment)).toEqual([]);
    expect(warned({}, true)).toEqual([]);
  });

  it('has one for a named store whose index ends with the process, because no secret is set', () => {
    const environment = { LIFEBOAT_UPSTREAM_V2: 'https://a.example', LIFEBOAT_STORE: 'here.db' };
    expect(warned(environment)).toEqual([expect.stringMatching(/^index\.secret is not set: .*openssl rand/)]);
    expect(warned({ ...environment, LIFEBOAT_INDEX_SECRET: 's'.repeat(32) })).toEqual([]);
  });

  it('has one for each upstream that would be asked in plain http', () => {
    const environment = {
      LIFEBOAT_UPSTREAM_V2: 'http://a.example',
      LIFEBOAT_UPSTREAM_V1: 'http://b.example',
    };
    expect(warned(environment)).toEqual([
      expect.stringContaining('upstream.v2 is plain http'),
      expect.stringContaining('upstream.v1 is plain http'),
    ]);
  });

  it('has one for a gateway that can be reached from elsewhere without TLS', () => {
    const environment = { LIFEBOAT_UPSTREAM_V2: 'https://a.example', LIFEBOAT_LISTEN_HOST: '0.0.0.0' };
    expect(warned(environment)).toEqual([expect.stringContaining('listens on 0.0.0.0 without TLS')]);
  });
});
