import { ok } from '../http/reply';
import type { ControlOperation } from './controlCall';

/** What arrived, secrets masked. */
export const requestControls: readonly ControlOperation[] = [
  { method: 'GET', path: '/requests', handle: ({ world }) => ok({ data: world.requests.all() }) },
  {
    method: 'DELETE',
    path: '/requests',
    handle: ({ world }) => {
      world.requests.clear();
      return ok({ message: 'The requests have been forgotten.' });
    },
  },
];
