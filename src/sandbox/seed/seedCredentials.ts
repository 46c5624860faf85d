import type { Insertable } from 'kysely';
import type { CredentialTable } from '../storage/credentialTable';
import type { Random } from './random';

type Columns = Omit<
  Insertable<CredentialTable>,
  'id' | 'seller_id' | 'account_offer_id' | 'account_order_id'
>;

/** Two to five credentials of one stocked account offer, none of them sold. */
export const seedCredentials = (place: number, random: Random, created: number): readonly Columns[] =>
  Array.from({ length: random.between(2, 5) }, (_, at) => ({
    credentials: `Login: stock_${place}_${at}\nPassword: pw-${random.below(1e9).toString(36)}`,
    created_at: created,
    updated_at: created,
  }));
