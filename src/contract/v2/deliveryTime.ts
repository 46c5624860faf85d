import { z } from 'zod';
import { facts } from '../facts';
import { openText } from '../kinds';

/** Spec 2.5; the live service writes `formatLong`, and unit `seconds` for instant delivery. */
export const deliveryTime = z.object({
  duration: z.int(),
  unit: openText('minutes', 'hours', 'days', 'seconds'),
  format: z.string(),
  format_long: z.string().register(facts, { alsoNamed: 'formatLong' }),
  seconds: z.int(),
});
