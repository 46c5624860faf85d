import type { ApiKeyTable } from './apiKeyTable';
import type { AccountOfferTable } from './accountOfferTable';
import type { CurrencyOfferTable } from './currencyOfferTable';
import type { OrderTable } from './orderTable';
import type { SellerTable } from './sellerTable';
import type { SettingTable } from './settingTable';

/** Every table of the marketplace, as Kysely sees it. */
export interface Tables {
  setting: SettingTable;
  seller: SellerTable;
  api_key: ApiKeyTable;
  account_offer: AccountOfferTable;
  currency_offer: CurrencyOfferTable;
  order: OrderTable;
}
