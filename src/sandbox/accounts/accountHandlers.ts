import type { accountOperations } from '../../contract/v1/operations/accounts';
import { accountStatus, accountStatusBulk } from '../../contract/v1/statusChanges';
import { deleteAccountOffer } from '../accountOffers/deleteAccountOffer';
import { findAccountOffer } from '../accountOffers/findAccountOffer';
import { moveAccountOffer } from '../accountOffers/moveAccountOffer';
import { withAccountOffer } from '../accountOffers/withAccountOffer';
import type { HandlersOf } from '../http/handler';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { listPageV1 } from '../listing/listPageV1';
import { ACTION_FOR } from '../offers/actionFor';
import { moveMany } from '../offers/moveMany';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import { ACCOUNT_COLUMNS } from './accountColumns';
import { createAccount } from './createAccount';
import { findAccountByLogin } from './findAccountByLogin';
import { getAccountTemplate } from './getAccountTemplate';
import { readWithData } from './readWithData';
import { showAccount } from './showAccount';

/** Accounts on v1. */
export const accountHandlers: HandlersOf<typeof accountOperations> = {
  listAccounts: (call) => {
    const withData = readWithData(call.query);
    if (!withData.ok) return withData.reply;
    return listPageV1(call, { table: 'account_offer', columns: ACCOUNT_COLUMNS }, (row) =>
      showAccount(row, call.display.shape, withData.value),
    );
  },
  createAccount,
  getAccountTemplate,
  getAccountByLogin: async (call) => {
    const account = await findAccountByLogin(call, call.parameters.accountLogin ?? '');
    return account === undefined
      ? problems.notFound
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
