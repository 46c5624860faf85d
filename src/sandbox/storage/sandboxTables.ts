import type { Generated } from 'kysely';
import type { AccountOfferTable, CredentialTable, StockOfferTable } from './offerTables';
import type { OrderMessageTable } from './liveShapes';
import type {
  OrderTable,
  PaymentTable,
  PayoutTable,
  WebhookDeliveryTable,
  WebhookEventTable,
  WebhookTable,
} from './orderTables';

/** A key that a seller created. The key itself is never stored: its signature proves it, this row keeps it alive. */
interface ApiKeyTable {
  id: Generated<number>;
  seller_id: number;
  name: string;
  version: 'v1' | 'v2';
  /** The claim that ties a signed key to this row. */
  token_id: string;
  read_only: number;
  created_at: number;
  deleted_at: number | null;
}

/** A seller account; everything else belongs to one. */
interface SellerTable {
  id: number;
  name: string;
  created_at: number;
}

/** Facts that the marketplace itself must remember, such as the secret that signs its keys. */
interface SettingTable {
  name: string;
  value: string;
}

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
