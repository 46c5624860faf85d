import type { z } from 'zod';
import type { accountOffer } from '../../../../src/contract/v2/accountOffersV2.js';
import type { currencyOffer } from '../../../../src/contract/v2/currencyOffersV2.js';

type AccountOffer = z.output<typeof accountOffer>;
type CurrencyOffer = z.output<typeof currencyOffer>;

/** The mapping that somebody writes in an afternoon: no check of anything, no case but the usual one. */
const METHODS: Readonly<Record<string, string>> = { by_hand: 'Handmade', by_bot: 'Botted' };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** The v1 account of a v2 account offer. */
export function mapAccount(offer: AccountOffer) {
  const { server, level_up_method, ign, ...data } = offer.parameters as Record<string, unknown>;
  const { login, password, email_login, email_password } = offer.credentials;
  return {
    id: String(offer.id),
    type: 'accounts',
    attributes: {
      title: offer.title,
      slug: offer.slug,
      description: offer.description,
      game_slug: offer.game.slug,
      status: offer.status.charAt(0).toUpperCase() + offer.status.slice(1),
      server: text(server),
      level_up_method: METHODS[text(level_up_method)] ?? text(level_up_method),
      ign: text(ign),
      login: login ?? '',
      password: password ?? '',
      email_login,
      email_password,
      price: Number(offer.price),
      data: Object.keys(data).length === 0 ? [] : data,
      trend_score: 0,
      is_featured: false,
      is_rare: false,
      is_discounted: false,
      images: offer.image_urls,
      created_at: offer.created_at,
      sold_at: null,
      updated_at: offer.updated_at,
    },
  };
}

/** The v1 currency offer of a v2 one. */
export function mapCurrencyOffer(offer: CurrencyOffer) {
  const { currency_name, name, symbol, multiplier } = offer.currency_unit;
  const { duration, unit, format, format_long, seconds } = offer.delivery_time;
  return {
    id: String(offer.id),
    type: 'currencyOffers',
    attributes: {
      uuid: offer.uuid,
      title: offer.title,
      game_slug: offer.game.slug,
      currency_unit: { currency_name, name, symbol, multiplier },
      description: offer.description,
      price: Number(offer.price_eur),
      stock: offer.stock,
      min_quantity: offer.min_quantity,
      data: Object.keys(offer.parameters).length === 0 ? [] : offer.parameters,
      delivery_time: { duration, unit, format, formatLong: format_long, seconds },
      status: offer.status,
      created_at: iso(offer.created_at),
      listed_at: offer.listed_at === null ? null : iso(offer.listed_at),
      updated_at: iso(offer.updated_at),
    },
  };
}

/** A v1 update as it stands on the wire. */
interface CurrencyUpdate {
  readonly description: string;
  readonly price: string | number;
  readonly game: string;
  readonly stock: string | number;
  readonly min_quantity: string | number;
  readonly delivery_time: { readonly duration: string | number; readonly unit: string };
  readonly currency_data?: unknown;
  readonly delivery_instructions?: string | null;
}

/** The v2 body of a v1 update. */
export function mapUpdate(update: CurrencyUpdate) {
  const { description, game, currency_data, delivery_instructions } = update;
  return {
    description,
    price: Number(update.price),
    game,
    stock: Number(update.stock),
    min_quantity: Number(update.min_quantity),
    delivery_time: { duration: Number(update.delivery_time.duration), unit: update.delivery_time.unit },
    currency_data,
    delivery_instructions,
  };
}

interface ListOf {
  readonly data: readonly CurrencyOffer[];
  readonly meta: { readonly total: number };
}

/** The v1 list of the pages of a v2 one. */
export function mapListTexts(pages: readonly string[]): string {
  const read = pages.map((page) => JSON.parse(page) as ListOf);
  return JSON.stringify({
    data: read.flatMap(({ data }) => data.map(mapCurrencyOffer)),
    meta: read[0]?.meta,
  });
}

/** The text of a v1 account. */
export function mapAccountText(body: string): string {
  const { data } = JSON.parse(body) as { readonly data: AccountOffer };
  return JSON.stringify({ data: mapAccount(data) });
}

/** The text of a v1 currency offer. */
export function mapCurrencyOfferText(body: string): string {
  const { data } = JSON.parse(body) as { readonly data: CurrencyOffer };
  return JSON.stringify({ data: mapCurrencyOffer(data) });
}

/** The index that a hand-made gateway would keep: offers by login. */
const idsByLogin: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 10 }, (_, index) => [`seller-${index + 1}@bench`, 5001 + index]),
);

const BY_LOGIN = '/v1/accounts/by-login/';
const LIST = '/v1/currency-offers?';

/** The v2 path of a v1 path; of a list, that of a page of a hundred, which v2 itself never has. */
export function mapPath(path: string): string {
  if (path.startsWith(BY_LOGIN)) {
    const login = decodeURIComponent(path.slice(BY_LOGIN.length));
    return `/v2/account-offers/${idsByLogin.get(login) ?? 0}`;
  }
  return path.startsWith(LIST) ? '/bench/hundred' : path.replace('/v1/', '/v2/');
}

/** Which mapping an answer of v2 takes, by the v1 path that it answers. */
export function mapAnswerText(path: string, body: string): string {
  if (path.startsWith(BY_LOGIN)) return mapAccountText(body);
  return path.startsWith(LIST) ? mapListTexts([body]) : mapCurrencyOfferText(body);
}

const PAGE = 50;
/** Pages that are read at the same time, as the gateway does. */
const WIDTH = 4;

/** Reads the pages of v2 that a v1 list is made of. */
export async function readPages(
  url: string,
  read: (path: string) => Promise<string>,
): Promise<readonly string[]> {
  const pages = Number(/per_page=(\d+)/.exec(url)?.[1] ?? PAGE) / PAGE;
  const texts: string[] = [];
  let next = 1;
  const lane = async (): Promise<void> => {
    while (next <= pages) {
      const page = next++;
      texts[page - 1] = await read(`/v2/currency-offers?page=${page}&per_page=${PAGE}&sort=id`);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, lane));
  return texts;
}
