import { z } from 'zod';
import { accountOfferFields } from './accountOfferFields';
import { loginFields } from './loginFields';

/** The partial update of an account offer (observed): every member optional. */
export const accountOfferPatch = z.object({ ...accountOfferFields, ...loginFields }).partial();
