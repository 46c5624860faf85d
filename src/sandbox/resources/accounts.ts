import { accountCreate, accountStatus, accountStatusBulk } from '../../contract/v1/accountsV1';
import {
  accountOfferCreate,
  accountOfferPatch,
  accountOfferStockedCreate,
} from '../../contract/v2/accountOffersV2';
import { findGame, games } from '../games/catalogue';
import { createServiceRule, requireGame } from '../games/gameRules';
import { checkBody, refuseFields } from '../http/checkBody';
import { answerCreated, answerOk, foundRow } from '../http/reply';
import { type Handler, makeOperations, type MarketCall } from '../market';
import type { AccountOffer } from '../storage/sandboxSchema';
import { matchColumn, matchOneOf, type RowCondition } from '../storage/tables';
import { accountColumns, createRules, createRulesV1, patchRules } from './accountRules';
import { showAccountTemplate, showAccount, showAccountOffer } from './accountViews';
import { addCredentials, listCredentialOperations, listUnsold } from './credentials';
import { slugOf } from '../values/display';
import { answerAction, type OfferBody, Offers } from './offers';

/** States in which an offer reserves its login. */
const SALE_STATUSES = ['draft', 'pending', 'listed', 'processing'] as const;

/** Refuses a login of another offer of the seller, as the live service does (observed). */
function checkLogin(call: MarketCall, { login }: OfferBody, offer?: AccountOffer): void {
  if (call.display.shape === 'specified' || typeof login !== 'string') return;
  const isReserved = [matchColumn('login', login), matchOneOf('status', SALE_STATUSES)];
  const isOther: RowCondition = ['id <> ?', offer?.id ?? 0];
  const conditions = [...accounts.ownConditions(call), ...isReserved, isOther];
  if (call.accounts.findFirst(conditions) !== undefined)
    refuseFields({ login: ['The login has already been taken.'] });
}

/** Refuses to list an offer with instant delivery but without credentials (observed). */
function checkDeliverable(call: MarketCall, offer: AccountOffer): void {
  const hasLogin = offer.is_legacy === 1 ? offer.login !== null : listUnsold(call, offer).length > 0;
  if (offer.is_manual === 0 && !hasLogin)
    refuseFields({ credentials: ['The offer has no unsold credentials.'] });
}

/** Makes the items of a game optional, because clients of the live service leave them out (observed). */
const withoutItems = accountOfferCreate.extend({
  game_items: accountOfferCreate.shape.game_items.optional(),
});

const accounts = new Offers<AccountOffer>({
  name: 'account',
  table: (market) => market.accounts,
  isOfKind: [],
  service: 'accounts',
  paths: { v1: '/v1/accounts/{account}', v2: '/v2/account-offers/{account}' },
  actions: ['list', 'draft'],
  create: ({ display }) => (display.shape === 'live' ? withoutItems : accountOfferCreate),
  patch: accountOfferPatch,
  rules: (offer) => (offer === undefined ? createRules('login', 'password') : patchRules(offer)),
  columns: accountColumns,
  complete: (columns) => ({ ...columns, slug: columns.slug ?? slugOf(columns.title ?? '') }),
  show: { v1: showAccount, v2: showAccountOffer },
  templateOf: (game) => showAccountTemplate(game, 'v2'),
  deletedAs: 'account',
  checkWrite: checkLogin,
  checkListing: checkDeliverable,
  removeParts: (call, offer) => {
    for (const credential of listUnsold(call, offer)) call.credentials.removeRow(credential);
  },
});

/** Creates an account offer with a stock of credentials (observed). */
const createStocked: Handler = (call) => {
  const rules = [requireGame, createServiceRule('accounts'), ...createRules('credentials')];
  const body = checkBody(accountOfferStockedCreate, call.body, ...rules);
  const offer = accounts.insert(call, { ...accountColumns(body, 'v2'), is_legacy: 0 });
  addCredentials(call, offer.id, body.credentials ?? []);
  return answerCreated({ data: showAccountOffer(offer, call) });
};

/** Columns that a copy does not inherit: the caller's own id, and the later state of the original. */
const FRESH = {
  id: undefined,
  status: undefined,
  external_id: null,
  listed_at: null,
  sold_at: null,
  views: 0,
  trend_score: 0,
  is_featured: 0,
  is_rare: 0,
  is_discounted: 0,
} as const;

/** Copies an offer into a new draft; a stock of credentials stays with the original. */
const duplicate: Handler = (call) => {
  const offer = accounts.find(call);
  const copy = showAccountOffer(accounts.insert(call, { ...offer, ...FRESH }), call);
  return answerAction(copy, 'duplicate', offer, 'The offer has been duplicated.');
};

/** Finds the caller's account with the login (spec 4.8); of several the listed one, then the newest. */
const findByLogin: Handler = (call) => {
  const conditions = [...accounts.ownConditions(call), matchColumn('login', call.parameters[0] ?? '')];
  const account = foundRow(call.accounts.findFirst(conditions, `status = 'listed' desc, id desc`));
  return answerOk({ data: showAccount(account, call) });
};

/** Shows the game data of accounts if the flag `with_data` is set (observed). */
function viewByDataFlag({ query }: MarketCall): typeof showAccount {
  const flag = query.get('with_data') ?? '0';
  if (!/^(?:0|1|false|true)$/.test(flag))
    refuseFields({ with_data: ['The with data field must be true or false.'] });
  const hasData = flag === '1' || flag === 'true';
  return (offer, call) => showAccount(offer, call, hasData);
}

/** Answers the template of a game, or the existing games for an unknown slug (observed). */
const answerTemplateV1: Handler = ({ parameters: [slug = ''] }) => {
  const game = findGame(slug, 'accounts');
  if (game !== undefined) return answerOk({ template: showAccountTemplate(game, 'v1') });
  const names = games.filter(({ services }) => services.includes('accounts'));
  const slugs = Object.fromEntries(names.map((named) => [named.slug, named.name]));
  return { status: 404, body: { message: 'Resource not found.', games: slugs } };
};

/** Account operations of v1. If two paths fit a request, the earlier one answers. */
export const accountOperationsV1 = [
  ...makeOperations({ 'GET /v1/accounts/template/{slug}': answerTemplateV1 }, true),
  ...makeOperations({
    'GET /v1/accounts/by-login/{accountLogin}': findByLogin,
    ...accounts.listReadsV1(viewByDataFlag),
    'POST /v1/accounts': (call) => accounts.write(call, 'v1', accountCreate, createRulesV1),
    'DELETE /v1/accounts/{account}': (call) => accounts.remove(call),
    ...accounts.listStatusesV1({ single: accountStatus, bulk: accountStatusBulk, field: 'accounts' }),
  }),
];

/** Operations of v2 on account offers. */
export const accountOfferOperations = makeOperations({
  'POST /v2/account-offers/create': createStocked,
  ...accounts.listOperationsV2(),
  'POST /v2/account-offers/{account}/duplicate': duplicate,
  ...listCredentialOperations((call) => accounts.find(call)),
});
