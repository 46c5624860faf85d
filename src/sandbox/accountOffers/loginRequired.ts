import { isSet } from '../validation/isSet';
import type { Rule } from '../validation/rule';

/** Login and password are required unless the delivery is manual (spec 4.2). */
export const loginRequired: Rule = (body) => {
  if (isSet(body.is_manual)) return {};
  return Object.fromEntries(
    ['login', 'password']
      .filter((field) => body[field] == null)
      .map((field) => [field, [`The ${field} field is required unless is manual is true.`]]),
  );
};
