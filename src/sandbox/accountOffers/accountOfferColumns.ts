import type { z } from 'zod';
import type { accountOfferPatch } from '../../contract/v2/accountOfferPatch';
import { microsOf } from '../amounts/microsOf';
import { deliveryColumns } from '../delivery/deliveryColumns';
import { isSet } from '../validation/isSet';
import { gameNamed } from '../games/gameRules';
import { given } from '../storage/given';
import { writeFreeObject } from '../storage/writeFreeObject';
import { accountDataColumns } from './accountDataColumns';
import type { AccountOffer } from './accountOffer';

type Patch = z.output<typeof accountOfferPatch>;

/** A checked request about an account offer; a new one may name its game one way and have null the other. */
type Fields = Omit<Patch, 'game' | 'game_id'> & { readonly game?: unknown; readonly game_id?: unknown };

/** The columns that a checked body gives a value: exactly those whose member it has. */
export function accountOfferColumns(body: Fields): Partial<AccountOffer> {
  const { price, is_manual, image_urls, account_data, game_items, delivery_time, slug } = body;
  return {
    ...given({
      game_id: gameNamed(body)?.id,
      external_id: body.external_id,
      title: body.title,
      description: body.description,
      dump: body.dump,
      private_note: body.private_note,
      delivery_instructions: body.delivery_instructions,
      login: body.login,
      password: body.password,
      email_login: body.email_login,
      email_password: body.email_password,
      email_provider: body.email_provider,
      slug: slug ?? undefined,
    }),
    ...(price === undefined ? {} : { price: Number(microsOf(price)) }),
    ...(is_manual === undefined ? {} : { is_manual: isSet(is_manual) ? 1 : 0 }),
    ...(image_urls === undefined ? {} : { image_urls: JSON.stringify(image_urls) }),
    ...(account_data === undefined ? {} : accountDataColumns(account_data)),
    ...(game_items === undefined ? {} : { game_items: writeFreeObject(game_items) }),
    ...(delivery_time === undefined ? {} : deliveryColumns(delivery_time)),
  };
}
