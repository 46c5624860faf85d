import type { JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { accountV1, currencyOffer, itemOffer, legacyAccount, stockedAccount } from './bodies.ts';
import { callSandbox, idOf, listOf } from './callSandbox.ts';
import { control } from './control.ts';

/** A marketplace with one resource of every kind that bodies change; all of Realm of Tides. */
export interface Shop {
  readonly sandbox: Sandbox;
  readonly legacy: number;
  readonly stocked: number;
  readonly credential: number;
  readonly currency: number;
  readonly item: number;
  /** An order of each kind; that of an account was delivered out of a stock. */
  readonly orders: Readonly<Record<'account' | 'item' | 'currency', number>>;
  /** Accounts and items whose status is changed. */
  readonly accounts: readonly number[];
  readonly items: readonly number[];
}

/** Adds the resources that bodies change to a marketplace. */
export async function openShop(sandbox: Sandbox): Promise<Shop> {
  const make = async (call: string, body: Parameters<typeof callSandbox>[2]) =>
    idOf(await callSandbox(sandbox, call, body));
  const soldStock = await make('POST /v2/account-offers/create', stockedAccount);
  const order = async (path: string, kind: string, offer: number, quantity: number) => {
    await callSandbox(sandbox, `POST /v2/${path}/${offer}/list`);
    return idOf(await control(sandbox, 'POST /buy', { kind, offer, quantity }));
  };
  const sold = async (kind: 'item' | 'currency', body: JsonObject) =>
    order(`${kind}-offers`, kind, await make(`POST /v2/${kind}-offers`, body), 20);
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
    orders: {
      account: await order('account-offers', 'account', soldStock, 1),
      item: await sold('item', itemOffer),
      currency: await sold('currency', currencyOffer),
    },
    accounts: [await make('POST /v1/accounts', accountV1), await make('POST /v1/accounts', accountV1)],
    items: [await make('POST /v2/item-offers', itemOffer), await make('POST /v2/item-offers', itemOffer)],
  };
}
