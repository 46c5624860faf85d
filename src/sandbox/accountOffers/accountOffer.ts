import type { Selectable } from 'kysely';
import type { AccountOfferTable } from '../storage/accountOfferTable';

/** An account offer as it is stored. */
export type AccountOffer = Selectable<AccountOfferTable>;
