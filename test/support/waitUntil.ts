import { setTimeout as pause } from 'node:timers/promises';

/** Pause (ms) between two questions: without one they take the time of the process that is waited for. */
const PAUSE_MS = 20;

/** Asks a process of its own again and again until something holds. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(PAUSE_MS);
}
