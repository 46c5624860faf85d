import type { Call } from '../http/call';
import { problems } from '../http/problems';
import { invalid } from '../validation/invalid';
import { buyAccount } from './buyAccount';
import { buyStock } from './buyStock';
import type { Purchase } from './purchase';
import type { Traded } from './traded';

/** Buys an offer of any seller and kind. Only what is listed is for sale. */
export async function buyOffer(context: Pick<Call, 'db' | 'now'>, purchase: Purchase): Promise<Traded> {
  const account = await findAccount(context, purchase);
  const stock = await findStock(context, purchase);
  if (account !== undefined && stock !== undefined) {
    return { ok: false, reply: invalid({ offer: ['The id names offers of two kinds: say which.'] }) };
  }
  const offer = account ?? stock;
  if (offer === undefined) return { ok: false, reply: problems.notFound };
  if (offer.status !== 'listed') {
    return { ok: false, reply: invalid({ offer: [`The offer is not for sale: it is ${offer.status}.`] }) };
  }
  return 'kind' in offer ? buyStock(context, offer, purchase) : buyAccount(context, offer, purchase);
}

async function findAccount({ db }: Pick<Call, 'db'>, { kind, offerId }: Purchase) {
  if (kind !== undefined && kind !== 'account') return undefined;
  return db.selectFrom('account_offer').selectAll().where('id', '=', offerId).executeTakeFirst();
}

async function findStock({ db }: Pick<Call, 'db'>, { kind, offerId }: Purchase) {
  if (kind === 'account') return undefined;
  const offers = db.selectFrom('stock_offer').selectAll().where('id', '=', offerId);
  return (kind === undefined ? offers : offers.where('kind', '=', kind)).executeTakeFirst();
}
