import { away, halfWrong, isList, isRead, isWrite, moreExpensive, trouble, troubles } from './misfortunes.ts';
import { ownIncidents } from './ownIncidents.ts';
import { v1Incidents } from './v1Incidents.ts';
import { writeIncidents } from './writeIncidents.ts';
import type { Game } from './startGame.ts';

/** Requests that callers make; the order that is asked for does not exist. */
export type Ask = 'read' | 'list' | 'write' | 'login' | 'accounts' | 'account' | 'items' | 'item' | 'noOrder';

/** Something that goes wrong, as data. */
export interface Incident {
  readonly name: string;
  /** Stage of the currency offers; a canary unless said. The accounts are at v2. */
  readonly stage?: 'v1' | 'shadow' | 'canary' | 'v2';
  /** Requests of the clients; reads, lists and writes in turns unless given. */
  readonly asks?: readonly Ask[];
  readonly begin: (game: Game) => unknown;
  readonly mend: (game: Game) => unknown;
  /** Seconds that nothing happens before; ten unless said. */
  readonly calm?: number;
  /** The sentence that every channel says of it. */
  readonly says: RegExp;
  /** True where it is a difference between the two APIs, so that `diff` has to show it as well. */
  readonly differs?: true;
  /** True where only a person can make the traffic safe: what to do is said, and the gateway does not act. */
  readonly byHand?: true;
  readonly environment?: (folder: string) => Readonly<Record<string, string>>;
}

const v2Fails =
  /v2 has failed|breaker open|went back|moved from canary|v1 has answered in v2's place|v2 has kept requests/;
const v2Incidents: readonly Incident[] = [
  {
    name: 'one operation of v2 answers 500',
    asks: ['list'],
    ...trouble('v2', { status: 500 }, isList),
    says: v2Fails,
    differs: true,
  },
  {
    name: 'the same, at stage v2',
    stage: 'v2',
    asks: ['list'],
    ...trouble('v2', { status: 500 }, isList),
    says: v2Fails,
    differs: true,
  },
  { name: 'all of v2 answers 503', ...trouble('v2', { status: 503 }), says: v2Fails, differs: true },
  {
    name: 'v2 fails one seller',
    asks: ['read'],
    ...trouble('v2', { status: 500 }, ({ caller }) => caller === 0),
    says: v2Fails,
    differs: true,
  },
  {
    name: 'v2 fails every second request',
    asks: ['read'],
    ...trouble('v2', { status: 500 }, ({ number }) => number % 2 === 0),
    says: v2Fails,
    differs: true,
  },
  { name: 'v2 is slow, 4 s', asks: ['read'], ...trouble('v2', { after: 4_000 }), says: /slow/, byHand: true },
  { name: 'v2 never answers', asks: ['read'], ...trouble('v2', { after: Infinity }), says: v2Fails },
  {
    name: 'v2 never answers writes',
    asks: ['write'],
    ...trouble('v2', { after: Infinity }, isWrite),
    says: /v2 has kept requests|v2 has failed/,
    byHand: true,
  },
  {
    name: 'v2 answers empty lists',
    asks: ['list'],
    ...trouble('v2', { edit: (body) => body.replace(/"data":\[.*\](?=[,}])/s, '"data":[]') }, isList),
    says: v2Fails,
    differs: true,
  },
  {
    name: 'v2 answers 404 for what exists',
    asks: ['read'],
    ...trouble('v2', { status: 404, body: '{"message":"Resource not found."}' }, isRead),
    says: /proven/,
    differs: true,
    byHand: true,
  },
  {
    name: 'v2 answers 403',
    ...trouble('v2', { status: 403, body: '{"message":"Forbidden."}' }),
    says: v2Fails,
    differs: true,
  },
  {
    name: 'v2 takes no key any more, 401',
    ...trouble('v2', { status: 401, body: '{"message":"Unauthenticated."}' }),
    says: v2Fails,
    differs: true,
  },
  {
    name: "one seller's v2 key has expired",
    asks: ['read'],
    ...trouble('v2', { status: 401, body: '{"message":"Unauthenticated."}' }, ({ caller }) => caller === 0),
    says: v2Fails,
    differs: true,
  },
  {
    name: 'v2 answers 429, come back in 60 s',
    ...trouble('v2', {
      status: 429,
      body: '{"message":"Too Many Attempts."}',
      headers: { 'retry-after': '60' },
    }),
    says: v2Fails,
  },
  {
    name: 'v2 answers 200 with wrong prices',
    asks: ['read'],
    ...trouble('v2', { edit: moreExpensive }),
    says: /proven/,
    differs: true,
    byHand: true,
  },
  {
    name: 'v2 answers 200 with wrong prices in half of the reads, after two calm minutes',
    calm: 120,
    asks: ['read'],
    ...troubles('v2', halfWrong),
    says: /proven|differ from v1's/,
    differs: true,
    byHand: true,
  },
  {
    name: 'v2 shows wrong prices in half of the reads while its lists fail',
    stage: 'shadow',
    asks: ['list', 'read'],
    ...troubles('v2', (request) => (isList(request) ? { status: 500 } : halfWrong(request))),
    says: /value at data.attributes.price of getCurrencyOffer/,
    differs: true,
  },
  {
    name: 'v2 answers one seller 200 with wrong prices',
    asks: ['read'],
    ...trouble('v2', { edit: moreExpensive }, (request) => request.caller === 0 && isRead(request)),
    says: /proven|differ from v1's/,
    differs: true,
    byHand: true,
  },
  {
    name: 'v2 answers 200 with what does not fit',
    asks: ['read'],
    ...trouble('v2', { status: 200, body: '{"data":{}}' }, isRead),
    says: v2Fails,
    differs: true,
  },
  {
    name: 'v2 answers 200 with a page of HTML',
    asks: ['list'],
    ...trouble('v2', { status: 200, body: '<html></html>' }, isList),
    says: v2Fails,
    differs: true,
  },
  { name: 'v2 cuts its answers', asks: ['read'], ...trouble('v2', { cut: 'halfway' }), says: v2Fails },
  { name: 'v2 resets connections', asks: ['read'], ...trouble('v2', { cut: 'before' }), says: v2Fails },
  { name: 'v2 refuses connections', ...away('v2'), says: /v2 gives no answer|v2 has failed|breaker/ },
  {
    name: 'writes to v2 lose their answer',
    asks: ['write'],
    ...trouble('v2', { cut: 'executed' }, isWrite),
    says: /may have been executed/,
  },
  {
    name: 'v2 fails while nobody is on it, shadow',
    stage: 'shadow',
    asks: ['read'],
    ...trouble('v2', { status: 500 }),
    says: /no answer that a client could use/,
    differs: true,
  },
  {
    name: 'v2 hangs while nobody is on it, shadow',
    stage: 'shadow',
    asks: ['read'],
    ...trouble('v2', { after: Infinity }),
    says: /compared|no answer that a client could use/,
  },
];

/** All that is played. */
export const incidents: readonly Incident[] = [
  ...v2Incidents,
  ...writeIncidents,
  ...v1Incidents,
  ...ownIncidents,
];
