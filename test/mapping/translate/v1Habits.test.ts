import { BODY_READ } from '../../../src/mapping/translate/v1Habits.js';
import type { Json } from '../../../src/contract/json.js';
import { createMatch } from '../../../src/gateway/routes.js';
import { shipped } from '../../support/shipped.ts';

const { operations } = shipped();
const match = createMatch(operations);

/** The operation that answers a request, and the bits of its target. */
function routed(method: string, target: string) {
  const route = match(method, target);
  if (route?.ok !== true) throw new Error(`no operation for ${method} ${target}`);
  const { operation, parameters, query } = route.value;
  const habits = operation.habits ?? { list: [], ofRoute: () => 0 };
  return { habits, bits: habits.ofRoute(target, parameters, query) };
}

/** The traits that a request shows, with their fields. */
function traitsOf(method: string, target: string, body?: Json): readonly string[] {
  const { habits, bits: ofTarget } = routed(method, target);
  const bits = body === undefined ? ofTarget : ofTarget | (habits.ofBody?.(body) ?? 0);
  return habits.list.flatMap(({ trait, field }, at) => (bits & (1 << at) ? [`${trait} ${field}`] : []));
}

const offer = { price: 0.5, stock: 5, min_quantity: 1, delivery_time: { duration: 1, unit: 'hours' } };

describe('the habits of a request', () => {
  it.each([
    ['GET', '/v1/accounts?per_page=50', []],
    ['GET', '/v1/accounts?per_page=51', ['largePage per_page']],
    ['GET', '/v1/accounts?per_page=many', []],
    ['GET', '/v1/accounts?with_data=0', []],
    ['GET', '/v1/accounts/7?with_data=true', ['withData with_data']],
    ['GET', '/v1/accounts/7', []],
    ['GET', '/v1/accounts/by-login/some', ['byLogin login']],
    ['GET', '/v1/accounts/by-login/some%40login', ['byLogin login']],
    ['GET', '/v1/accounts/by-login/some@login', ['byLogin login', 'rawLogin login']],
    ['GET', '/v1/accounts/by-login/a/b@c?with_data=1', ['byLogin login', 'rawLogin login']],
    ['GET', '/v1/accounts/template/some-game', []],
    ['GET', '/v1/accounts/template/all', ['templateAll slug']],
  ])('%s %s shows %j', (method, target, traits) => {
    expect(traitsOf(method, target)).toEqual(traits);
  });

  it.each<[string, Json, readonly string[]]>([
    ['nothing where v2 would take the same', offer, []],
    ['a price as text', { ...offer, price: '0.500000' }, ['textNumber price']],
    [
      'an object as it was read',
      { ...offer, delivery_time: { ...offer.delivery_time, formatLong: '1 hour', seconds: 3_600 } },
      ['wholeObject delivery_time'],
    ],
    [
      'a number as text in an object',
      { ...offer, delivery_time: { duration: '1', unit: 'hours' } },
      ['textNumber delivery_time.duration'],
    ],
    ['nothing in a body that is no object', [1, 2], []],
  ])('show %s', (_name, body, traits) => {
    expect(traitsOf('PATCH', '/v1/currency-offers/7', body)).toEqual(traits);
  });

  it('show several ids in one request, and members that v2 has no place for', () => {
    expect(traitsOf('PATCH', '/v1/accounts/status/bulk', { accounts: [1], status: 'draft' })).toEqual([
      'bulk accounts',
    ]);
    expect(traitsOf('POST', '/v1/accounts', { has_2fa: false })).toEqual(['lostMember has_2fa']);
  });

  it('fit in one number, with room for the marks of a body that was read and of one that was dropped', () => {
    for (const { habits } of operations) {
      expect(habits?.list.length ?? 0).toBeLessThanOrEqual(29);
      expect(habits?.ofBody?.({}) ?? BODY_READ).toBe(BODY_READ);
    }
  });
});
