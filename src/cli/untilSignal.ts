/** A repeated signal sooner than this is an echo: npm passes on a Ctrl-C that the terminal has sent to its child already. */
const ECHO = 500;

/** Waits for the first SIGINT or SIGTERM; a second one ends the process at once, with exit code 1. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const take = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = Date.now();
        resolve(signal);
      } else if (Date.now() - first > ECHO) {
        process.exit(1);
      }
    };
    process.on('SIGINT', take);
    process.on('SIGTERM', take);
  });
}
