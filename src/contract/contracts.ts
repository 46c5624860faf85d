import { describe } from './describe';
import type { Field } from './field';
import { account as accountV1 } from './v1/account';
import { currencyOffer as currencyOfferV1 } from './v1/currencyOffer';
import { currencyOfferUpdate } from './v1/currencyOfferUpdate';
import { accountOffer } from './v2/accountOffer';
import { currencyOffer as currencyOfferV2 } from './v2/currencyOffer';
import { currencyOfferPatch } from './v2/currencyOfferPatch';

/** The schemas by the names that mapping files call them. */
export const schemas = {
  v1: { account: accountV1, currencyOffer: currencyOfferV1, currencyOfferUpdate },
  v2: { accountOffer, currencyOffer: currencyOfferV2, currencyOfferPatch },
};

const fields = (side: Readonly<Record<string, Parameters<typeof describe>[0]>>): ReadonlyMap<string, Field> =>
  new Map(Object.entries(side).map(([name, schema]) => [name, describe(schema)]));

/** The same contracts as plain data. */
export const contracts = { v1: fields(schemas.v1), v2: fields(schemas.v2) };
