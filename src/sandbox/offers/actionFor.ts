import type { Action } from './action';

/** The action that leads to a status that v1 clients ask for (observed). */
export const ACTION_FOR = { listed: 'list', draft: 'draft', archived: 'archive' } as const satisfies Record<
  string,
  Action
>;
