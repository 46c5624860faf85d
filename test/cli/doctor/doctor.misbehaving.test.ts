import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../../src/contract/json.js';
import type { Clock } from '../../../src/contract/clock.js';
import { certificate } from '../../support/certificate.ts';
import { realClock } from '../../support/realClock.ts';
import { sampleOffer } from '../../support/sampleOffer.ts';
import {
  answering,
  reply,
  type Script,
  type ScriptedUpstream,
  startUpstream,
} from '../../support/upstream.ts';
import { examined } from './support/examined.ts';

const KEY = 'canary-key-7f3a91';
const HERE = { keyEnv: 'OPERATOR_KEY' };

let upstream: ScriptedUpstream;

beforeEach(async () => {
  upstream = await startUpstream();
});

const settings = (origin = upstream.origin) => ({
  LIFEBOAT_UPSTREAM_V2: origin,
  OPERATOR_KEY: KEY,
});

/** The parts of a v2 offer that the index reads. */
const listed = (id: number, login: unknown = `login-${id}`): JsonObject => ({
  id,
  status: 'listed',
  credentials: { login: login as string },
});

interface Market {
  readonly ids?: readonly number[];
  /** Items on a page. */
  readonly size?: number;
  /** Further answers by path, before the list. */
  readonly answers?: (path: string) => readonly [status: number, body: unknown] | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly login?: unknown;
}

/** Starts a v2 whose only list is that of account offers. */
function market({ ids = [3, 2, 1], size = 50, answers, headers = {}, login }: Market): Script {
  const page = (number: number) => ({
    data: ids.slice((number - 1) * size, number * size).map((id) => listed(id, login)),
    meta: {
      current_page: number,
      last_page: Math.max(1, Math.ceil(ids.length / size)),
      per_page: size,
      total: ids.length,
    },
  });
  return {
    request: ({ path }, socket) => {
      const [status, body] =
        answers?.(path) ??
        (path.startsWith('/v2/account-offers?')
          ? [200, page(Number(new URLSearchParams(path.split('?')[1]).get('page')))]
          : [404, { message: 'Resource not found.' }]);
      socket.write(reply(status, JSON.stringify(body), headers));
    },
  };
}

