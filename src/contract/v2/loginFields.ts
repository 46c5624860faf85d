import { facts } from '../facts';
import { limitedText } from '../limitedText';

const secret = () => limitedText(255).nullable().register(facts, { secret: true });

/** The credentials of the legacy form (spec 4.2). */
export const loginFields = {
  login: secret(),
  password: secret(),
  email_login: secret(),
  email_password: secret(),
  email_provider: limitedText(255).nullable(),
};
