import type { ServedOperation } from '../../../src/sandbox/market.js';
import { operations } from '../../../src/sandbox/operations.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { openShop, type Shop } from '../support/shop.ts';
import { callSandbox } from '../support/callSandbox.ts';
import { newKey } from '../support/control.ts';
import { openSandbox } from '../support/openSandbox.ts';

const nameOf = ({ method, path }: ServedOperation) => `${method} ${path}`;
const locked = operations.filter(({ open }) => !open);
const writes = locked.filter(({ method, version }) => version === 'v2' && method !== 'GET');
/** Operations on a resource that belongs to a seller; games belong to nobody. */
const owned = locked.filter(({ path }) => /\{(?!game\}|slug\})/.test(path));

const each = (some: readonly ServedOperation[]) =>
  some.map((operation) => [nameOf(operation), operation] as const);

describe('every operation', () => {
  let sandbox: Sandbox;
  let shop: Shop;
  let readOnly: string;
  const otherKeys: Partial<Record<'v1' | 'v2', string>> = {};
  let paid: Readonly<Record<string, number>>;

  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 12, sellers: 2 });
    shop = await openShop(sandbox);
    readOnly = await newKey(sandbox, { name: 'reader', read_only: true });
    otherKeys.v1 = await newKey(sandbox, { name: 'other', seller: 2, version: 'v1' });
    otherKeys.v2 = await newKey(sandbox, { name: 'other', seller: 2 });
    const { account, item, currency } = shop.orders;
    paid = {
      accountOrder: account,
      itemOrder: item,
      currencyOrder: currency,
    };
  });
  afterAll(() => sandbox.close());

  /** The path of an operation on what the first seller has, or on what nobody has. */
  const callOf = (operation: ServedOperation, isThere: boolean) => {
    const ids: Readonly<Record<string, number | string>> = {
      ...paid,
      account: operation.path.includes('/credentials') ? shop.stocked : shop.legacy,
      credential: shop.credential,
      currencyOffer: shop.currency,
      currencyOfferId: shop.currency,
      currencyOrderId: Number(paid.currencyOrder),
      itemOffer: shop.item,
      accountLogin: sandbox.sampleLogin,
      game: 'realm-of-tides',
      slug: 'realm-of-tides',
    };
    const id = (name: string) => String(isThere ? ids[name] : 999_999_999);
    return `${operation.method} ${operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => id(name))}`;
  };

  it.each(each(locked))('section 5.7: %s answers 401 without a key', async (_name, operation) => {
    const { status, body } = await callSandbox(sandbox, callOf(operation, true), undefined, null);
    expect({ status, body }).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
  });

  it.each(each(writes))('section 7.1: %s answers 403 to a read-only key', async (_name, operation) => {
    const { status, body } = await callSandbox(sandbox, callOf(operation, true), undefined, readOnly);
    expect({ status, body }).toEqual({ status: 403, body: { message: 'This action is unauthorized.' } });
  });

  it('section 5.7: a read-only key reads', async () => {
    expect((await callSandbox(sandbox, 'GET /v2/currency-offers', undefined, readOnly)).status).toBe(200);
  });

  it.each(each(owned))('section 7.1: %s answers 404 for an unknown resource', async (_name, operation) => {
    const { status, body } = await callSandbox(sandbox, callOf(operation, false));
    expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found.' } });
  });

  it.each(each(owned))(
    'section 7.1: %s answers 404 for a resource of another seller',
    async (_name, operation) => {
      const key = otherKeys[operation.version];
      const { status, body } = await callSandbox(sandbox, callOf(operation, true), undefined, key);
      expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found.' } });
    },
  );

  it('answers 405 for every method that its path lacks', async () => {
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const there = operations.filter((operation) => operation.path === path);
      const [firstServedOperation] = there;
      const target =
        firstServedOperation === undefined ? '' : callOf(firstServedOperation, true).split(' ')[1];
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (there.some((operation) => operation.method === method)) continue;
        const { status, headers } = await callSandbox(sandbox, `${method} ${target ?? ''}`);
        // A static path may also fit another operation's parameter, which then answers.
        if (status !== 405) expect(shadowed(path, method)).toBe(true);
        else
          expect(headers.allow).toBe(
            [...new Set(there.map((servedOperation) => servedOperation.method))].join(', '),
          );
      }
    }
  });

  /** Reports whether another operation with this method has a parameter where the path has a word. */
  const shadowed = (path: string, method: string) =>
    operations.some(
      (operation) =>
        operation.method === method &&
        new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
});
