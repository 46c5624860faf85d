import { z } from 'zod';
import { facts } from '../facts';
import { limitedText } from '../limitedText';

/** One credential as text, e.g. `Login: a\nPassword: b` (observed). */
export const credentialText = limitedText(500)
  .refine((text) => text.trim() !== '', { params: { rule: 'filled' } })
  .register(facts, { secret: true });

/** Credentials to put into an offer: at least one (observed). */
export const credentialTexts = z.array(credentialText).min(1);
