import { z } from 'zod';
import { decimalNumber } from '../decimalNumber';
import { deliveryTimeInput } from '../deliveryTimeInput';
import { flag } from '../flag';
import { freeObject } from '../kinds';
import { limitedText } from '../limitedText';

/** The one image host that offers may not use; which one it is, is assumed. */
const UNSUPPORTED_HOST = /(^|\.)imgur\.com$/;

const isSupported = (text: string) => !URL.canParse(text) || !UNSUPPORTED_HOST.test(new URL(text).hostname);

const imageUrl = z.url({ protocol: /^https?$/ }).refine(isSupported, { params: { rule: 'selected' } });

/** The fields that every request about an account offer may carry, each with its rule (spec 4.2). */
export const accountOfferFields = {
  game_id: z.int(),
  game: z.string(),
  title: limitedText(255),
  description: limitedText(2_048),
  price: decimalNumber({ places: 2, minimum: 0.99, maximum: 999_999_999 }),
  image_urls: z.array(imageUrl).min(1),
  account_data: freeObject(),
  external_id: limitedText(255).nullable(),
  slug: limitedText(255).nullable(),
  dump: limitedText(2_048).nullable(),
  private_note: limitedText(2_048).nullable(),
  is_manual: flag(),
  delivery_instructions: limitedText(2_048).nullable(),
  delivery_time: deliveryTimeInput().nullable(),
  game_items: z.union([z.record(z.string(), z.array(z.string())), z.array(z.unknown()).length(0)]),
};
