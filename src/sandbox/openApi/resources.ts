import { problem, validationProblem } from '../../contract/problem';
import { account } from '../../contract/v1/account';
import { currencyOffer as currencyOfferV1 } from '../../contract/v1/currencyOffer';
import { itemOffer as itemOfferV1 } from '../../contract/v1/itemOffer';
import { accountOffer } from '../../contract/v2/accountOffer';
import { credential } from '../../contract/v2/credential';
import { currencyOffer } from '../../contract/v2/currencyOffer';
import { deliveryTime } from '../../contract/v2/deliveryTime';
import { balance, payment, payout } from '../../contract/v2/finance';
import { game } from '../../contract/v2/game';
import { gameRelation } from '../../contract/v2/gameRelation';
import { giftCard, giftCardBrand, giftCardOffer, giftCardRegion } from '../../contract/v2/giftCards';
import { itemOffer } from '../../contract/v2/itemOffer';
import { itemOrder } from '../../contract/v2/itemOrder';
import { buyer, rating } from '../../contract/v2/orderParts';
import { accountOrder, currencyOrder, giftCardOrder, order, orderMessage } from '../../contract/v2/orders';
import { webhook, webhookMessage } from '../../contract/v2/webhooks';

/** The shapes that documents name; every other one is written out where it occurs. */
export const resources = {
  Problem: problem,
  ValidationProblem: validationProblem,
  AccountV1: account,
  CurrencyOfferV1: currencyOfferV1,
  ItemOfferV1: itemOfferV1,
  AccountOffer: accountOffer,
  Credential: credential,
  CurrencyOffer: currencyOffer,
  ItemOffer: itemOffer,
  Order: order,
  AccountOrder: accountOrder,
  ItemOrder: itemOrder,
  CurrencyOrder: currencyOrder,
  GiftCardOrder: giftCardOrder,
  OrderMessage: orderMessage,
  Buyer: buyer,
  Rating: rating,
  DeliveryTime: deliveryTime,
  Game: game,
  GameRelation: gameRelation,
  GiftCard: giftCard,
  GiftCardOffer: giftCardOffer,
  GiftCardBrand: giftCardBrand,
  GiftCardRegion: giftCardRegion,
  Payment: payment,
  Payout: payout,
  Balance: balance,
  Webhook: webhook,
  WebhookMessage: webhookMessage,
};
