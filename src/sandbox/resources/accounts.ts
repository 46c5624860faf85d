import { accountCreate } from '../../contract/v1/accountsV1';
import { accountStatus, accountStatusBulk } from '../../contract/v1/envelopeV1';
import {
  accountOfferCreate,
  accountOfferPatch,
  accountOfferStockedCreate,
} from '../../contract/v2/accountOffersV2';
import { findGame, type Game, games } from '../games/catalogue';
import { requiredGame } from '../games/gameRules';
import { invalid } from '../http/checkBody';
import { created, ok, sandboxProblems, type Reply } from '../http/reply';
import { type SellerCall, type Handler, operation, type ServedOperation, withBody } from '../market';
import type { AccountOffer } from '../storage/sandboxSchema';
import { type Columns, equals, isOneOf } from '../storage/tables';
import {
  type AccountBody,
  accountColumns,
  createRules,
  createRulesV1,
  patchRules,
  requiredUnlessManual,
} from './accountColumns';
import { showAccount, showAccountOffer, showAccountTemplate } from './accountViews';
import { addCredentials, unsoldOf } from './credentials';
import { answerList, answerListV1 } from './lists';
import { ACTION_FOR, actionAnswer, offerList, offersOf, slugOf } from './offers';

const {
  own: ownAccounts,
  one: withAccount,
  save,
  moved,
  moveMany,
  remove,
} = offersOf<AccountOffer>({
  orderKind: 'account',
  table: ({ accounts }) => accounts,
  isOfKind: [],
  field: 'account',
  // Instant delivery needs credentials to deliver (observed).
  unlistable: (call, offer) => {
    const hasLogin = offer.is_legacy === 1 ? offer.login !== null : unsoldOf(call, offer).length > 0;
    const isDeliverable = offer.is_manual === 1 || hasLogin;
    return isDeliverable ? undefined : invalid({ credentials: ['The offer has no unsold credentials.'] });
  },
});

export { withAccount as withAccountOffer };

/** Stores a new draft. */
const insert = (call: SellerCall, columns: Columns<AccountOffer>): AccountOffer =>
  call.accounts.insert({
    ...columns,
    slug: columns.slug ?? slugOf(columns.title ?? ''),
    seller_id: call.sellerId,
    created_at: call.at,
    updated_at: call.at,
  });

/** The states of an offer that keeps its login from other offers. */
const SALE_STATUSES = ['draft', 'pending', 'listed', 'processing'] as const;

/** Refuses a login that another offer of the seller has, as the live service does (observed). */
function withFreeLogin(call: SellerCall, login: unknown, ownId: number, answer: () => Reply): Reply {
  if (call.display.shape === 'specified' || typeof login !== 'string') return answer();
  const isOther = { text: 'id <> ?', values: [ownId] };
  const conditions = [
    ...ownAccounts(call),
    equals('login', login),
    isOneOf('status', SALE_STATUSES),
    isOther,
  ];
  const holder = call.accounts.first(conditions);
  return holder === undefined ? answer() : invalid({ login: ['The login has already been taken.'] });
}

/** Makes the items of a game optional, because clients of the live service leave them out (observed). */
const withoutItems = accountOfferCreate.extend({
  game_items: accountOfferCreate.shape.game_items.optional(),
});

/** Creates an account offer with one login (spec 4.2). */
const createOffer: Handler = (call) => {
  const schema = call.display.shape === 'live' ? withoutItems : accountOfferCreate;
  const rules = [...createRules, requiredUnlessManual(['login', 'password'])];
  return withBody(call, schema, rules, (body) =>
    withFreeLogin(call, body.login, 0, () =>
      created({ data: showAccountOffer(insert(call, newColumns(body)), call) }),
    ),
  );
};

/** Creates an account offer with a stock of credentials (observed). */
const createStockedOffer: Handler = (call) => {
  const rules = [...createRules, requiredUnlessManual(['credentials'])];
  return withBody(call, accountOfferStockedCreate, rules, (body) => {
    const offer = insert(call, { ...newColumns(body), is_legacy: 0 });
    addCredentials(call, offer.id, body.credentials ?? []);
    return created({ data: showAccountOffer(offer, call) });
  });
};

const newColumns = (body: AccountBody, version: 'v1' | 'v2' = 'v2'): Columns<AccountOffer> => ({
  ...accountColumns(body, version),
  game_id: requiredGame(body).id,
});

const patchOffer = (call: SellerCall, offer: AccountOffer): Reply =>
  withBody(call, accountOfferPatch, patchRules(offer), (body) =>
    withFreeLogin(call, body.login, offer.id, () =>
      ok({ data: showAccountOffer(save(call, offer, accountColumns(body, 'v2')), call) }),
    ),
  );

/** Copies an offer into a new draft. The caller's own id and a stock of credentials belong to the original alone. */
function duplicate(call: SellerCall, offer: AccountOffer): Reply {
  const { status } = offer;
  const fresh = {
    ...{ id: undefined, status: undefined },
    external_id: null,
    listed_at: null,
    sold_at: null,
    views: 0,
    trend_score: 0,
  };
  const flags = { is_featured: 0, is_rare: 0, is_discounted: 0 };
  const copy = insert(call, { ...offer, ...fresh, ...flags });
  return actionAnswer(showAccountOffer(copy, call), 'duplicate', status);
}

