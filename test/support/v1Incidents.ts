import type { Incident } from './incidents.ts';
import { away, trouble } from './misfortunes.ts';

/** Incidents of v1, or of both APIs. */
export const v1Incidents: readonly Incident[] = [
  {
    name: 'v1 answers 500, stage v1',
    stage: 'v1',
    ...trouble('v1', { status: 500 }),
    says: /v1 has failed/,
    byHand: true,
  },
  {
    name: 'v1 never answers, stage v1',
    stage: 'v1',
    asks: ['read'],
    ...trouble('v1', { after: Infinity }),
    says: /v1 has kept requests|v1 has failed/,
    byHand: true,
  },
  {
    name: 'v1 fails one seller, stage v1',
    stage: 'v1',
    asks: ['read'],
    ...trouble('v1', { status: 500 }, ({ caller }) => caller === 0),
    says: /v1 has failed/,
    byHand: true,
  },
  {
    name: 'v1 refuses connections, shadow',
    stage: 'shadow',
    ...away('v1'),
    says: /v1 has failed|v1 gives no answer/,
    byHand: true,
  },
  {
    name: 'both APIs answer 503, canary',
    begin: (game) =>
      [trouble('v1', { status: 503 }), trouble('v2', { status: 503 })].map((entry) => entry.begin(game)),
    mend: (game) => [trouble('v1', {}), trouble('v2', {})].map((entry) => entry.mend(game)),
    says: /v1 has failed|v2 has failed/,
    byHand: true,
  },
];
