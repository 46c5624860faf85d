import { describe } from './describe';
import type { Field } from './field';
import { message } from './message';
import { account as accountV1 } from './v1/account';
import { accountCreate } from './v1/accountCreate';
import { accountTemplate as accountTemplateV1 } from './v1/accountTemplate';
import { currencyOffer as currencyOfferV1 } from './v1/currencyOffer';
import { currencyOfferCreate as currencyOfferCreateV1 } from './v1/currencyOfferCreate';
import { currencyOfferUpdate } from './v1/currencyOfferUpdate';
import { currencyOrder as currencyOrderV1 } from './v1/currencyOrder';
import { itemOffer as itemOfferV1 } from './v1/itemOffer';
import { accountStatus, accountStatusBulk, itemOfferStatus, itemOfferStatusBulk } from './v1/statusChanges';
import { accountOffer } from './v2/accountOffer';
import { accountOfferCreate } from './v2/accountOfferCreate';
import { accountOfferStockedCreate } from './v2/accountOfferStockedCreate';
import { currencyOffer as currencyOfferV2 } from './v2/currencyOffer';
import { currencyOfferCreate as currencyOfferCreateV2 } from './v2/currencyOfferCreate';
import { currencyOfferPatch } from './v2/currencyOfferPatch';
import { game } from './v2/game';
import { itemOffer as itemOfferV2 } from './v2/itemOffer';
import { currencyOrder as currencyOrderV2 } from './v2/orders';
import { template } from './v2/template';

/** The schemas by the names that mapping files call them. */
export const schemas = {
  v1: {
    account: accountV1,
    accountCreate,
    accountStatus,
    accountStatusBulk,
    accountTemplate: accountTemplateV1,
    currencyOffer: currencyOfferV1,
    currencyOfferCreate: currencyOfferCreateV1,
    currencyOfferUpdate,
    currencyOrder: currencyOrderV1,
    itemOffer: itemOfferV1,
    itemOfferStatus,
    itemOfferStatusBulk,
    message,
  },
  v2: {
    accountOffer,
    accountOfferCreate,
    accountOfferStockedCreate,
    currencyOffer: currencyOfferV2,
    currencyOfferCreate: currencyOfferCreateV2,
    currencyOfferPatch,
    currencyOrder: currencyOrderV2,
    game,
    itemOffer: itemOfferV2,
    template,
  },
};

const fields = (side: Readonly<Record<string, Parameters<typeof describe>[0]>>): ReadonlyMap<string, Field> =>
  new Map(Object.entries(side).map(([name, schema]) => [name, describe(schema)]));

/** The same contracts as plain data. */
export const contracts = { v1: fields(schemas.v1), v2: fields(schemas.v2) };