/** Deletes an offer and its credentials. */
const removeOffer = withAccount('account', (call, offer) => {
  const reply = remove(call, offer);
  if (reply.status === 200)
    for (const credential of unsoldOf(call, offer)) call.credentials.remove(credential);
  return reply;
});

/** The caller's account with the login (spec 4.8); of several the listed one, then the newest. */
const findByLogin: Handler = (call) => {
  const conditions = [...ownAccounts(call), equals('login', call.parameters.accountLogin ?? '')];
  const account = call.accounts.first(conditions, `status = 'listed' desc, id desc`);
  return account === undefined ? sandboxProblems.notFound : ok({ data: showAccount(account, call) });
};

const flagMeanings = new Map<string | null, boolean>([
  [null, false],
  ['0', false],
  ['false', false],
  ['1', true],
  ['true', true],
]);

/** Reads the flag `with_data`, by which the caller asks for the game data of accounts (observed). */
function withDataFlag({ query }: SellerCall, answer: (hasData: boolean) => Reply): Reply {
  const flag = flagMeanings.get(query.get('with_data'));
  return flag === undefined
    ? invalid({ with_data: ['The with data field must be true or false.'] })
    : answer(flag);
}

const hasAccounts = (game: Game | undefined): game is Game => game?.services.includes('accounts') === true;

/** Answers the template of a game; v1 answers an unknown slug with the games that exist (observed). */
const templateOf =
  (version: 'v1' | 'v2'): Handler =>
  ({ parameters }) => {
    const game = findGame(parameters.slug ?? parameters.game ?? '');
    if (hasAccounts(game)) return ok(showAccountTemplate(game, version));
    if (version === 'v2') return sandboxProblems.notFound;
    const names = Object.fromEntries(games.filter(hasAccounts).map(({ slug, name }) => [slug, name]));
    return { status: 404, body: { message: 'Resource not found.', games: names } };
  };

const V1 = '/v1/accounts/{account}';
const V2 = '/v2/account-offers/{account}';

/** Accounts on v1. If two paths fit one request, the earlier one answers. */
export const accountOperationsV1: readonly ServedOperation[] = [
  operation('GET /v1/accounts', (call) =>
    withDataFlag(call, (hasData) =>
      answerListV1(call, call.accounts, ownAccounts(call), (row) => showAccount(row, call, hasData)),
    ),
  ),
  operation(
    'POST /v1/accounts',
    (call) =>
      withBody(call, accountCreate, createRulesV1, (body) =>
        withFreeLogin(call, body.login, 0, () =>
          created({ data: showAccount(insert(call, newColumns(body, 'v1')), call) }),
        ),
      ),
    accountCreate,
  ),
  { ...operation('GET /v1/accounts/template/{slug}', templateOf('v1')), open: true },
  operation('GET /v1/accounts/by-login/{accountLogin}', findByLogin),
  operation(
    'PATCH /v1/accounts/status/bulk',
    (call) =>
      withBody(call, accountStatusBulk, [], ({ accounts: ids, status }) =>
        moveMany(call, { field: 'accounts', ids, action: ACTION_FOR[status] }, (row) =>
          showAccount(row, call),
        ),
      ),
    accountStatusBulk,
  ),
  operation(
    `GET ${V1}`,
    withAccount('account', (call, offer) =>
      withDataFlag(call, (hasData) => ok({ data: showAccount(offer, call, hasData) })),
    ),
  ),
  operation(`DELETE ${V1}`, removeOffer),
  operation(
    `PATCH ${V1}/status`,
    withAccount('account', (call, offer) =>
      withBody(call, accountStatus, [], ({ status }) =>
        moved(call, offer, ACTION_FOR[status], (changed) => ok({ data: showAccount(changed, call) })),
      ),
    ),
    accountStatus,
  ),
];

/** Account offers on v2. */
export const accountOfferOperations: readonly ServedOperation[] = [
  operation('GET /v2/account-offers', (call) =>
    answerList(call, call.accounts, ownAccounts(call), offerList, (row) => showAccountOffer(row, call)),
  ),
  operation('POST /v2/account-offers', createOffer, accountOfferCreate),
  operation('POST /v2/account-offers/create', createStockedOffer, accountOfferStockedCreate),
  operation('GET /v2/account-offers/templates/{game}', templateOf('v2')),
  operation(
    `GET ${V2}`,
    withAccount('account', (call, offer) => ok({ data: showAccountOffer(offer, call) })),
  ),
  operation(`PATCH ${V2}`, withAccount('account', patchOffer), accountOfferPatch),
  operation(`DELETE ${V2}`, removeOffer),
  ...(['list', 'draft'] as const).map((action) =>
    operation(
      `POST ${V2}/${action}`,
      withAccount('account', (call, offer) =>
        moved(call, offer, action, (changed) =>
          actionAnswer(showAccountOffer(changed, call), action, offer.status),
        ),
      ),
    ),
  ),
  operation(`POST ${V2}/duplicate`, withAccount('account', duplicate)),
];
