import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Call, headersOf, type Load, type LoadResult } from './load.ts';
import { outputOf } from './outputOf.ts';

/** Output of the script below; microseconds. */
const printed = z.object({
  requests: z.number(),
  failed: z.number(),
  duration: z.number(),
  p50: z.number(),
  p99: z.number(),
});

/** JSON texts are Lua texts too, but for the escapes of characters beyond ASCII and of `/`. */
const quoted = (text: string): string =>
  `"${text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;

/** Pauses between requests of one connection, drawn so that arrivals over all of them are as if by chance (Poisson). */
const paced = (connections: number, rate: number): string => `
function delay()
  return -math.log(1 - math.random()) * ${(connections / rate) * 1000}
end`;

/** One request as the arguments of wrk.format. */
function formatted(call: Call, key: number): string {
  const headers = Object.entries(headersOf(call, key)).map(
    ([name, value]) => `[${quoted(name)}] = ${quoted(value)}`,
  );
  const body = call.body === undefined ? 'nil' : quoted(call.body);
  return `wrk.format(${quoted(call.method)}, ${quoted(call.path)}, { ${headers.join(', ')} }, ${body})`;
}

function scriptOf({ calls, connections, rate, keys }: Load): string {
  const count = Math.max(calls.length, keys);
  const madeTexts = Array.from({ length: count }, (_, at) => {
    const call = calls[at % calls.length];
    return call === undefined ? '' : `  prepared[${at + 1}] = ${formatted(call, 1 + (at % keys))}`;
  });
  return `
local prepared, turn = {}, 0
function init()
${madeTexts.join('\n')}
end
function request()
  turn = turn % ${count} + 1
  return prepared[turn]
end
${rate === undefined ? '' : paced(connections, rate)}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\\nRESULT {"requests":%d,"failed":%d,"duration":%d,"p50":%d,"p99":%d}\\n',
    summary.requests, e.status + e.connect + e.read + e.write + e.timeout, summary.duration,
    latency:percentile(50), latency:percentile(99)))
end
`;
}

/** Loads a server by wrk (https://github.com/wg/wrk): one thread in C, cheap enough to share a processor with the upstream. */
export async function runWrk(load: Load): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-wrk-'));
  const script = join(folder, 'load.lua');
  writeFileSync(script, scriptOf(load));
  const words = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '-s', script, load.origin];
  const output = await outputOf(['wrk', ...words]).finally(() => rmSync(folder, { recursive: true }));
  const text = /^RESULT (.*)$/m.exec(output)?.[1];
  if (text === undefined) throw new Error(`wrk says: ${output}`);
  const { requests, failed, duration, p50, p99 } = printed.parse(JSON.parse(text));
  return { requests, failed, seconds: duration / 1e6, p50: p50 / 1000, p99: p99 / 1000 };
}
