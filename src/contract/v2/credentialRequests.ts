import { z } from 'zod';
import { credential } from './credential';
import { credentialText, credentialTexts } from './credentialTexts';

/** Credentials to add. */
export const credentialsAdd = z.object({ credentials: credentialTexts });

/** What became of added credentials: a text that the offer already holds is a duplicate (observed). */
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

/** How many were deleted. */
export const credentialsDeleted = z.object({ message: z.string(), deleted_count: z.int() });
