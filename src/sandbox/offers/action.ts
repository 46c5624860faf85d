/** What can be done with an offer as a whole. */
export type Action = 'list' | 'draft' | 'archive';

/** The status that an action leads to. */
export const RESULT_OF = { list: 'listed', draft: 'draft', archive: 'archived' } as const;

/** States from which an action is allowed (observed); doing what is already done changes nothing. */
const ALLOWED_FROM: Readonly<Record<Action, readonly string[]>> = {
  list: ['draft', 'listed'],
  draft: ['draft', 'listed', 'archived'],
  archive: ['draft', 'listed', 'archived'],
};

/** Whether an offer in this state can be acted upon so. */
export const isAllowed = (action: Action, status: string): boolean => ALLOWED_FROM[action].includes(status);
