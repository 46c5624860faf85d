import { Agent, request } from 'node:http';

/**
 * Sends the same GET for so many seconds: at a rate (a second) whatever comes back, or, at rate 0, from so many lanes
 * of which each waits for its answer. Prints how often which status came, how long that took (ms, p50 and p99) and it all.
 */
const [, , target = '', rate = '0', seconds = '1', lanes = '1'] = process.argv;
/** Those who ask: places go round between keys, so one alone would not get them all. */
const KEYS = 8;

const agent = new Agent({ keepAlive: true, scheduling: 'lifo' });
const took: Record<string, number[]> = {};
const start = performance.now();
const end = start + Number(seconds) * 1_000;
let sent = 0;

function ask(): Promise<void> {
  sent += 1;
  const began = performance.now();
  const headers = { authorization: `Bearer bench-key-${sent % KEYS}` };
  return new Promise((resolve) => {
    const tell = (what: string): void => {
      (took[what] ??= []).push(performance.now() - began);
      resolve();
    };
    request(target, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => tell(`${response.statusCode}`));
      response.once('error', () => tell('cut'));
    })
      .once('error', () => tell('lost'))
      .end();
  });
}

async function lane(): Promise<void> {
  while (performance.now() < end) await ask();
}

/** Sends what is due each time that it is woken, so that a late timer makes no fewer requests. */
async function paced(): Promise<void> {
  const under: Promise<void>[] = [];
  while (performance.now() < end) {
    const due = ((performance.now() - start) / 1_000) * Number(rate);
    while (sent < due) under.push(ask());
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(under);
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

void (rate === '0' ? Promise.all(Array.from({ length: Number(lanes) }, lane)) : paced()).then(() => {
  const answers = Object.entries(took).map(([what, times]) => {
    const sorted = times.toSorted((one, other) => one - other);
    return [what, { count: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99) }];
  });
  const elapsed = (performance.now() - start) / 1_000;
  const told = { sent, seconds: elapsed, answers: Object.fromEntries(answers) as unknown };
  process.stdout.write(`${JSON.stringify(told)}\n`);
  process.exit(0);
});
