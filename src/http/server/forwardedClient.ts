import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import type { Headers } from './messages';

/** Headers that name the client to an upstream. */
export type ForwardedClient = (
  request: Pick<IncomingMessage, 'headers'> & { readonly socket: Pick<Socket, 'remoteAddress'> },
) => Headers;

/** Returns an IPv4 address in its own form, which a dual-stack socket shows as IPv6. Removes a port. */
const plainAddress = (address: string): string =>
  address
    .trim()
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Lists the addresses that proxies have noted in `X-Forwarded-For` or `Forwarded` (RFC 7239 5.2), the latest last. */
function forwardedAddresses({ 'x-forwarded-for': noted, forwarded }: IncomingMessage['headers']): string[] {
  if (noted !== undefined) return String(noted).split(',');
  return [...(forwarded ?? '').matchAll(/(?:^|[;,])\s*for=(?:"([^"]*)"|([^;,"\s]*))/gi)].map(
    ([, quoted, token = '']) => quoted ?? token,
  );
}

/** Creates the function that names clients by connection, or as trusted proxies noted. Own claims go nowhere. */
export function createForwardedClient(trusted: readonly string[]): ForwardedClient {
  const proxies = new BlockList();
  for (const network of trusted) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(prefix), familyOf(address));
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && proxies.check(address, familyOf(address));
  return ({ headers, socket }) => {
    const noted = forwardedAddresses(headers);
    let client = plainAddress(socket.remoteAddress ?? '');
    while (isTrusted(client)) {
      const precedingHop = plainAddress(noted.pop() ?? '');
      if (isIP(precedingHop) === 0) break;
      client = precedingHop;
    }
    if (isIP(client) === 0) return {};
    const node = isIP(client) === 6 ? `"[${client}]"` : client; // RFC 7239 6
    return { forwarded: `for=${node}`, 'x-forwarded-for': client };
  };
}
