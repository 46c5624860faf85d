import type { Clock } from '../../contract/clock';

/** Length (ms) of a step. */
const STEP = 5;
/** Whole steps for which a connection is silent between two requests: 10 to 12 ms. */
const STEPS = 10;

/**
 * Measures the silence of connections after their answers. An upstream that says something nobody asked for says it to
 * whoever asks next, unless the bytes are there before: they end a connection that is silent.
 *
 * It is counted in turns of the event loop, not read from a clock: after a turn that took long, what has come meanwhile
 * is not read yet, and a clock would call the connection silent.
 */
export interface QuietTime {
  /** Begins a silence; returns what `isOver` is asked with. */
  readonly begin: () => number;
  readonly isOver: (begun: number) => boolean;
}

/** Makes what measures silences: one timer for all, which runs only while one of them is not over. */
export function createQuietTime({ schedule }: Pick<Clock, 'schedule'>): QuietTime {
  let step = 0;
  let latest = -STEPS - 1;
  let isRunning = false;

  const isOver = (begun: number): boolean => step - begun > STEPS;
  const run = (): void => {
    step += 1;
    isRunning = !isOver(latest);
    if (isRunning) schedule(STEP, run);
  };
  return {
    begin: () => {
      latest = step;
      if (!isRunning) schedule(STEP, run);
      isRunning = true;
      return step;
    },
    isOver,
  };
}
