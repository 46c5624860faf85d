import {
  convert,
  microsOf,
  ONE_UNIT_MICROS,
  printDecimal,
  printShortest,
  divideHalfEven,
} from '../../../src/sandbox/values/amounts';
import { isJsonObject, type Json, type JsonObject } from '../../../src/contract/json';

/** The form in which answers show a member of a body, by the member's name. */
export type Shown = Readonly<
  Record<string, (value: Json, body: JsonObject) => Readonly<Record<string, unknown>>>
>;

/** Predicts the members that answers show after a body; members that it does not change are left out. */
export const shownOf = (shown: Shown, body: JsonObject): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...Object.entries(body).map(([name, value = null]) => shown[name]?.(value, body) ?? {}),
  ) as Readonly<Record<string, unknown>>;

/** Shown as it is, under this name. */
export const as =
  (name: string): Shown[string] =>
  (value) => ({ [name]: value });

/** A text that may be absent, shown as an empty one then. */
export const textAs =
  (name: string): Shown[string] =>
  (value) => ({ [name]: value ?? '' });

/** A delivery time; none and seconds are instant. */
export const deliveryTime: Shown[string] = (value) => {
  const { duration, unit } = isJsonObject(value) ? value : { duration: 0, unit: 'seconds' };
  const plain = unit === 'seconds' ? { unit: 'minutes', format: 'Instant' } : { unit };
  return { delivery_time: expect.objectContaining({ duration: Number(duration), ...plain }) };
};

/** The game by its slug; members that follow from the slug are not compared. */
export const gameBySlug: Shown[string] = (value) =>
  value === null ? {} : { game: expect.objectContaining({ slug: value }) };

/** The game by its id. */
export const gameById: Shown[string] = (value) =>
  value === null ? {} : { game: expect.objectContaining({ id: value }) };

const DOLLARS_PER_EURO = microsOf('1.0842');

const micros = (value: Json) => microsOf(value as string | number);

/** A price of an account: two places. */
export const cents: Shown[string] = (value) => ({
  price: printDecimal(micros(value), 2),
  price_usd: printDecimal(convert(micros(value), DOLLARS_PER_EURO), 2),
});

/** A price of a unit: up to six places, in euros whatever it was given in. */
export const unitPrice: Shown[string] = (value, { currency }) => {
  const given = micros(value);
  const euros = currency === 'USD' ? divideHalfEven(given * ONE_UNIT_MICROS, DOLLARS_PER_EURO) : given;
  return { price_eur: printShortest(euros), price_usd: printShortest(convert(euros, DOLLARS_PER_EURO)) };
};
