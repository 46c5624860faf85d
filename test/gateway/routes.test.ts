import { fc } from '../support/fastCheck.ts';
import { createMatch } from '../../src/gateway/routes.js';
import type { Operation } from '../../src/mapping/compile/compiledOperation.js';
import { findAccount, updateOffer } from './support/operations.ts';

/** A read whose text goes into the upstream's path. */
const readTemplate: Operation = {
  ...updateOffer,
  name: 'readTemplate',
  v1: {
    method: 'GET',
    template: '/v1/templates/{slug}',
    parameters: [{ name: 'slug', type: 'text' }],
    success: 200,
  },
};

const match = createMatch([updateOffer, findAccount, readTemplate]);
const byLogin = (segment: string) => match('GET', `/v1/accounts/by-login/${segment}`);

const route = (operation: unknown, parameters: object) => ({ ok: true, value: { operation, parameters } });
const problem = (code: string) => ({ ok: false, failure: code });

describe('createMatch', () => {
  it.each([
    ['some@login', 'some@login'],
    ['some%40login', 'some@login'],
    ['a+b%20c', 'a+b c'],
    ['100%25', '100%'],
    ['%2541', '%41'],
    ['J%C3%BCrgen', 'Jürgen'],
    ['%E5%90%8D%E5%89%8D', '名前'],
    ['a.b', 'a.b'],
    ['status', 'status'],
  ])('reads the parameter %j as %j', (segment, login) => {
    expect(byLogin(segment)).toEqual(route(findAccount, { login }));
    expect(match('GET', `/v1/templates/${segment}`)).toEqual(route(readTemplate, { slug: login }));
  });

  it.each([
    ['john..doe', 'john..doe'],
    ['DOMAIN\\user', 'DOMAIN\\user'],
    ['DOMAIN%5Cuser', 'DOMAIN\\user'],
    ['a%2Fb', 'a/b'],
    ['a/b', 'a/b'],
    ['/a', '/a'],
    ['.', '.'],
    ['..', '..'],
    ['%2e%2E', '..'],
    ['..%2F..', '../..'],
    ['a%09b', 'a\tb'],
    ['a%0Ab', 'a\nb'],
    ['a%C2%85b', 'a\u0085b'],
    ['%7F', '\x7f'],
    ['100%', '100%'],
    ['%4', '%4'],
    ['%GG', '%GG'],
  ])('reads the lookup value %j, which enters no upstream path, as %j', (text, login) => {
    expect(byLogin(text)).toEqual(route(findAccount, { login }));
  });

  it.each(['%00', 'a%00b', '%FF', '%C0%AF', '%ED%A0%80', 'a/%FF'])(
    'refuses the lookup value %j, which cannot be compared',
    (text) => {
      expect(byLogin(text)).toEqual(problem('badPath'));
    },
  );

  it.each(['../7', 'a/..', 'a/./b', 'a/%2e%2e/b', 'a/..%2fb', 'a\\..\\/b'])(
    'refuses %j, which is another route after normalising the path',
    (text) => {
      expect(byLogin(text)).toEqual(problem('badPath'));
    },
  );

  it('prefers the route with as many segments to one that takes the rest', () => {
    const template = '/v1/accounts/by-login/{login}/orders';
    const orders = { ...findAccount, v1: { ...findAccount.v1, template } };
    const both = createMatch([findAccount, orders]);
    expect(both('GET', '/v1/accounts/by-login/a/orders')).toEqual(route(orders, { login: 'a' }));
    expect(both('GET', '/v1/accounts/by-login/a/b')).toEqual(route(findAccount, { login: 'a/b' }));
    expect(both('GET', '/v1/accounts/by-login/a%2Fb/orders')).toEqual(problem('badPath'));
  });

  it.each([
    'a%2Fb',
    'a%5Cb',
    'a\\b',
    '..',
    '%2e%2e',
    'a..b',
    '.',
    '%00',
    'a%0Ab',
    'a%C2%85b',
    '%7F',
    '%',
    '%4',
    '%GG',
    '%FF',
    '%C0%AF',
    '%ED%A0%80',
  ])('refuses the parameter %j, which enters an upstream path', (segment) => {
    expect(match('GET', `/v1/templates/${segment}`)).toEqual(problem('badPath'));
  });

  it('ignores a slash at the end, as v1 does', () => {
    expect(match('PATCH', '/v1/offers/42/')).toEqual(match('PATCH', '/v1/offers/42'));
    expect(byLogin('wren/')).toEqual(byLogin('wren'));
    expect(byLogin('wren/?a=1')).toEqual(byLogin('wren?a=1'));
  });

  it('reads the query as well as the parameters', () => {
    const matched = byLogin('a?with_data=1&page=2');
    const askedRoute = matched?.ok === true ? matched.value : undefined;
    expect(askedRoute?.parameters).toEqual({ login: 'a' });
    expect(askedRoute?.query?.toString()).toBe('with_data=1&page=2');
  });

  it('reads an integer parameter', () => {
    expect(match('PATCH', '/v1/offers/42')).toEqual(route(updateOffer, { offer: '42' }));
  });

  it.each(['abc', '4.2', '-1', '+1', '1e3', '%D9%A3', '12345678901234567890'])(
    'finds nothing for the integer %j',
    (segment) => {
      expect(match('PATCH', `/v1/offers/${segment}`)).toEqual(problem('notFound'));
    },
  );

  it.each([
    ['GET', '/v1/offers/42'],
    ['PATCH', '/v1/offers'],
    ['PATCH', '/v1/offers/42//'],
    ['GET', '/v1/accounts/by-login/'],
    ['PATCH', '/v1/offers/4/2'],
    ['PATCH', '//v1/offers/42'],
    ['PATCH', '/V1/offers/42'],
    ['PATCH', '/v2/offers/42'],
    ['PATCH', '/'],
    ['PATCH', ''],
  ])('finds no operation for %s %s', (method, path) => {
    expect(match(method, path)).toBeUndefined();
  });

  it('reads every valid text back, percent-encoded', () => {
    const fit = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !/[/\\\p{Cc}\p{Cs}]|\.\.|^\.$/u.test(text));
    fc.assert(
      fc.property(fit, (login) => {
        expect(byLogin(encodeURIComponent(login))).toEqual(route(findAccount, { login }));
        const slug = login;
        const nextResult = match('GET', `/v1/templates/${encodeURIComponent(slug)}`);
        expect(nextResult).toEqual(route(readTemplate, { slug }));
      }),
      { numRuns: 500 },
    );
  });

  const named = (name: string, template: string, type: 'integer' | 'text' = 'text'): Operation => ({
    ...updateOffer,
    name,
    v1: { method: 'GET', template, parameters: [{ name: 'x', type }], success: 200 },
  });
  const nameFor = (target: string, ...operations: Operation[]) => {
    const foundResult = createMatch(operations)('GET', target);
    return foundResult?.ok === true ? foundResult.value.operation.name : foundResult?.failure;
  };

  it('chooses a literal segment before a parameter, whatever the order of the operations', () => {
    const [one, paged, any, other] = [
      named('one', '/v1/offers/{x}'),
      named('paged', '/v1/offers/paged'),
      named('any', '/v1/{x}/paged'),
      named('other', '/v1/orders/{x}'),
    ];
    expect([
      nameFor('/v1/offers/paged', one, paged, any),
      nameFor('/v1/offers/paged', any, other, one, paged),
      nameFor('/v1/offers/paged', any, one),
      nameFor('/v1/offers/7', any, one, paged),
      nameFor('/v1/carts/paged', other, one, any),
      nameFor('/v1/offers/7', other),
    ]).toEqual(['paged', 'paged', 'one', 'one', 'any', undefined]);
  });

  it('gives what is no id to the next fitting operation', () => {
    const byId = named('byId', '/v1/offers/{x}', 'integer');
    const bySlug = named('bySlug', '/v1/offers/{x}');
    expect([nameFor('/v1/offers/7', byId, bySlug), nameFor('/v1/offers/abc', byId, bySlug)]).toEqual([
      'byId',
      'bySlug',
    ]);
    expect(nameFor('/v1/offers/abc', byId)).toBe('notFound');
  });

  it('never throws and never accepts a dangerous value, for any path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (segment) => {
        const foundResult = match('GET', `/v1/templates/${segment}`);
        if (foundResult?.ok !== true) return;
        expect(foundResult.value.parameters['slug']).not.toMatch(/[/\\\p{Cc}]|\.\.|^$/u);
      }),
      { numRuns: 500 },
    );
  });
});
