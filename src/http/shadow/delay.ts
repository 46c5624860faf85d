import type { Clock } from '../../gateway/clock';

/** Waits so long (ms), or until the signal fires. */
export function delay(wait: number, clock: Pick<Clock, 'schedule'>, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = clock.schedule(wait, () => {
      gone.removeEventListener('abort', early);
      resolve();
    });
    const early = (): void => {
      stop();
      resolve();
    };
    if (gone.aborted) early();
    else gone.addEventListener('abort', early, { once: true });
  });
}
