import { createForwardedClient } from '../../../src/http/server/forwardedClient.js';
import { startGateway } from '../../support/startGateway.ts';
import { ask } from '../../support/talk.ts';
import { answering, startUpstream } from '../../support/upstream.ts';

function told(
  remoteAddress: string,
  headers: Readonly<Record<string, string>>,
  proxies: readonly string[] = [],
) {
  return createForwardedClient(proxies)({ headers, socket: { remoteAddress } });
}

const named = (address: string, node = address) => ({ forwarded: `for=${node}`, 'x-forwarded-for': address });

describe('openForwardedClient', () => {
  it('returns the address of the connection without a trusted proxy, whatever a client writes (RFC 7239 8.1)', () => {
    const claims = { forwarded: 'for=198.51.100.1', 'x-forwarded-for': '198.51.100.1' };
    expect(told('192.0.2.7', claims)).toEqual(named('192.0.2.7'));
    expect(told('192.0.2.7', claims, ['10.0.0.0/8'])).toEqual(named('192.0.2.7'));
  });

  it('returns the nearest address that is no trusted proxy, among those that trusted proxies have noted', () => {
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.1, 10.1.1.1' };
    expect(told('::ffff:10.0.0.1', headers, ['10.0.0.0/8'])).toEqual(named('198.51.100.1'));
  });

  it.each([
    ['a token', 'for=198.51.100.1;proto=https'],
    ['a quoted address with a port', 'for="198.51.100.1:4711"'],
    ['the last of several', 'for=203.0.113.9, For=198.51.100.1;by=10.0.0.1'],
  ])('reads Forwarded of a trusted proxy: %s (RFC 7239 4)', (_what, forwarded) => {
    expect(told('10.0.0.1', { forwarded }, ['10.0.0.1'])).toEqual(named('198.51.100.1'));
  });

  it('writes an IPv6 address in brackets and quotes (RFC 7239 6)', () => {
    const forwarded = 'for="[2001:db8::17]:4711"';
    expect(told('2001:db8::1', { forwarded }, ['2001:db8::1/128'])).toEqual(
      named('2001:db8::17', '"[2001:db8::17]"'),
    );
  });

  it('stops at a node that is no address, such as an obfuscated one (RFC 7239 6.3)', () => {
    expect(told('10.0.0.1', { forwarded: 'for=_hidden' }, ['10.0.0.1'])).toEqual(named('10.0.0.1'));
  });
});

describe('a gateway', () => {
  /** What v2 is told of a client with a translated and a passed request. */
  async function v2Told(environment: Readonly<Record<string, string>>) {
    const v2 = await startUpstream(answering(404, '{"message":"Not found."}'));
    const gateway = await startGateway({ v2: v2.origin, environment });
    const headers = {
      Authorization: 'Bearer key',
      'X-Forwarded-For': '198.51.100.1',
      Forwarded: 'for=_made_up',
    };
    for (const path of ['/v1/accounts/12', '/v2/account-offers/12'])
      await ask(gateway.origin, { path, headers });
    await gateway.close();
    await v2.close();
    return v2.requests.map((seenRequest) => [
      seenRequest.headers['forwarded'],
      seenRequest.headers['x-forwarded-for'],
    ]);
  }

  it('tells v2 nothing about a client unless it is set', async () => {
    expect(await v2Told({})).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('tells v2 its client if forward.client is on, and the client of a proxy in forward.proxies', async () => {
    const on = { LIFEBOAT_FORWARD_CLIENT: 'on' };
    const ownTexts = ['for=127.0.0.1', '127.0.0.1'];
    expect(await v2Told(on)).toEqual([ownTexts, ownTexts]);
    const noted = ['for=198.51.100.1', '198.51.100.1'];
    expect(await v2Told({ ...on, LIFEBOAT_FORWARD_PROXIES: '127.0.0.0/8' })).toEqual([noted, noted]);
  });
});
