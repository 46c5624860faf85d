import { fault } from '../faults/fault';
import { routeMatches } from '../faults/routeMatches';
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
  return operations.some(({ method, path }) => routeMatches(route, method, path))
    ? {}
    : { route: ['The selected route is invalid: no operation has it.'] };
};

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
