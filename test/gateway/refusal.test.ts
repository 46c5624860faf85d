import { fallbackFor } from '../../src/gateway/refusal';
import { answers, answersBytes, fails } from './support/answers';
import { scriptedUpstream } from './support/scriptedUpstream';
import { shippedGateway } from './support/shippedGateway';

const offer = {
  game: 'the-game',
  description: 'Gold',
  price: '0.000012',
  stock: '100',
  min_quantity: 1,
  delivery_time: { duration: 20, unit: 'minutes', format: '20m', formatLong: '20 minutes', seconds: 1200 },
};

it.each([
  ['500', answers(500, {})],
  ['503 with Retry-After', answers(503, {}, { 'retry-after': '1' })],
  ['429', answers(429, {}, { 'retry-after': '1' })],
  ['a lost connection', fails('reset', true)],
  ['half an answer', fails('truncated', true)],
  ['no answer in time', fails('timeout', true)],
  ['201 without an offer', answers(201, { data: {} })],
  ['201 with a page', answersBytes(201, '<html>')],
])('sends a creation once, whatever the answer is: %s', async (_what, outcome) => {
  const { upstream, requests } = scriptedUpstream(outcome);
  const { call } = shippedGateway(upstream);
  const { answer, phase } = await call('POST', '/v1/currency-offers', offer);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v2/currency-offers']);
  expect(fallbackFor(phase ?? 'unsent', true)).not.toBe('v1');
});
