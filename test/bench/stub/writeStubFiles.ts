import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../../src/contract/json.js';
import { shippedResource } from '../../support/shipped.ts';
import { sellers } from './calls.ts';
import { accountOffer, currencyOffer, ofSize } from './documents.ts';

/** Most items on a page of v2 (spec 2.1). */
const PAGE = 50;
/** Currency offers in the list. */
const LISTED = 1_000;

/** Bytes of the offers of a list, in turns: 1.5 KB on average. */
const LISTED_BYTES = [0, 900, 1_000, 1_100, 1_200, 1_500, 1_500, 2_000, 2_200, 2_800];

/** Answers of a server, by the path under which a static server finds them. */
type StubFiles = Iterable<readonly [path: string, body: JsonObject]>;

/** The same account as v1 answers it, so that a comparison finds nothing. */
function v1Of(offer: JsonObject): JsonObject {
  const translated = shippedResource('account').answer.read({ data: offer });
  if (!translated.ok) throw new Error('the offer of the stub does not fit');
  return translated.value;
}

const listed = (index: number): JsonObject =>
  ofSize((free) => currencyOffer(10_000 + index, free), LISTED_BYTES[index % LISTED_BYTES.length] ?? 0);

/** A page of a v2 list with the meta that was observed. */
export function listPage(
  items: readonly JsonObject[],
  number: number,
  total: number,
  size = PAGE,
): JsonObject {
  const from = (number - 1) * size + 1;
  const meta = { current_page: number, from, last_page: Math.ceil(total / size), per_page: size };
  return { data: [...items], meta: { ...meta, to: from + items.length - 1, total } };
}

/** All that the stub of a v2 answers; and of a v1, accounts by login. */
function* requestFiles(): StubFiles {
  const accounts: JsonObject[] = [];
  for (const { account, login, currency, bytes } of sellers) {
    const offer = ofSize((free) => accountOffer(account, login, free), bytes);
    accounts.push(offer);
    yield [`/account-offers/${account}.json`, { data: offer }];
    yield [`/v1/accounts/by-login/${login}.json`, v1Of(offer)];
    const data = ofSize((free) => currencyOffer(currency, free), bytes);
    yield [`/currency-offers/${currency}.json`, { data }];
  }
  yield ['/account-offers/page-1.json', listPage(accounts, 1, accounts.length)];
  const list = Array.from({ length: LISTED }, (_, index) => listed(index));
  for (let number = 1; number * PAGE <= LISTED; number += 1)
    yield [
      `/currency-offers/page-${number}.json`,
      listPage(list.slice((number - 1) * PAGE, number * PAGE), number, LISTED),
    ];
  yield ['/bench/hundred.json', listPage(list.slice(0, 100), 1, LISTED, 100)];
}

/** Writes what a server is to answer as files below a folder. */
export function writeStubFiles(folder: string): void {
  for (const [path, body] of requestFiles()) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(body));
  }
}
