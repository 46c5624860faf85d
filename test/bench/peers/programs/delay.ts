import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded before a measured program: writes down how late its event loop was since the last SIGUSR2 (ms, p99). */
const RESOLUTION = 10;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
delays.enable();
process.on('SIGUSR2', () => {
  const late = delays.count === 0 ? 0 : delays.percentile(99) / 1e6 - RESOLUTION;
  writeFileSync(join(tmpdir(), `lifeboat-delay-${process.pid}`), String(Math.max(0, late)));
  delays.reset();
});
