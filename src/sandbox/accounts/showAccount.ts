import { printDecimal } from '../amounts/printDecimal';
import type { AnswerShape } from '../answerShape';
import { gameOf } from '../games/findGame';
import { absentText } from '../show/absentText';
import type { AccountOffer } from '../accountOffers/accountOffer';
import type { ACCOUNT_COLUMNS } from './accountColumns';
import { readFreeObject } from '../storage/readFreeObject';

const LEVEL_UP_METHODS: Readonly<Record<string, string>> = { by_hand: 'Handmade', by_bot: 'Botted' };

const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

type Account = Pick<AccountOffer, (typeof ACCOUNT_COLUMNS)[number]>;

/** An account as v1 answers it (spec 2.11); `data` is null when the caller did not ask for it (observed). */
export function showAccount(offer: Account, shape: AnswerShape, withData: boolean) {
  const text = absentText(shape);
  return {
    id: String(offer.id),
    type: 'accounts',
    attributes: {
      title: offer.title,
      slug: offer.slug,
      description: offer.description,
      game_slug: gameOf(offer).slug,
      status: titleCase(offer.status),
      server: offer.server ?? '',
      level_up_method: showLevelUpMethod(offer.level_up_method),
      ign: offer.ign ?? '',
      login: offer.login ?? '',
      password: offer.password ?? '',
      email_login: text(offer.email_login),
      email_password: text(offer.email_password),
      price: Number(printDecimal(BigInt(offer.price), 2)),
      data: withData ? readFreeObject(offer.attributes) : null,
      trend_score: offer.trend_score,
      is_featured: offer.is_featured === 1,
      is_rare: offer.is_rare === 1,
      is_discounted: offer.is_discounted === 1,
      images: JSON.parse(offer.image_urls) as readonly string[],
      created_at: offer.created_at,
      sold_at: offer.sold_at,
      updated_at: offer.updated_at,
    },
  };
}

function showLevelUpMethod(method: string | null): string {
  if (method === null) return '';
  return LEVEL_UP_METHODS[method] ?? method;
}
