import { z } from 'zod';
import { facts, secretText, timestamp } from '../kinds';
import { limitedText } from '../requestKinds';

/** One credential of an account offer (observed). */
export const credential = z.object({
  id: z.int(),
  credentials: secretText(),
  account_offer_id: z.int(),
  account_order_id: z.int().nullable(),
  is_sold: z.boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** One credential as text, e.g. `Login: a\nPassword: b` (observed). */
const credentialText = limitedText(500)
  .refine((text) => text.trim() !== '', { params: { rule: 'filled' } })
  .register(facts, { secret: true });

/** Credentials to put into an offer: at least one (observed). */
export const credentialTexts = z.array(credentialText).min(1);

/** Credentials to add. */
export const credentialsAdd = z.object({ credentials: credentialTexts });

/** The result of adding credentials: a text that the offer already holds is a duplicate (observed). */
export const credentialsAdded = z.object({
  message: z.string(),
  created_count: z.int(),
  duplicate_count: z.int(),
  data: z.array(credential),
});

/** A new text for one credential. */
export const credentialPatch = z.object({ credentials: credentialText });

/** Credentials to delete in one go; sold ones are skipped (observed). */
export const credentialsBulkDelete = z.object({ credentials_ids: z.array(z.int()).min(1) });

/** The count of deleted credentials. */
export const credentialsDeleted = z.object({ message: z.string(), deleted_count: z.int() });
