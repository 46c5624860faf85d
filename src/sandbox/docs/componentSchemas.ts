import { z } from 'zod';
import { type ContractFacts, facts } from '../../contract/kinds';
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
import type { JsonObject } from '../../contract/json';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schema of one kind of contract value, where zod's own would say less or the wrong thing. */
const SHAPES: Readonly<Record<NonNullable<ContractFacts['kind']>, (known: ContractFacts) => JsonSchema>> = {
  timestamp: () => ({ type: 'integer', format: 'unix-time', description: 'Unix seconds.' }),
  date: () => ({ type: ['integer', 'string'], description: 'Unix seconds, or ISO 8601 in UTC.' }),
  money: ({ currency }) => ({
    type: 'string',
    format: 'decimal',
    description: `Decimal text, ${currency ?? 'EUR'}.`,
  }),
  freeObject: () => ({ type: 'object', description: 'Free-form; an empty one may be written [].' }),
  integer: (known) => ({
    type: ['integer', 'string'],
    ...bounds(known),
    description: 'A whole number, also as text.',
  }),
  number: (known) => ({
    type: ['number', 'string'],
    ...bounds(known),
    description: `A decimal number of at most ${known.decimals ?? 6} places, also as text.`,
  }),
};

const bounds = ({ minimum, maximum }: ContractFacts): JsonSchema => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
});

/** Rewrites the JSON Schema of one contract value in place, as zod's converter asks for. */
function describeFacts({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  const known = facts.get(zodSchema);
  if (known === undefined) return;
  if (known.kind !== undefined) {
    for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
    Object.assign(jsonSchema, SHAPES[known.kind](known));
  }
  if (known.secret === true) jsonSchema.format = 'password';
  if (known.known !== undefined) jsonSchema.examples = [...known.known];
}

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

/** Names the resources, and the bodies of each operation after the operation; what several share is named once. */
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

/** Every named shape as JSON Schema, referring to the others by name. */
export function componentSchemas(names: SchemaNames): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: describeFacts,
  });
  return JSON.parse(JSON.stringify(withoutDialect(schemas))) as JsonObject;
}

/** A part of a document has the document's dialect and address. */
const withoutDialect = (schemas: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { ...schema, $schema: undefined, $id: undefined },
    ]),
  );
