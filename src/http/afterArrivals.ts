let waiting: (() => void)[] = [];

/**
 * Runs `action` when whatever has reached this process by now is read. The first step ends the current round of the
 * event loop, the second comes after the next one has polled every socket; all actions of one round share both.
 */
export function afterArrivals(action: () => void): void {
  waiting.push(action);
  if (waiting.length > 1) return;
  setImmediate(() => {
    const ready = waiting;
    waiting = [];
    setImmediate(() => {
      for (const run of ready) run();
    });
  });
}
