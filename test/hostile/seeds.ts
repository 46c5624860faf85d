import { scenes } from '../support/rehearsedUpstream.ts';
import { type Asked, requestText } from '../support/talk.ts';

const headers = { Authorization: 'Bearer key-1', 'Content-Type': 'application/json' };
const smuggling = 'GET /v2/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';

const otherRequests: readonly Asked[] = [
  { path: '/v1/currency-offers/7001', headers },
  { path: '/v1/accounts/500001', headers },
  { path: '/v1/unknown', headers },
  { path: '/v2/account-offers?page=1', headers },
  { path: '/v2/games', headers },
  { method: 'POST', path: '/v2/currency-offers/7001/archive', headers },
  { method: 'PATCH', path: '/v2/currency-offers/7001', headers, body: `{"a":"${smuggling}"}` },
  { method: 'DELETE', path: '/v2/account-offers/1', headers },
  {
    method: 'POST',
    path: '/v2/x',
    headers: { ...headers, 'Transfer-Encoding': 'chunked' },
    body: `${smuggling.length.toString(16)}\r\n${smuggling}\r\n0\r\n\r\n`,
  },
];

const [firstText = '', ...remainingTexts] = [...scenes.map(({ request }) => request), ...otherRequests].map(
  requestText,
);

/** The bytes of valid requests of every kind: what mutations start from. */
export const seeds: readonly [string, ...string[]] = [firstText, ...remainingTexts];
