import { isSet } from '../validation/isSet';
import type { Rule } from '../validation/rule';

/** At least one credential is required (observed) unless the delivery is manual, as for logins (spec 4.2). */
export const credentialsRequired: Rule = (body) =>
  isSet(body.is_manual) || body.credentials != null
    ? {}
    : { credentials: ['The credentials field is required unless is manual is true.'] };
