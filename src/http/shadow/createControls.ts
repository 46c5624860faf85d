/** Which compared reads v1 is asked for a second time, to learn where it differs from itself. */
export interface Controls {
  readonly wanted: (operation: string) => boolean;
  /** Counts a control pair of an operation. */
  readonly had: (operation: string) => void;
}

/** Until so many control pairs of an operation are there, the whole share is asked; then a fifth of it. */
const ENOUGH = 200;
const AFTERWARDS = 1 / 5;

/** Draws `percent` of the sampled reads; `random` gives numbers from 0 to below 1. */
export function createControls(percent: number, random: () => number): Controls {
  const pairs = new Map<string, number>();
  return {
    wanted: (operation) => {
      const share = (pairs.get(operation) ?? 0) < ENOUGH ? percent : percent * AFTERWARDS;
      return random() * 100 < share;
    },
    had: (operation) => void pairs.set(operation, (pairs.get(operation) ?? 0) + 1),
  };
}
