import { isJsonObject, type Json, type JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { callSandbox } from '../support/callSandbox.ts';
import { openSandbox } from '../support/openSandbox.ts';

/** A type as the specification's tables write it; `?` is nullable, a number the table of that section. */
type Table = Readonly<Record<string, string>>;

/** Reads tables: a line begins with a section and lists its members, each with its type; what is indented goes on. */
const tablesOf = (text: string): Readonly<Record<string, Table>> =>
  Object.fromEntries(
    text
      .trim()
      .replaceAll(/\n +/g, ' ')
      .split('\n')
      .map((line) => {
        const [section = '', members = ''] = line.split(': ');
        return [section, Object.fromEntries(members.split(', ').map((member) => member.split(' ')))];
      }),
  );

/**
 * The tables of section 2, copied by hand: they are not made from the contract that they check. Where the live service
 * has null and the table does not say so, `?` stands: a rating until the buyer rates, `listed_at` and `sold_at` of what
 * was never listed or sold, data that was not asked for.
 */
const TABLES: Readonly<Record<string, Table>> = tablesOf(`
2.1: id integer, item_offer_id integer, game 2.2, buyer 2.3, rating 2.4?, title string,
  description string?, quantity integer, parameters object?,
  status pending|in_delivery|delivered|refunded, is_disputed boolean, dispute_case_id integer?,
  delivery_time 2.5, credentials object, price_eur decimal, price_usd decimal, unit_price_eur decimal,
  unit_price_usd decimal, created_at timestamp, updated_at timestamp, purchased_at timestamp?,
  completed_at timestamp?, refunded_at timestamp?
2.2: id integer, name string, slug string
2.3: id integer, username string
2.4: id integer, labels strings?, rating integer, comment string, created_at timestamp,
  updated_at timestamp
2.5: duration integer, unit minutes|hours|days, format string, format_long string, seconds integer
2.6: id integer, external_id string, game 2.2, account_order_ids integers, title string, slug string,
  description string, parameters object, dump string, status string, delivery_time 2.5,
  is_manual_delivery boolean, credentials 2.6_credentials, delivery_instructions string, price decimal,
  price_usd decimal, views integer, image_urls strings, created_at timestamp, updated_at timestamp,
  listed_at timestamp?
2.6_credentials: login string, password string, email_login string, email_password string,
  email_provider string
2.7: game string, title string, slug string, price number, login string, password string,
  email_login string, email_password string, is_manual string, delivery_time 2.7_delivery_time,
  description string, dump string, delivery_instructions string, image_urls strings, account_data object,
  game_items object
2.7_delivery_time: duration integer, unit minutes|hours|days
2.8: id integer, name string, slug string
2.9: id integer, uuid uuid, external_id string, game 2.2, currency_unit 2.9_currency_unit, title string,
  description string, parameters object, base_currency EUR, status string, delivery_time 2.5,
  delivery_instructions string, stock integer, min_quantity integer, price_eur decimal, price_usd decimal,
  views integer, icon_url string, created_at timestamp, updated_at timestamp, listed_at timestamp?
2.9_currency_unit: slug string, currency_name string, name string, symbol string, multiplier number
2.10: id digits, type currencyOffers, attributes 2.10_attributes
2.10_attributes: uuid uuid, title string, game_slug string, currency_unit 2.10_currency_unit,
  description string, price number, stock integer, min_quantity integer, data object,
  delivery_time 2.10_delivery_time, status string, created_at date, listed_at date?, updated_at date
2.10_currency_unit: currency_name string, name string, symbol string, multiplier number
2.10_delivery_time: duration integer, unit string, format string, formatLong string, seconds integer
2.11: id digits, type accounts, attributes 2.11_attributes
2.11_attributes: title string, slug string, description string, game_slug string, status string,
  server string, level_up_method string, ign string, login string, password string, email_login string,
  email_password string, price number, data object?, trend_score number, is_featured boolean,
  is_rare boolean, is_discounted boolean, images strings, created_at number, sold_at number?,
  updated_at number
`);

const isWhole = (value: Json | undefined) => Number.isSafeInteger(value);
const matches = (pattern: RegExp) => (value: Json | undefined) =>
  typeof value === 'string' && pattern.test(value);
const every = (test: (value: Json) => boolean) => (value: Json | undefined) =>
  Array.isArray(value) && value.every(test);

const TYPES: Readonly<Record<string, (value: Json | undefined) => boolean>> = {
  integer: isWhole,
  timestamp: (value) => isWhole(value) && Number(value) > 1_000_000_000 && Number(value) < 10_000_000_000,
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  object: isJsonObject,
  strings: every((item) => typeof item === 'string'),
  integers: every(isWhole),
  decimal: matches(/^\d+(\.\d{1,6})?$/),
  digits: matches(/^\d+$/),
  uuid: matches(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
  date: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
};

/** Lists the places where a value does not have its type. */
function faults(value: Json | undefined, type: string, at: string): readonly string[] {
  const name = type.replace('?', '');
  if (type.endsWith('?') && value === null) return [];
  const table = TABLES[name];
  if (table === undefined) {
    const fits = TYPES[name]?.(value) ?? (typeof value === 'string' && name.split('|').includes(value));
    return fits ? [] : [`${at} is ${JSON.stringify(value)}, not ${type}`];
  }
  if (!isJsonObject(value)) return [`${at} is no object of ${name}`];
  const otherTexts = Object.keys(value).filter((member) => !(member in table));
  return [
    ...otherTexts.map((member) => `${at}.${member} is not in the table`),
    ...Object.entries(table).flatMap(([member, wanted]) => faults(value[member], wanted, `${at}.${member}`)),
  ];
}

const ofData = ({ data }: JsonObject) => data;

describe('the fields of resources', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.close());

  it.each<[section: string, call: string, (body: JsonObject) => Json | undefined]>([
    ['2.1', '/v2/item-orders?per_page=50', ofData],
    ['2.6', '/v2/account-offers?per_page=50', ofData],
    ['2.7', '/v2/account-offers/templates/emberfall-legends', ({ template }) => [template ?? null]],
    ['2.7', '/v2/account-offers/templates/void-racers', ({ template }) => [template ?? null]],
    ['2.8', '/v2/gift-cards/brands', ofData],
    ['2.9', '/v2/currency-offers?per_page=50', ofData],
    ['2.10', '/v1/currency-offers?per_page=50', ofData],
    ['2.11', '/v1/accounts?per_page=200', ofData],
    ['2.11', '/v1/accounts?per_page=200&with_data=1', ofData],
  ])('section %s: match its table in %s', async (section, call, itemsOf) => {
    const { status, body } = await callSandbox(sandbox, `GET ${call}`);
    const items = itemsOf(body);
    expect({ status, isList: Array.isArray(items) }).toEqual({ status: 200, isList: true });
    const list = Array.isArray(items) ? items : [];
    expect(list.length).toBeGreaterThan(0);
    expect(list.flatMap((item, index) => faults(item, section, String(index)))).toEqual([]);
  });

  it('section 2.4: a rating is 0 or 1, and there are orders with and without one', async () => {
    const { body } = await callSandbox(sandbox, 'GET /v2/orders?per_page=50');
    const ratings = (body.data as readonly JsonObject[]).map(({ rating }) => rating);
    const givenRatings = ratings.filter((rating) => isJsonObject(rating));
    expect(new Set(givenRatings.map(({ rating }) => rating))).toEqual(new Set([0, 1]));
    expect(givenRatings.flatMap((rating) => faults(rating, '2.4', 'rating'))).toEqual([]);
    expect(ratings).toContain(null);
  });
});
