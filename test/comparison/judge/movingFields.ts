import type { Json } from '../../../src/contract/json.js';
import { drawn, type Plant, rewriting } from './plantedFault.ts';

const RANKS: readonly Json[] = [2, 3];

/** Noise that both APIs have in their own fields without a fault. */
const moving = (ownText: string) => [
  { at: `${ownText}.views`, kind: 'count' } as const,
  { at: `${ownText}.request_id`, kind: 'token' } as const,
  drawn(`${ownText}.place`, 1, ...RANKS),
  drawn(`${ownText}.banner`, 'Sale today', 'Only a few left', 'New in stock'),
];

const DAYS = [1_700_000_000, 1_700_086_400, 1_700_172_800];
const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000', '');

const seenAt = (days: readonly Json[], at: string) => drawn(at, days[0] ?? null, ...days.slice(1));

/** Views that go up, ids drawn for each answer, a place, a text and instants that change: in v1 and in v2. */
export const movingFields: readonly Plant[] = [
  ...rewriting(
    'GET /v1/currency-offers',
    'GET /v1/currency-offers/{currencyOfferId}',
  )([...moving('attributes.data'), seenAt(DAYS.map(iso), 'attributes.updated_at')]),
  ...rewriting(
    'GET /v2/currency-offers',
    'GET /v2/currency-offers/{currencyOffer}',
  )([...moving('parameters'), seenAt(DAYS, 'updated_at')]),
  ...rewriting(
    'GET /v1/accounts',
    'GET /v1/accounts/{account}',
    'GET /v1/accounts/by-login/{accountLogin}',
  )([...moving('attributes.data'), seenAt(DAYS, 'attributes.updated_at')]),
  ...rewriting(
    'GET /v2/account-offers',
    'GET /v2/account-offers/{account}',
  )([...moving('parameters'), seenAt(DAYS, 'updated_at')]),
];
