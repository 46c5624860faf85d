import type { AccountOfferTable } from './accountOfferTable';
import type { OrderMessageTable } from './addLiveShapes';
import type { ApiKeyTable } from './apiKeyTable';
import type { CredentialTable } from './credentialTable';
import type { OrderTable } from './orderTable';
import type { PaymentTable } from './paymentTable';
import type { PayoutTable } from './payoutTable';
import type { SellerTable } from './sellerTable';
import type { SettingTable } from './settingTable';
import type { StockOfferTable } from './stockOfferTable';
import type { WebhookDeliveryTable, WebhookEventTable, WebhookTable } from './webhookTables';

/** Every table of the marketplace, as Kysely sees it. */
export interface Tables {
  setting: SettingTable;
  seller: SellerTable;
  api_key: ApiKeyTable;
  account_offer: AccountOfferTable;
  credential: CredentialTable;
  stock_offer: StockOfferTable;
  order: OrderTable;
  order_message: OrderMessageTable;
  payment: PaymentTable;
  payout: PayoutTable;
  webhook: WebhookTable;
  webhook_event: WebhookEventTable;
  webhook_delivery: WebhookDeliveryTable;
}
