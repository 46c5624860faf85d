import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../../src/contract/json';
import { shippedResource } from '../../support/shipped';
import { HUNDRED, offers } from './calls';
import { accountOffer, currencyOffer, ofSize, type Size, sizes } from './documents';

/** Most items on a page of v2 (spec 2.1). */
const PAGE = 50;
/** Currency offers in the list. */
const LISTED = 1_000;

/** Answers of a server, by the path under which a static server finds them. */
export type StubFiles = Iterable<readonly [path: string, body: JsonObject]>;

/** Text that makes a currency offer of a list 1.5 KB. */
const LISTED_TEXT = 750;

/** The same offer as v1 answers it, so that a comparison finds nothing. */
function v1Of(offer: JsonObject): JsonObject {
  const translated = shippedResource('currency-offer').answer.read({ data: offer });
  if (!translated.ok) throw new Error('the offer of the stub does not fit');
  return translated.value;
}

const listed = (place: number): JsonObject =>
  currencyOffer(10_000 + place, { text: LISTED_TEXT, attributes: 0 });

/** A page of a v2 list with the meta that was observed. */
export function listPage(items: readonly JsonObject[], number: number, total: number): JsonObject {
  const from = (number - 1) * PAGE + 1;
  const meta = { current_page: number, from, last_page: Math.ceil(total / PAGE), per_page: PAGE };
  return { data: [...items], meta: { ...meta, to: from + items.length - 1, total } };
}

/** Pages of 50, made one after the other. */
export function* pagesOf(
  folder: string,
  total: number,
  item: (place: number) => JsonObject,
): Generator<readonly [string, JsonObject]> {
  for (let number = 1; (number - 1) * PAGE < total; number += 1) {
    const first = (number - 1) * PAGE;
    const items = Array.from({ length: Math.min(PAGE, total - first) }, (_, index) => item(first + index));
    yield [`${folder}/page-${number}.json`, listPage(items, number, total)];
  }
}

/** All that the stub of a v2 answers. */
export function* requestFiles(): Generator<readonly [string, JsonObject]> {
  const accounts: JsonObject[] = [];
  for (const size of Object.keys(sizes) as Size[]) {
    const { account, login, currency } = offers[size];
    const offer = ofSize((free) => accountOffer(account, login, free), size);
    accounts.push(offer);
    yield [`/account-offers/${account}.json`, { data: offer }];
    const currencyOfferOfSize = ofSize((free) => currencyOffer(currency, free), size);
    yield [`/currency-offers/${currency}.json`, { data: currencyOfferOfSize }];
    yield [`/v1/currency-offers/${currency}.json`, v1Of(currencyOfferOfSize)];
  }
  yield ['/account-offers/page-1.json', listPage(accounts, 1, accounts.length)];
  yield* pagesOf('/currency-offers', LISTED, listed);
  const hundred = Array.from({ length: 100 }, (_, place) => listed(place));
  yield [
    `${HUNDRED}.json`,
    { data: hundred, meta: { current_page: 1, last_page: 10, per_page: 100, total: LISTED } },
  ];
}

/** Writes what a server is to answer as files below a folder. */
export function writeStubFiles(folder: string, files: StubFiles): void {
  for (const [path, body] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(body));
  }
}
