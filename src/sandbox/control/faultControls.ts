import { fault } from '../faults/fault';
import { findConflict, routeMatches, type StandingFault } from '../faults/faultBoard';
import { created, ok } from '../http/reply';
import { operations } from '../operations';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import type { Rule } from '../validation/rule';
import type { ControlOperation } from './controlCall';

/** Faults that can stand at once. */
const MOST_FAULTS = 100;

/** A fault must be able to meet something. */
const routeExists: Rule = ({ route = '*' }) => {
  if (typeof route !== 'string') return {};
  return operations.some((operation) => routeMatches(route, operation))
    ? {}
    : { route: ['The selected route is invalid: no operation has it.'] };
};

const conflictText = ({ id, route, disturbance }: StandingFault): string =>
  `It cannot act together with fault ${id} (${disturbance?.kind ?? 'latency'} on ${route}): one of them would never act. ` +
  'Remove that one, or give the one that ends the answer a count, a rate below 1 or another seller.';

/** Faults on demand. */
export const faultControls: readonly ControlOperation[] = [
  { method: 'GET', path: '/faults', handle: ({ world }) => ok({ data: world.faults.all() }) },
  {
    method: 'POST',
    path: '/faults',
    handle: ({ world, body }) => {
      const wanted = checkBody(fault, body, routeExists);
      if (world.faults.all().length >= MOST_FAULTS)
        return invalid({ fault: ['There are too many faults already.'] });
      if (!wanted.ok) return invalid(wanted.errors);
      const conflict = findConflict(world.faults.all(), wanted.value, operations);
      return conflict === undefined
        ? created({ data: world.faults.add(wanted.value) })
        : invalid({ disturbance: [conflictText(conflict)] });
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
