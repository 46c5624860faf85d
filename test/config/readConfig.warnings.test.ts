import { renderConfigFault } from '../../src/config/configFaults.js';
import { readConfig, listSettingWarnings } from '../../src/config/readConfig.js';

function warned(environment: Record<string, string>, sandbox = false): string[] {
  const result = readConfig({ file: undefined, environment, overrides: [], sandbox });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return listSettingWarnings(result.config);
}

describe('warnings', () => {
  it('are empty for https, and for http on this machine', () => {
    const environment = {
      LIFEBOAT_UPSTREAM_V2: 'https://a.example',
      LIFEBOAT_UPSTREAM_V1: 'http://localhost:1',
    };
    expect(warned(environment)).toEqual([]);
    expect(warned({}, true)).toEqual([]);
  });

  it('name a store whose index ends with the process because no secret is set', () => {
    const environment = { LIFEBOAT_UPSTREAM_V2: 'https://a.example', LIFEBOAT_STORE: 'here.db' };
    expect(warned(environment)).toEqual([expect.stringMatching(/^index\.secret is not set: .*openssl rand/)]);
    expect(warned({ ...environment, LIFEBOAT_INDEX_SECRET: 's'.repeat(32) })).toEqual([]);
  });

  it('name each upstream that is called by plain http', () => {
    const environment = {
      LIFEBOAT_UPSTREAM_V2: 'http://a.example',
      LIFEBOAT_UPSTREAM_V1: 'http://b.example',
    };
    expect(warned(environment)).toEqual([
      expect.stringContaining('upstream.v2 is plain http'),
      expect.stringContaining('upstream.v1 is plain http'),
    ]);
  });

  it('name a gateway that other machines can reach without TLS', () => {
    const environment = { LIFEBOAT_UPSTREAM_V2: 'https://a.example', LIFEBOAT_LISTEN_HOST: '0.0.0.0' };
    expect(warned(environment)).toEqual([expect.stringContaining('listens on 0.0.0.0 without TLS')]);
  });
});

describe('gateway and admin port', () => {
  function faults([listen, listenPort]: readonly string[], [admin, adminPort]: readonly string[]): string[] {
    const environment = {
      LIFEBOAT_LISTEN_HOST: listen ?? '',
      LIFEBOAT_LISTEN_PORT: listenPort ?? '',
      LIFEBOAT_ADMIN_HOST: admin ?? '',
      LIFEBOAT_ADMIN_PORT: adminPort ?? '',
      LIFEBOAT_ADMIN_TOKEN: 's'.repeat(32),
    };
    const result = readConfig({ file: undefined, environment, overrides: [], sandbox: true });
    return result.ok ? [] : result.faults.map((fault) => renderConfigFault(fault, { colour: false }));
  }

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['127.0.0.1', '::'],
  ])('cannot share an address: %s and %s', (listen, admin) => {
    expect(faults([listen, '9000'], [admin, '9000'])).toEqual([
      'admin.port is 9000, as listen.port is: each needs a port of its own\n  = hint: choose another with --admin-port or LIFEBOAT_ADMIN_PORT (0 for any free one)',
    ]);
  });

  it('may have one number at two addresses, or any free ports', () => {
    expect(faults(['127.0.0.2', '9000'], ['127.0.0.1', '9000'])).toEqual([]);
    expect(faults(['127.0.0.1', '0'], ['127.0.0.1', '0'])).toEqual([]);
  });
});

describe('an admin port that others can reach', () => {
  it('needs a token', () => {
    const environment = {
      LIFEBOAT_UPSTREAM_V2: 'https://api.example.com',
      LIFEBOAT_ADMIN_HOST: '0.0.0.0',
    };
    const result = readConfig({ file: undefined, environment, overrides: [], sandbox: false });
    const texts = result.ok ? [] : result.faults.map((fault) => renderConfigFault(fault, { colour: false }));
    expect(texts.join('\n')).toContain('admin.token is missing');
  });
});
