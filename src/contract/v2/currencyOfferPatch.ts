import { z } from 'zod';
import { phpArray } from '../kinds';
import { stockOfferFields } from './stockOfferFields';

/** The partial update of a currency offer (observed): every member optional. */
export const currencyOfferPatch = z.object({ ...stockOfferFields, currency_data: phpArray() }).partial();
