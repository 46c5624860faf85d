import { join } from 'node:path';
import { z } from 'zod';
import { headersOf, type LoadTool } from './load';
import { outputOf } from './outputOf';

const PROGRAM = join(__dirname, '..', 'node_modules', 'autocannon', 'autocannon.js');

/** The part of autocannon's JSON that is read; milliseconds. */
const printed = z.object({
  duration: z.number(),
  '2xx': z.number(),
  non2xx: z.number(),
  errors: z.number(),
  latency: z.object({ p50: z.number(), p99: z.number(), p99_9: z.number() }),
});

/** autocannon from npm, where wrk is not installed: a rate comes in bursts, latencies are whole milliseconds. */
export const autocannon: LoadTool = {
  name: 'autocannon',
  run: async ({ origin, call, connections, seconds, rate }) => {
    const headers = Object.entries(headersOf(call)).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
    const body = call.body === undefined ? [] : ['-b', call.body];
    const pace = rate === undefined ? [] : ['-R', `${rate}`];
    // It counts in whole seconds.
    const words = ['-j', '-n', '-c', `${connections}`, '-d', `${Math.max(1, Math.round(seconds))}`];
    const output = await outputOf([
      ...[process.execPath, PROGRAM, ...words, ...pace],
      ...['-m', call.method, ...headers, ...body, `${origin}${call.path}`],
    ]);
    const { latency, duration, errors, non2xx, '2xx': good } = printed.parse(JSON.parse(output));
    const { p50, p99, p99_9: p999 } = latency;
    return {
      requests: good + non2xx,
      failed: non2xx + errors,
      seconds: duration,
      latency: { p50, p99, p999 },
    };
  },
};
