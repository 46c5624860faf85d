import type { Incident } from './incidents.ts';
import { change, isWrite, trouble } from './misfortunes.ts';
import type { Seen } from './troubledSide.ts';

const refusesOne = trouble(
  'v2',
  { status: 422, body: '{"message":"Invalid.","errors":{}}' },
  (request) => request.caller === 0 && isWrite(request),
);

/** A rate limit of v2 that is used up for every second write. */
function everySecondOverLimit() {
  let writes = 0;
  const isSecond = (request: Seen): boolean => isWrite(request) && (writes += 1) % 2 === 0;
  const body = '{"message":"Too Many Attempts."}';
  return trouble('v2', { status: 429, body, headers: { 'retry-after': '12' } }, isSecond);
}

/** Incidents in which v2 refuses writes that v1 takes. */
export const writeIncidents: readonly Incident[] = [
  {
    name: 'v2 refuses every second write, 429',
    // A canary of half of the callers may hold one of six: he alone has to meet three refusals in time.
    asks: ['write'],
    ...everySecondOverLimit(),
    says: /v2 refuses writes that v1 takes, by its rate limit|went back/,
  },
  {
    name: 'v2 refuses every second write, 429, at stage v2',
    stage: 'v2',
    ...everySecondOverLimit(),
    says: /v2 refuses writes that v1 takes, by its rate limit|went back/,
    byHand: true,
  },
  {
    name: 'v2 answers writes 403',
    asks: ['read', 'write'],
    ...trouble('v2', { status: 403, body: '{"message":"Forbidden."}' }, isWrite),
    says: /v2 refuses writes that v1 takes|went back/,
  },
  {
    name: 'v2 refuses every write, 422',
    asks: ['write'],
    ...trouble('v2', { status: 422, body: '{"message":"Invalid.","errors":{}}' }, isWrite),
    says: /v2 has refused the last/,
    byHand: true,
  },
  {
    name: "v2 refuses one seller's writes, 422",
    asks: ['write'],
    ...refusesOne,
    says: /v2 has refused the last/,
    byHand: true,
  },
  {
    name: "v2 refuses one seller's writes, 422, from the move to it on",
    stage: 'v1',
    calm: 90,
    asks: ['write'],
    begin: async (game) => {
      refusesOne.begin(game);
      await change(game, { kind: 'move', to: { kind: 'v2' } });
    },
    mend: refusesOne.mend,
    says: /v2 has refused the last/,
    byHand: true,
  },
];
