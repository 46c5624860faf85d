import { sql } from 'kysely';
import type { z } from 'zod';
import { accountCreate, type accountOperations } from '../../contract/v1/accountsV1';
import {
  deleteAccountOffer,
  findAccountOffer,
  insertAccountOffer,
  loginTaken,
  moveAccountOffer,
  withAccountOffer,
} from './accountOfferStore';
import { microsOf } from '../values/amounts';
import { deliveryColumns, deliveryTimeRequired } from '../values/deliveryTime';
import { checkBody, invalid, isSet, type Rule } from '../http/checkBody';
import { attributeErrors, gameHas, gameNamed, requiredGame } from '../games/gameRules';
import type { Handler, HandlersOf, SellerCall } from '../http/handler';
import { created, ok, sandboxProblems, type Reply } from '../http/reply';
import { writeFreeObject } from '../values/columnValues';
import { ACCOUNT_COLUMNS, getAccountTemplate, showAccount } from './showAccountV1';
import { accountStatus, accountStatusBulk } from '../../contract/v1/envelopeV1';
import { answerListV1 } from '../listing/answerList';
import { ACTION_FOR, moveMany } from './offerActions';

/** In v1 the account data holds only the game's own attributes; those of every game stand next to it (observed). */
const accountDataFits: Rule = (body) =>
  attributeErrors(body.account_data, (game) => game.attributes, gameNamed(body));

/** Checks that a server is one of the game's. */
const serverFits: Rule = (body) => {
  const servers = gameNamed(body)?.servers ?? [];
  const known = typeof body.server !== 'string' || servers.length === 0 || servers.includes(body.server);
  return known ? {} : { server: ['The selected server is invalid.'] };
};

/** Creates an account (observed). */
const createAccount: Handler = async (call) => {
  const rules = [gameHas('accounts'), accountDataFits, serverFits, deliveryTimeRequired(false)];
  const body = checkBody(accountCreate, call.body, ...rules);
  if (!body.ok) return invalid(body.errors);
  const taken = await loginTaken(call, body.value.login);
  if (taken !== undefined) return taken;
  const account = await insertAccountOffer(call, newColumns(body.value));
  return created({ data: showAccount(account, call.display.shape, true) });
};

function newColumns(body: z.output<typeof accountCreate>) {
  const { slug } = body;
  return {
    game_id: requiredGame(body).id,
    title: body.title,
    ...(slug == null ? {} : { slug }),
    description: body.description,
    price: Number(microsOf(body.price)),
    login: body.login,
    password: body.password,
    ...optionalTexts(body),
    is_manual: isSet(body.is_manual) ? 1 : 0,
    ...deliveryColumns(body.delivery_time ?? null),
    image_urls: JSON.stringify(body.image_urls),
    attributes: writeFreeObject(body.account_data),
    game_items: writeFreeObject(body.game_items ?? null),
  };
}

const optionalTexts = (body: z.output<typeof accountCreate>) => ({
  email_login: body.email_login ?? null,
  email_password: body.email_password ?? null,
  server: body.server ?? null,
  level_up_method: body.level_up_method ?? null,
  ign: body.ign ?? null,
  dump: body.dump ?? null,
  delivery_instructions: body.delivery_instructions ?? null,
});

/** The caller's account with the login (spec 4.8); of several the listed one, then the newest. */
async function findAccountByLogin({ db, sellerId }: Pick<SellerCall, 'db' | 'sellerId'>, login: string) {
  return db
    .selectFrom('account_offer')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('login', '=', login)
    .orderBy(sql`status = 'listed'`, 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

type Read = { readonly ok: true; readonly value: boolean } | { readonly ok: false; readonly reply: Reply };

const MEANINGS = new Map<string | null, boolean>([
  [null, false],
  ['0', false],
  ['false', false],
  ['1', true],
  ['true', true],
]);

/** Reads the flag `with_data`, by which the caller asks for the game data of accounts; false by default (observed). */
function readWithData(query: URLSearchParams): Read {
  const value = MEANINGS.get(query.get('with_data'));
  return value === undefined
    ? { ok: false, reply: invalid({ with_data: ['The with data field must be true or false.'] }) }
    : { ok: true, value };
}

/** Accounts on v1. */
export const accountHandlers: HandlersOf<typeof accountOperations> = {
  listAccounts: (call) => {
    const withData = readWithData(call.query);
    if (!withData.ok) return withData.reply;
    return answerListV1(call, { table: 'account_offer', columns: ACCOUNT_COLUMNS }, (row) =>
      showAccount(row, call.display.shape, withData.value),
    );
  },
  createAccount,
  getAccountTemplate,
  getAccountByLogin: async (call) => {
    const account = await findAccountByLogin(call, call.parameters.accountLogin ?? '');
    return account === undefined
      ? sandboxProblems.notFound
      : ok({ data: showAccount(account, call.display.shape, true) });
  },
  getAccount: withAccountOffer((call, offer) => {
    const withData = readWithData(call.query);
    if (!withData.ok) return withData.reply;
    return ok({ data: showAccount(offer, call.display.shape, withData.value) });
  }),
  deleteAccount: withAccountOffer(deleteAccountOffer),
  changeAccountStatus: withAccountOffer(async (call, offer) => {
    const body = checkBody(accountStatus, call.body);
    if (!body.ok) return invalid(body.errors);
    const moved = await moveAccountOffer(call, offer, ACTION_FOR[body.value.status]);
    return moved.ok ? ok({ data: showAccount(moved.offer, call.display.shape, true) }) : moved.reply;
  }),
  changeAccountStatuses: async (call) => {
    const body = checkBody(accountStatusBulk, call.body);
    if (!body.ok) return invalid(body.errors);
    return moveMany(body.value.accounts, {
      field: 'accounts',
      find: (id) => findAccountOffer(call, id),
      move: (offer) => moveAccountOffer(call, offer, ACTION_FOR[body.value.status]),
      show: (offer) => showAccount(offer, call.display.shape, true),
    });
  },
};
