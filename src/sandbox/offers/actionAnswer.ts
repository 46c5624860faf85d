import { type Action, RESULT_OF } from './action';

/** What an action answers beside the offer (spec 4.7). */
export const actionAnswer = (data: unknown, action: Action | 'duplicate', previousStatus: string) => ({
  data,
  message:
    action === 'duplicate' ? 'The offer has been duplicated.' : `The offer is now ${RESULT_OF[action]}.`,
  action,
  previous_status: previousStatus,
});
