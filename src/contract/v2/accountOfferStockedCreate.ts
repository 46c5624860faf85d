import { accountOfferCreate } from './accountOfferCreate';
import { credentialTexts } from './credentialTexts';

/** A new account offer with a stock of credentials (observed; spec 9); clients leave the items of a game out. */
export const accountOfferStockedCreate = accountOfferCreate
  .omit({ login: true, password: true, email_login: true, email_password: true, email_provider: true })
  .extend({
    credentials: credentialTexts.nullish(),
    game_items: accountOfferCreate.shape.game_items.optional(),
  });
