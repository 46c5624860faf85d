import type { Json, JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { openShop } from '../support/shop.ts';
import { stockedAccount } from '../support/bodies.ts';
import { callSandbox, idOf, listOf } from '../support/callSandbox.ts';
import { control } from '../support/control.ts';
import { openSandbox } from '../support/openSandbox.ts';

const x = (length: number) => 'x'.repeat(length);
const NOT_LEGACY = { account: ['Credentials exist only for non-legacy account offers.'] };
const SOLD = { credential: ['Cannot delete sold items'] };
const TOO_LONG = { 'credentials.1': ['The credentials.1 field must not be greater than 500 characters.'] };
const NONE = { credentials: ['The credentials field must have at least 1 items.'] };

/** Calls with names for what the shop has; `sold` is a credential of `soldOffer` that an order holds. */
const rows: [what: string, call: string, body: Json | undefined, status: number, errors?: JsonObject][] = [
  ['4.4: deleting one that is not sold', 'DELETE stocked/credential', undefined, 200],
  ['4.4: deleting it again', 'DELETE stocked/credential', undefined, 404],
  ['4.4: deleting a sold one', 'DELETE soldOffer/sold', undefined, 422, SOLD],
  ['4.4: deleting one of another offer', 'DELETE stocked/sold', undefined, 404],
  ['4.4: deleting one of a legacy offer', 'DELETE legacy/1', undefined, 422, NOT_LEGACY],
  ['4.4: a list of a legacy offer', 'GET legacy', undefined, 422, NOT_LEGACY],
  ['4.4: adding to a legacy offer', 'POST legacy', { credentials: ['a'] }, 422, NOT_LEGACY],
  ['4.4: an offer that is not there', 'DELETE 999999999/1', undefined, 404],
  ['observed: one of 500 characters', 'POST stocked', { credentials: [x(500)] }, 201],
  ['observed: one of 501 characters', 'POST stocked', { credentials: ['a', x(501)] }, 422, TOO_LONG],
  ['observed: none to add', 'POST stocked', { credentials: [] }, 422, NONE],
];

describe('the rules of credentials', () => {
  let sandbox: Sandbox;
  let ids: Readonly<Record<string, number>>;
  const pathOf = (offer: string, more = '') => `/v2/account-offers/${offer}/credentials${more}`;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
    const soldOffer = idOf(await callSandbox(sandbox, 'POST /v2/account-offers/create', stockedAccount));
    await callSandbox(sandbox, `POST /v2/account-offers/${soldOffer}/list`);
    await control(sandbox, 'POST /buy', { kind: 'account', offer: soldOffer });
    const sold = await callSandbox(sandbox, `GET ${pathOf(String(soldOffer))}?filter[is_sold]=1`);
    const { legacy, stocked, credential } = await openShop(sandbox);
    ids = { legacy, stocked, credential, soldOffer, sold: Number(listOf(sold)[0]?.id) };
  });
  afterAll(() => sandbox.close());

  it.each(rows)('section %s', async (...row) => {
    const [, call, body, expected, errors] = row;
    const [method = '', offer = '', credential] = call.split(/[ /]/).map((word) => String(ids[word] ?? word));
    const path = pathOf(offer, credential === undefined ? '' : `/${credential}`);
    const { status, body: answer } = await callSandbox(sandbox, `${method} ${path}`, body);
    expect({ status, errors: answer.errors }).toEqual({ status: expected, errors });
  });
});
