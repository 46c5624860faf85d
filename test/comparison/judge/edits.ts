import { isJsonObject, type Json, type JsonObject } from '../../../src/contract/json';
import type { Change } from './marketplace';

/** True for an offer of currency, false for one of an account. */
export const isCurrency = (offer: JsonObject): boolean => 'stock' in offer;

/** Says what of an offer becomes something else. */
export type Edit = (offer: JsonObject, caller: string) => JsonObject;

/** Changes every currency offer. */
export const currency = (edit: Edit): Change => ({
  offer: (offer, caller) => (isCurrency(offer) ? { ...offer, ...edit(offer, caller) } : offer),
});

/** Changes every account offer. */
export const account = (edit: Edit): Change => ({
  offer: (offer, caller) => (isCurrency(offer) ? offer : { ...offer, ...edit(offer, caller) }),
});

/** A value as text. */
export const text = (value: Json | undefined): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** An object, empty where there is none. */
export const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

/** A list, empty where there is none. */
export const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** A decimal times a factor. */
export const scaled = (value: Json | undefined, factor: number): string =>
  (Number(value) * factor).toFixed(6);

/** The slug of the game of an offer. */
export const gameOf = (offer: JsonObject): string => text(objectOf(offer['game'])['slug']);

/** Changes what a game has of its own. */
export const parameters = (edit: (own: JsonObject) => JsonObject): Change =>
  currency((offer) => ({
    parameters: { ...objectOf(offer['parameters']), ...edit(objectOf(offer['parameters'])) },
  }));

/** Changes the time of delivery. */
export const deliveryTime = (edit: (own: JsonObject) => JsonObject): Change =>
  currency((offer) => {
    const own = objectOf(offer['delivery_time']);
    return { delivery_time: { ...own, ...edit(own) } };
  });

/** An object without one of its members. */
export const without = (offer: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(offer).filter(([key]) => key !== name));
