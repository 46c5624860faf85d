import { z } from 'zod';
import { facts } from '../kinds';
import { limitedText } from '../requestKinds';

/** One credential as text, e.g. `Login: a\nPassword: b` (observed). */
const credentialText = limitedText(500)
  .refine((text) => text.trim() !== '', { params: { rule: 'filled' } })
  .register(facts, { secret: true });

/** Credentials to put into an offer: at least one (observed). */
export const credentialTexts = z.array(credentialText).min(1);

/** Credentials to add. */
export const credentialsAdd = z.object({ credentials: credentialTexts });
