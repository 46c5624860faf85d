import type { z } from 'zod';
import { problem, validationProblem } from '../../contract/operationContract';
import { account } from '../../contract/v1/accountsV1';
import { currencyOfferV1 } from '../../contract/v1/currencyOffersV1';
import { itemOfferV1 } from '../../contract/v1/itemOffersV1';
import { accountOffer } from '../../contract/v2/accountOffersV2';
import { credential } from '../../contract/v2/credentialsV2';
import { currencyOffer } from '../../contract/v2/currencyOffersV2';
import { deliveryTime, game, gameRelation } from '../../contract/v2/offerPartsV2';
import { balance, payment, payout } from '../../contract/v2/financeV2';
import { giftCard, giftCardBrand, giftCardOffer, giftCardRegion } from '../../contract/v2/giftCardsV2';
import { itemOffer } from '../../contract/v2/itemOffersV2';
import {
  accountOrder,
  buyer,
  currencyOrder,
  giftCardOrder,
  itemOrder,
  order,
  orderMessage,
  rating,
} from '../../contract/v2/ordersV2';
import { webhook, webhookPayload } from '../../contract/v2/webhooksV2';
import type { ServedOperation } from '../http/handler';

/** The shapes that documents name; every other one is written out where it occurs. */
const resources = {
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
  WebhookMessage: webhookPayload,
};

/** Each shape that documents refer to, with its name among the components. */
export type SchemaNames = ReadonlyMap<z.ZodType, string>;

/** Names the resources, and the bodies of each operation after the operation; a shared body is named once. */
export function nameSchemas(operations: readonly ServedOperation[]): SchemaNames {
  const names = new Map<z.ZodType, string>(Object.entries(resources).map(([name, schema]) => [schema, name]));
  for (const operation of operations) {
    const { body, answer } = operation;
    const prefix = operationId(operation);
    if (!names.has(answer)) names.set(answer, `${prefix}Answer`);
    if (body !== undefined && !names.has(body)) names.set(body, `${prefix}Request`);
  }
  return names;
}

/** The name of an operation among those of both versions. */
export const operationId = ({ name, version }: ServedOperation): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}${version === 'v1' ? 'V1' : ''}`;
