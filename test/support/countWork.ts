import { createHook } from 'node:async_hooks';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/**
 * Loaded into a process before its program, this counts what the program makes. It tells when it is asked: by the
 * message `look` what there is so far, and by `hook` that promises are to be counted from then on.
 */

/** What was made since the process began; of promises, since they are counted. */
export interface Work {
  /** Bytes of the heap in use: all that was allocated, as long as nothing was collected. */
  readonly bytes: number;
  readonly collections: number;
  readonly promises: number;
  readonly timers: number;
}

let promises = 0;
const hook = createHook({
  init: (_id, type) => {
    if (type === 'PROMISE') promises += 1;
  },
});

// Not those that Node itself sets for each of its sockets.
let timers = 0;
const { setTimeout: begin } = globalThis;
globalThis.setTimeout = Object.assign(
  ((...given: Parameters<typeof begin>) => {
    timers += 1;
    return begin(...given);
  }) as typeof begin,
  begin,
);

let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().length;
}).observe({ entryTypes: ['gc'] });

process.on('message', (asked) => {
  if (asked === 'hook') hook.enable();
  const work: Work = { bytes: getHeapStatistics().used_heap_size, collections, promises, timers };
  process.send?.(work);
});
process.channel?.unref();
