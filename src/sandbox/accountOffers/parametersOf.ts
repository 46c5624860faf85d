import type { AccountOffer } from './accountOffer';
import { readFreeObject } from '../storage/readFreeObject';

/** The parameters that v2 shows: the game's attributes, and beside them what the row keeps on its own. */
export function parametersOf(offer: AccountOffer): Readonly<Record<string, unknown>> {
  return {
    ...(offer.server === null ? {} : { server: offer.server }),
    ...(offer.level_up_method === null ? {} : { level_up_method: offer.level_up_method }),
    ...(offer.ign === null ? {} : { ign: offer.ign }),
    ...readFreeObject(offer.attributes),
  };
}
