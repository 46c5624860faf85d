import { fault } from '../faults/fault';
import { created, ok } from '../http/reply';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import type { ControlOperation } from './controlCall';

/** Faults that can stand at once. */
const MOST_FAULTS = 100;

/** Faults on demand. */
export const faultControls: readonly ControlOperation[] = [
  { method: 'GET', path: '/faults', handle: ({ world }) => ok({ data: world.faults.all() }) },
  {
    method: 'POST',
    path: '/faults',
    handle: ({ world, body }) => {
      const wanted = checkBody(fault, body);
      if (world.faults.all().length >= MOST_FAULTS)
        return invalid({ fault: ['There are too many faults already.'] });
      return wanted.ok ? created({ data: world.faults.add(wanted.value) }) : invalid(wanted.errors);
    },
  },
  {
    method: 'DELETE',
    path: '/faults',
    handle: ({ world }) => {
      world.faults.clear();
      return ok({ message: 'The faults have been removed.' });
    },
  },
];
