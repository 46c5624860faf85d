import type { Reply } from '../http/reply';
import type { FieldErrors } from './checked';

/** The answer to a body that breaks rules (spec 7.2; status and summary as observed). */
export function invalid(errors: FieldErrors): Reply {
  const texts = Object.values(errors).flat();
  const rest = texts.length - 1;
  const more = rest > 0 ? ` (and ${rest} more ${rest === 1 ? 'error' : 'errors'})` : '';
  return { status: 422, body: { message: `${texts[0] ?? 'The given data was invalid.'}${more}`, errors } };
}
