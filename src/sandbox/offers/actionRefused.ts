import type { Reply } from '../http/reply';
import { invalid } from '../validation/invalid';
import { RESULT_OF, type Action } from './action';

/** The answer when an offer's state does not allow an action. */
export const actionRefused = (action: Action, status: string): Reply =>
  invalid({ status: [`The offer cannot become ${RESULT_OF[action]} while it is ${status}.`] });
