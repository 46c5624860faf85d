import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { BENCH_KEY, headersOf, type Load, type LoadTool } from './load';
import { outputOf } from './outputOf';

/** Output of the script below; microseconds. */
const printed = z.object({
  requests: z.number(),
  failed: z.number(),
  duration: z.number(),
  p50: z.number(),
  p99: z.number(),
  p999: z.number(),
});

/** JSON texts are Lua texts too, but for the escapes of characters beyond ASCII and of `/`. */
const quoted = (text: string): string =>
  `"${text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;

/** Pauses between requests of one connection, drawn so that arrivals over all of them are as if by chance (Poisson). */
const paced = (connections: number, rate: number): string => `
function delay()
  return -math.log(1 - math.random()) * ${(connections / rate) * 1000}
end`;

/** Requests under so many keys, made once and sent in turns. */
const rotating = (keys: number): string => `
local prepared, turn = {}, 0
function init()
  for number = 1, ${keys} do
    wrk.headers["authorization"] = ${quoted(`Bearer ${BENCH_KEY}-`)} .. number
    prepared[number] = wrk.format()
  end
end
function request()
  turn = turn % ${keys} + 1
  return prepared[turn]
end`;

function scriptOf({ call, connections, rate, keys }: Load): string {
  const headers = Object.entries(headersOf(call))
    .map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`)
    .join('\n');
  return `
wrk.method = ${quoted(call.method)}
${headers}
${call.body === undefined ? '' : `wrk.body = ${quoted(call.body)}`}
${rate === undefined ? '' : paced(connections, rate)}
${keys === undefined ? '' : rotating(keys)}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\\nRESULT {"requests":%d,"failed":%d,"duration":%d,"p50":%d,"p99":%d,"p999":%d}\\n',
    summary.requests, e.status + e.connect + e.read + e.write + e.timeout, summary.duration,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9)))
end
`;
}

/** wrk (https://github.com/wg/wrk): one thread in C, cheap enough to share a processor with the upstream. */
export const wrk: LoadTool = {
  name: 'wrk',
  run: async (load) => {
    const folder = mkdtempSync(join(tmpdir(), 'lifeboat-wrk-'));
    const script = join(folder, 'load.lua');
    writeFileSync(script, scriptOf(load));
    const { origin, call, connections, seconds } = load;
    const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, `${origin}${call.path}`];
    const output = await outputOf(['wrk', ...words]).finally(() => rmSync(folder, { recursive: true }));
    const text = /^RESULT (.*)$/m.exec(output)?.[1];
    if (text === undefined) throw new Error(`wrk says: ${output}`);
    const { requests, failed, duration, p50, p99, p999 } = printed.parse(JSON.parse(text));
    const latency = { p50: p50 / 1000, p99: p99 / 1000, p999: p999 / 1000 };
    return { requests, failed, seconds: duration / 1e6, latency };
  },
};