describe('lifeboat doctor on v2', () => {
  it('reports that nothing listens', async () => {
    await upstream.close();
    const { code, about } = await examined(settings(), HERE);
    expect(code).toBe(1);
    expect(about('v2')).toEqual([
      expect.stringMatching(/^error: 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)$/),
    ]);
  });

  it('reports that the name does not exist', async () => {
    const { code, about } = await examined(settings('http://nowhere.invalid'), HERE);
    expect(code).toBe(1);
    expect(about('v2')).toEqual([
      expect.stringMatching(/^error: the name nowhere\.invalid cannot be found \(\w+\)$/),
    ]);
  });

  it('reports that the answer is not HTTP', async () => {
    upstream.play({ request: (_request, socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n') });
    const { code, about } = await examined(settings(), HERE);
    expect(code).toBe(1);
    expect(about('v2').at(-1)).toMatch(/^error: \/v2\/account-offers\?.* got no complete answer \(\w+\)$/);
  });

  it.each([
    [403, 'error: the key may not read /v2/account-offers'],
    [404, 'error: there is no /v2/account-offers'],
    [410, 'error: it is discontinued (410)'],
    [429, 'warning: the rate limit is used up (429)'],
    [503, 'error: /v2/account-offers'],
  ])('reports the status %d', async (status, text) => {
    upstream.play(answering(status, '{"message":"x"}'));
    const { code, about } = await examined(settings(), HERE);
    expect(about('v2').join('\n')).toContain(text);
    expect(code).toBe(1);
  });

  it.each([
    [3, 'ok: clocks agree within 5 s'],
    [60, "warning: this machine's clock is 60 s ahead of the service's"],
    [-3600, "error: this machine's clock is 3600 s behind the service's"],
  ])('reports a clock that is %d s off', async (seconds, text) => {
    const now = 1_700_000_000_000;
    const still: Clock = { ...realClock, now: () => now };
    const date = new Date(now - seconds * 1000).toUTCString();
    upstream.play(market({ headers: { date } }));
    const { about } = await examined(settings(), HERE, still);
    expect(about('v2')).toContain(text);
  });

  it('reports a list in another order than requested', async () => {
    upstream.play(market({ ids: [1, 2, 3] }));
    const { code, about } = await examined(settings(), HERE);
    expect(code).toBe(1);
    expect(about('index login')).toEqual([
      'error: /v2/account-offers is not sorted newest first, as it was asked to be',
    ]);
  });

  it('reports pages that are smaller than requested', async () => {
    upstream.play(market({ ids: [3, 2, 1], size: 2 }));
    const { about } = await examined(settings(), HERE);
    expect(about('index login')).toEqual([
      'warning: /v2/account-offers gives 2 per page and was asked for 50',
      'ok: all 3 read on 2 pages, 3 of them can be found by login',
    ]);
  });

  it('reports items that the index cannot read', async () => {
    const meta = { current_page: 1, last_page: 1, per_page: 50, total: 1 };
    upstream.play(market({ answers: () => [200, { data: [{ id: null, status: 'listed' }], meta }] }));
    const { code, about } = await examined(settings(), HERE);
    expect(code).toBe(1);
    expect(about('index login')).toEqual(['error: 1 of 1 items have no id that can be read']);
  });

  it.each(['', 7])('reports an item whose login is empty or no text: %j', async (login) => {
    upstream.play(market({ login }));
    const { about } = await examined(settings(), HERE);
    expect(about('index login').join('\n')).toContain('warning: 3 of 3 have no login');
    expect(about('index login').join('\n')).not.toContain('share their login');
  });

  it('reports a list in an unknown envelope', async () => {
    upstream.play(market({ answers: (path) => (path.includes('?') ? [200, { data: [] }] : undefined) }));
    const { code, about } = await examined(settings(), HERE);
    expect(code).toBe(1);
    expect(about('index login')).toEqual([
      expect.stringMatching(
        /^error: \/v2\/account-offers cannot be read as a list: upstreamUnfit meta is not list page$/,
      ),
    ]);
  });

  it('reports answers that violate the contract, by path without the value', async () => {
    const answers = (path: string) => {
      if (path.startsWith('/v2/currency-offers?')) return [200, { data: [sampleOffer] }] as const;
      if (path === '/v2/currency-offers/7') {
        return [200, { data: { ...sampleOffer, stock: 'plenty', title: KEY } }] as const;
      }
      return undefined;
    };
    upstream.play(market({ answers }));
    const { code, about, printed } = await examined(settings(), HERE);
    expect(code).toBe(1);
    expect(about('GET /v2/currency-offers/{currencyOffer}')).toEqual([
      'error: data.stock does not fit the contract: v1 clients are answered 502',
    ]);
    expect(printed).not.toContain(KEY);
  });

  it('reports a list whose items violate the contract', async () => {
    upstream.play(market({}));
    const { code, about } = await examined(settings(), HERE);
    expect(code).toBe(1);
    expect(about('GET /v2/account-offers')).toEqual([
      'error: 3 of 3 items do not fit the contract, the first at data.price: v1 clients are answered 502',
    ]);
    expect(about('GET /v2/item-offers')).toEqual([
      'error: cannot be read as a list: upstreamRefused upstream status 404',
    ]);
  });

  it('reports a missing resource that is not answered as specified', async () => {
    const answers = (path: string) => {
      if (path.startsWith('/v2/currency-offers?')) return [200, { data: [sampleOffer] }] as const;
      if (path === '/v2/currency-offers/7') return [200, { data: sampleOffer }] as const;
      return path.startsWith('/v2/currency-offers/') ? ([400, { message: 'x' }] as const) : undefined;
    };
    upstream.play(market({ answers }));
    const { about } = await examined(settings(), HERE);
    expect(about('GET /v2/currency-offers/{currencyOffer}')).toEqual([
      'warning: what does not exist is answered 400, not 404',
    ]);
    expect(about('GET /v2/account-offers/{account}')).toEqual(['error: answered 404, not 200']);
  });
});

describe('lifeboat doctor on a certificate', () => {
  async function overTls(clock: Clock = realClock) {
    const server = createServer(certificate, (_request, response) => response.writeHead(401).end('{}'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
    const result = await examined(settings(origin), {}, clock);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return result;
  }

  it('reports that it is not trusted, and until when it is valid', async () => {
    const { code, about } = await overTls();
    expect(code).toBe(1);
    expect(about('v2')).toEqual([
      expect.stringMatching(/^ok: localhost:\d+ takes connections at 127\.0\.0\.1/),
      'error: the certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
      'ok: TLSv1.3, certificate valid until 2120-01-01',
    ]);
  });

  it.each([
    ['2119-12-25T12:00:00Z', 'warning: the certificate ends in 6 days, on 2120-01-01'],
    ['2120-01-03T00:00:00Z', 'error: the certificate ended on 2120-01-01'],
  ])('says at %s when it ends', async (instant, text) => {
    const { about } = await overTls({ ...realClock, now: () => Date.parse(instant) });
    expect(about('v2')).toContain(text);
  });
});
