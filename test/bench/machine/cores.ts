import { availableParallelism } from 'node:os';
import { isInstalled } from './isInstalled.ts';

/** Owner of a processor: what is measured, or everything else. */
export type Seat = 'measured' | 'others';

const isDivided = availableParallelism() > 1 && isInstalled('taskset');

/** The processors of a seat as taskset names them; undefined where there is one processor, or no taskset. */
function coresOf(seat: Seat): string | undefined {
  if (!isDivided) return undefined;
  return seat === 'measured' ? '0' : `1-${availableParallelism() - 1}`;
}

/** A command that runs on the processors of its seat. */
export function pinned(seat: Seat, command: readonly string[]): readonly string[] {
  const cores = coresOf(seat);
  return cores === undefined ? command : ['taskset', '--cpu-list', cores, ...command];
}
