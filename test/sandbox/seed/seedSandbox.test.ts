import { z } from 'zod';
import { account } from '../../../src/contract/v1/accountsV1.js';
import { accountOffer } from '../../../src/contract/v2/accountOffersV2.js';
import { currencyOffer } from '../../../src/contract/v2/currencyOffersV2.js';
import { deliveryTime } from '../../../src/contract/v2/offerPartsV2.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { ODD_LOGINS } from '../../../src/sandbox/seed/seedSandbox.js';
import { callSandbox } from '../support/callSandbox.ts';
import { openSandbox } from '../support/openSandbox.ts';

/** The live service names one member of a delivery time differently (observed). */
const liveDeliveryTime = deliveryTime
  .omit({ format_long: true })
  .extend({ formatLong: deliveryTime.shape.format_long });

const page = z.object({ data: z.array(z.unknown()), meta: z.object({ last_page: z.int(), total: z.int() }) });

async function readAll(sandbox: Sandbox, path: string): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for (let number = 1, last = 1; number <= last; number += 1) {
    const answer = await callSandbox(sandbox, `GET ${path}?sort=id&per_page=50&page=${number}`);
    const { data, meta } = page.parse(answer.body);
    items.push(...data);
    last = meta.last_page;
  }
  return items;
}

describe.each([
  { liveShapes: false, delivery: deliveryTime },
  { liveShapes: true, delivery: liveDeliveryTime },
])('the seeded catalogue with liveShapes $liveShapes', ({ liveShapes, delivery }) => {
  const accounts = z.array(accountOffer.extend({ delivery_time: delivery }).strict());
  const currencies = z.array(currencyOffer.extend({ delivery_time: delivery }).strict());
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await openSandbox({ liveShapes });
  });
  afterAll(() => sandbox.close());

  it('contains 120 account offers of several games that fit the v2 contract to the member', async () => {
    const offers = accounts.parse(await readAll(sandbox, '/v2/account-offers'));

    expect(offers).toHaveLength(120);
    expect(new Set(offers.map(({ game }) => game.slug)).size).toBeGreaterThan(2);
    expect(new Set(offers.map(({ status }) => status)).size).toBeGreaterThan(4);
  });

  it('answers every login natively on v1, the listed offer first, then the newest', async () => {
    const offers = accounts.parse(await readAll(sandbox, '/v2/account-offers'));
    const byLogin = new Map<string, typeof offers>();
    for (const offer of offers) {
      const login = offer.credentials.login ?? '';
      if (login !== '') byLogin.set(login, [...(byLogin.get(login) ?? []), offer]);
    }
    expect([...byLogin.keys()]).toEqual(expect.arrayContaining([...ODD_LOGINS]));
    expect([...byLogin.values()].filter(({ length }) => length > 1).length).toBeGreaterThan(3);

    for (const [login, same] of byLogin) {
      const answer = await callSandbox(sandbox, `GET /v1/accounts/by-login/${encodeURIComponent(login)}`);
      const foundEntry = z.object({ id: z.string(), attributes: account.strict() }).parse(answer.body.data);
      const listed = same.filter(({ status }) => status === 'listed');
      const [newest] = (listed.length > 0 ? listed : same).map(({ id }) => id).reverse();
      expect(foundEntry.id).toBe(String(newest));
      expect(foundEntry.attributes.login).toBe(login);
    }
  });

  it('contains offers without a login, whose credentials are null only in live shapes', async () => {
    const offers = accounts.parse(await readAll(sandbox, '/v2/account-offers'));
    const absent = liveShapes ? null : '';

    const stocked = offers.filter(({ credentials }) => credentials.login === absent);

    expect(stocked).toHaveLength(20);
  });

  it('contains 40 currency offers with prices of 0 to 6 decimals that fit the v2 contract to the member', async () => {
    const offers = currencies.parse(await readAll(sandbox, '/v2/currency-offers'));
    const decimals = offers.map(({ price_eur: price }) => {
      const amount =
        typeof price === 'object' ? Number('value' in price ? price.value : price.amount) : Number(price);
      return (/\.(\d+)$/.exec(String(amount))?.[1] ?? '').length;
    });

    expect(offers).toHaveLength(40);
    expect(new Set(decimals)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
  });
});
