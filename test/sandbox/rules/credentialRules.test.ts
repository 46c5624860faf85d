import type { Json, JsonObject } from '../../../src/contract/json';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions';
import { openShop, type Shop } from '../support/shop';
import { stockedAccount } from '../support/bodies';
import { callSandbox, idOf, listOf } from '../support/callSandbox';
import { control } from '../support/control';
import { openSandbox } from '../support/openSandbox';

const x = (length: number) => 'x'.repeat(length);

/** Ids that stand for what the shop has; `sold` is a credential that an order holds. */
interface Ids extends Pick<Shop, 'legacy' | 'stocked' | 'credential'> {
  readonly soldOffer: number;
  readonly sold: number;
}

type Row = [
  section: string,
  what: string,
  call: (ids: Ids) => string,
  body: Json | undefined,
  status: number,
  errors?: JsonObject,
];

const of = (offer: number, remainder = '') => `/v2/account-offers/${offer}/credentials${remainder}`;
const NOT_LEGACY = { account: ['Credentials exist only for non-legacy account offers.'] };

const rows: Row[] = [
  [
    '4.4',
    'deleting one that is not sold',
    (ids) => `DELETE ${of(ids.stocked, `/${ids.credential}`)}`,
    undefined,
    200,
  ],
  ['4.4', 'deleting it again', (ids) => `DELETE ${of(ids.stocked, `/${ids.credential}`)}`, undefined, 404],
  [
    '4.4',
    'deleting a sold one',
    (ids) => `DELETE ${of(ids.soldOffer, `/${ids.sold}`)}`,
    undefined,
    422,
    { credential: ['Cannot delete sold items'] },
  ],
  [
    '4.4',
    'deleting one of another offer',
    (ids) => `DELETE ${of(ids.stocked, `/${ids.sold}`)}`,
    undefined,
    404,
  ],
  [
    '4.4',
    'deleting one of a legacy offer',
    (ids) => `DELETE ${of(ids.legacy, '/1')}`,
    undefined,
    422,
    NOT_LEGACY,
  ],
  ['4.4', 'a list of a legacy offer', (ids) => `GET ${of(ids.legacy)}`, undefined, 422, NOT_LEGACY],
  [
    '4.4',
    'adding to a legacy offer',
    (ids) => `POST ${of(ids.legacy)}`,
    { credentials: ['a'] },
    422,
    NOT_LEGACY,
  ],
  ['4.4', 'an offer that is not there', () => `DELETE ${of(999_999_999, '/1')}`, undefined, 404],
  ['observed', 'one of 500 characters', (ids) => `POST ${of(ids.stocked)}`, { credentials: [x(500)] }, 201],
  [
    'observed',
    'one of 501 characters',
    (ids) => `POST ${of(ids.stocked)}`,
    { credentials: ['a', x(501)] },
    422,
    { 'credentials.1': ['The credentials.1 field must not be greater than 500 characters.'] },
  ],
  [
    'observed',
    'none to add',
    (ids) => `POST ${of(ids.stocked)}`,
    { credentials: [] },
    422,
    { credentials: ['The credentials field must have at least 1 items.'] },
  ],
];

describe('the rules of credentials', () => {
  let sandbox: Sandbox;
  let ids: Ids;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
    const soldOffer = idOf(await callSandbox(sandbox, 'POST /v2/account-offers/create', stockedAccount));
    await callSandbox(sandbox, `POST /v2/account-offers/${soldOffer}/list`);
    await control(sandbox, 'POST /buy', { kind: 'account', offer: soldOffer });
    const stock = listOf(await callSandbox(sandbox, `GET ${of(soldOffer)}?filter[is_sold]=1`));
    ids = { ...(await openShop(sandbox)), soldOffer, sold: Number(stock[0]?.id) };
  });
  afterAll(() => sandbox.close());

  it.each<Row>(rows)('section %s: %s', async (...row) => {
    const [, , call, body, expected, errors] = row;
    const { status, body: answer } = await callSandbox(sandbox, call(ids), body);
    expect({ status, errors: answer.errors }).toEqual({ status: expected, errors });
  });
});
