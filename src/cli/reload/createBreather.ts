import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../gateway/clock';

/** Gives way to everything else that waits, when it is time. */
export type Breathe = () => Promise<void>;

/** Work that goes on for longer (ms) without giving way is felt by requests. */
const SLICE = 10;

/** Cuts long work into slices: called between its steps, it gives way when the slice is used up. */
export function createBreather({ now }: Pick<Clock, 'now'>): Breathe {
  let began = now();
  return async () => {
    if (now() - began < SLICE) return;
    await nextTurn();
    began = now();
  };
}
