import { convert } from '../amounts/convert';
import { showCents } from '../amounts/showMoney';
import { showDeliveryTime } from '../delivery/showDeliveryTime';
import { gameOf } from '../games/findGame';
import { showGameRelation } from '../games/showGameRelation';
import { absentText } from '../show/absentText';
import { showFreeObject } from '../show/showFreeObject';
import type { Display } from '../show/display';
import type { AccountOffer } from './accountOffer';
import { parametersOf } from './parametersOf';

/** An account offer as v2 answers it (spec 2.6). */
export function showAccountOffer(offer: AccountOffer, orderIds: readonly number[], display: Display) {
  const { shape, dollarsPerEuro } = display;
  const text = absentText(shape);
  const price = BigInt(offer.price);
  return {
    id: offer.id,
    external_id: text(offer.external_id),
    game: showGameRelation(gameOf(offer)),
    account_order_ids: orderIds,
    title: offer.title,
    slug: offer.slug,
    description: offer.description,
    parameters: showFreeObject(parametersOf(offer), shape),
    dump: text(offer.dump),
    status: offer.status,
    delivery_time: showDeliveryTime(offer, shape),
    is_manual_delivery: offer.is_manual === 1,
    credentials: {
      login: text(offer.login),
      password: text(offer.password),
      email_login: text(offer.email_login),
      email_password: text(offer.email_password),
      email_provider: text(offer.email_provider),
    },
    delivery_instructions: text(offer.delivery_instructions),
    price: showCents(price, 'EUR', shape),
    price_usd: showCents(convert(price, dollarsPerEuro), 'USD', shape),
    views: offer.views,
    image_urls: JSON.parse(offer.image_urls) as readonly string[],
    created_at: offer.created_at,
    updated_at: offer.updated_at,
    listed_at: offer.listed_at,
  };
}
