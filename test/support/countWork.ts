import { type Profiler, Session } from 'node:inspector';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/**
 * Loaded into a process before its program, this counts what the program makes. It says so when it is asked: by the
 * message `look` what there is so far, and by `cover` that calls of functions are to be counted from then on.
 */

export interface Work {
  /** Bytes of the heap in use: all that was allocated, as long as nothing was collected. */
  readonly bytes: number;
  readonly collections: number;
  /** Calls of the program's own functions, none of a package's, since they are counted. */
  readonly calls: number;
  /** Files of its own, by their paths in `dist`, with the calls of their busiest function since the last look. */
  readonly files: readonly (readonly [path: string, calls: number])[];
}

let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().length;
}).observe({ entryTypes: ['gc'] });

const session = new Session();
session.connect();
const ownText = join(import.meta.dirname, '..', '..', 'dist');
let calls = 0;
let files: Work['files'] = [];

/** Counts what was called since the last look. An inspector of the same process answers before it returns. */
function countCalls(): void {
  session.post('Profiler.takePreciseCoverage', (error, coverage?: Profiler.TakePreciseCoverageReturnType) => {
    if (error !== null) return; // not asked to count
    const called = (coverage?.result ?? [])
      .filter(({ url }) => url.includes(ownText))
      .map(({ url, functions }) => ({
        path: url.slice(url.indexOf(ownText) + ownText.length + 1),
        counts: functions.map(({ ranges: [wholeRange] }) => wholeRange?.count ?? 0),
      }));
    calls += called.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0);
    files = called.map(({ path, counts }) => [path, Math.max(0, ...counts)]);
  });
}

process.on('message', (askedEntry) => {
  if (askedEntry === 'cover') {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }
  countCalls();
  const work: Work = {
    bytes: getHeapStatistics().used_heap_size,
    collections,
    calls,
    files,
  };
  process.send?.(work);
});
process.channel?.unref();
