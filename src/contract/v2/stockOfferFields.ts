import { z } from 'zod';
import { decimalNumber } from '../decimalNumber';
import { deliveryTimeInput } from '../deliveryTimeInput';
import { limitedText } from '../limitedText';

const LARGEST_QUANTITY = 1_000_000_000;

/** The fields that currency and item offers share in requests (observed; limits of spec 8). */
export const stockOfferFields = {
  game_id: z.int(),
  game: z.string(),
  external_id: limitedText(255).nullable(),
  description: limitedText(5_028),
  price: decimalNumber({ places: 6, minimum: 0, maximum: 999_999_999 }),
  currency: z.enum(['EUR', 'USD']),
  stock: z.int().min(0).max(LARGEST_QUANTITY),
  min_quantity: z.int().min(1).max(LARGEST_QUANTITY),
  delivery_instructions: limitedText(2_048).nullable(),
  delivery_time: deliveryTimeInput(),
};
