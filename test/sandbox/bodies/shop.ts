import type { Sandbox } from '../../../src/sandbox/sandbox';
import { accountV1, currencyOffer, itemOffer, legacyAccount, stockedAccount } from '../support/bodies';
import { callSandbox, idOf, listOf } from '../support/callSandbox';

/** A marketplace with one thing of every kind that bodies change; all of Realm of Tides. */
export interface Shop {
  readonly sandbox: Sandbox;
  readonly legacy: number;
  readonly stocked: number;
  readonly credential: number;
  readonly currency: number;
  readonly item: number;
  readonly webhook: number;
  /** Accounts and items whose status is changed. */
  readonly accounts: readonly number[];
  readonly items: readonly number[];
}

/** Puts into a marketplace what bodies change. */
export async function openShop(sandbox: Sandbox): Promise<Shop> {
  const make = async (call: string, body: Parameters<typeof callSandbox>[2]) =>
    idOf(await callSandbox(sandbox, call, body));
  const stocked = await make('POST /v2/account-offers/create', stockedAccount);
  const credentials = await callSandbox(sandbox, `GET /v2/account-offers/${stocked}/credentials`);
  const game = { game: 'realm-of-tides', account_data: { class: 'mage' } };
  return {
    sandbox,
    legacy: await make('POST /v2/account-offers', { ...legacyAccount, ...game }),
    stocked,
    credential: Number(listOf(credentials)[0]?.id),
    currency: await make('POST /v2/currency-offers', currencyOffer),
    item: await make('POST /v2/item-offers', itemOffer),
    webhook: await make('POST /v2/webhooks', { url: 'https://shop.example.com/hook', is_active: false }),
    accounts: [await make('POST /v1/accounts', accountV1), await make('POST /v1/accounts', accountV1)],
    items: [await make('POST /v2/item-offers', itemOffer), await make('POST /v2/item-offers', itemOffer)],
  };
}
