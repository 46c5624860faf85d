import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions } from './benchOptions';
import { buildGateway, ROOT } from './buildGateway';
import { flood, type Flooded } from './load/flood';
import { usageOf } from './machine/usageOf';
import { startProcess } from './machine/startProcess';
import { buildProgram } from './peers/buildProgram';
import { startLifeboat } from './peers/startLifeboat';
import { renderTable } from './report/renderTable';
import { currencyOffer } from './stub/documents';

/** Clients at the peak, all of whom are let in, and then those that ask again at once, each on its own connection. */
const AT_PEAK = 64;
const CLIENTS = [320, 400, 600, 1_000, 1_500];
/** Turns of each, which alternate: the speed of the machine changes from one second to the next. */
const TURNS = 3;
const SECONDS = 6;
const ID = 7001;
/** Longest time (ms) that a polite client waits, and its pause between two requests. */
const PATIENCE = 5_000;
const PAUSE = 300;

/** Asks once on a new connection; the time (ms) until the whole answer, or why there was none. */
function askPolitely(target: string): Promise<number | string> {
  const began = performance.now();
  return new Promise((resolve) => {
    const headers = { authorization: 'Bearer polite', connection: 'close' };
    const request = http.get(target, { headers, agent: false, timeout: PATIENCE }, (response) => {
      const { statusCode } = response.resume();
      response.on('end', () => resolve(statusCode === 200 ? performance.now() - began : `${statusCode}`));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve('lost'));
  });
}

/** Asks politely, again and again, until the storm is over. */
async function politeDuring(target: string, storm: Promise<unknown>): Promise<readonly (number | string)[]> {
  const waits: (number | string)[] = [];
  const over = new AbortController();
  void storm.then(() => over.abort());
  await pause(PAUSE);
  while (!over.signal.aborted) {
    waits.push(await askPolitely(target));
    await pause(PAUSE);
  }
  return waits;
}

interface Stormed extends Flooded {
  readonly cpuSeconds: number;
  readonly polite: readonly (number | string)[];
}

type Answer = Flooded['answers'][string];

/** Adds up two answers of a kind, with the longer waits of both. */
const both = (one: Answer | undefined, other: Answer): Answer => ({
  count: (one?.count ?? 0) + other.count,
  p50: Math.max(one?.p50 ?? 0, other.p50),
  p99: Math.max(one?.p99 ?? 0, other.p99),
});

/** Adds up two turns. */
const added = (one: Stormed, other: Stormed): Stormed => ({
  sent: one.sent + other.sent,
  seconds: one.seconds + other.seconds,
  cpuSeconds: one.cpuSeconds + other.cpuSeconds,
  polite: [...one.polite, ...other.polite],
  answers: {
    ...one.answers,
    ...Object.fromEntries(
      Object.entries(other.answers).map(([what, answer]) => [what, both(one.answers[what], answer)]),
    ),
  },
});

const good = ({ answers }: Flooded): number => answers['200']?.count ?? 0;
const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(0)}%`;

/** One line: shares of the peak by the clock and by the gateway's own processor time, refusals, the polite client. */
function row(clients: number, stormed: Stormed, peak: Stormed): readonly string[] {
  const { answers, polite, seconds, cpuSeconds } = stormed;
  const served = polite.filter((wait) => typeof wait === 'number');
  const { '503': refused } = answers;
  const others = Object.entries(answers).filter(([what]) => what !== '200' && what !== '503');
  return [
    String(clients),
    `${(good(stormed) / seconds).toFixed(0)} of ${(good(peak) / peak.seconds).toFixed(0)}`,
    percent(good(stormed) / seconds, good(peak) / peak.seconds),
    percent(good(stormed) / cpuSeconds, good(peak) / peak.cpuSeconds),
    ((refused?.count ?? 0) / seconds).toFixed(0),
    `${(refused?.p50 ?? 0).toFixed(0)} / ${(refused?.p99 ?? 0).toFixed(0)}`,
    `${served.length} of ${polite.length}, ${Math.max(0, ...served).toFixed(0)} ms`,
    others.map(([what, { count }]) => `${what} ${count}`).join(', ') || '0',
  ];
}

/** Prints what is answered of the peak while clients that are refused ask again at once, and how a polite one fares. */
export async function storm(
  write: (line: string) => void,
  { runs: seconds = SECONDS }: BenchOptions,
): Promise<void> {
  buildGateway();
  const answer = JSON.stringify({ data: currencyOffer(ID, { text: 700, attributes: 0 }) });
  const stub = await startProcess({
    seat: 'others',
    command: [process.execPath, buildProgram('slowStub'), answer, '0'],
  });
  const gateway = await startLifeboat({ v2: stub.origin, checkout: ROOT });
  const target = `${gateway.origin}/v1/currency-offers/${ID}`;
  const play = async (lanes: number): Promise<Stormed> => {
    const before = usageOf(gateway.pid).cpuMicroseconds;
    const under = flood({ target, lanes, seconds });
    const polite = await politeDuring(target, under);
    const flooded = await under;
    return { ...flooded, polite, cpuSeconds: (usageOf(gateway.pid).cpuMicroseconds - before) / 1e6 };
  };
  await play(AT_PEAK);
  const rows: (readonly string[])[] = [];
  for (const clients of CLIENTS) {
    let [peak, stormed] = [await play(AT_PEAK), await play(clients)];
    for (let turn = 1; turn < TURNS; turn += 1) {
      peak = added(peak, await play(AT_PEAK));
      stormed = added(stormed, await play(clients));
    }
    rows.push(row(clients, stormed, peak));
  }
  await gateway.stop();
  await stub.stop();
  const head = [
    'clients',
    '200 a second',
    'of the peak',
    'of that by cpu',
    '503 a second',
    'ms p50 / p99',
    'polite',
    'else',
  ];
  for (const line of renderTable(head, rows)) write(line);
}
