import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The heap in use after everything that can be has been collected, bytes. */
export function collectedHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) collect();
  return process.memoryUsage().heapUsed;
}
