import { z } from 'zod';
import { decimalNumber } from '../decimalNumber';
import { deliveryTimeInput } from '../deliveryTimeInput';
import { facts } from '../facts';
import { flag } from '../flag';
import { phpArray } from '../kinds';
import { limitedText } from '../limitedText';

const secret = () => limitedText(255).register(facts, { secret: true });

/** A new account (observed); the delivery time is required when the delivery is manual. */
export const accountCreate = z.object({
  game: z.string(),
  title: limitedText(255),
  price: decimalNumber({ places: 2, minimum: 0.99, maximum: 999_999_999 }),
  login: secret(),
  password: secret(),
  has_2fa: flag(),
  description: limitedText(2_048),
  account_data: phpArray().unwrap(),
  image_urls: z.array(z.url({ protocol: /^https?$/ })).min(1),
  slug: limitedText(255).nullable().optional(),
  ign: limitedText(255).nullable().optional(),
  email_login: secret().nullable().optional(),
  email_password: secret().nullable().optional(),
  is_manual: flag().optional(),
  delivery_time: deliveryTimeInput().nullable().optional().register(facts, { requiredWhen: 'is_manual' }),
  server: limitedText(255).nullable().optional(),
  level_up_method: z.enum(['by_hand', 'by_bot']).nullable().optional(),
  dump: limitedText(2_048).nullable().optional(),
  delivery_instructions: limitedText(2_048).nullable().optional(),
  game_items: phpArray().optional(),
});
