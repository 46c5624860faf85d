import { RESULT_OF, type Action } from './action';

/** The columns that an action changes; `listed_at` tells the latest time an offer came up for sale. */
export function statusColumns(action: Action, status: string, now: number) {
  const next = RESULT_OF[action];
  return next === 'listed' && status !== 'listed' ? { status: next, listed_at: now } : { status: next };
}
