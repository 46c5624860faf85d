import type { CutoverState, Hold } from './cutoverState';

/** The hold in force; one that has come to its end is none. */
export function currentHold({ held }: CutoverState, now: number): Hold | undefined {
  return held?.until !== undefined && now >= held.until ? undefined : held;
}
