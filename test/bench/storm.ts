import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions } from './benchOptions.ts';
import { buildGateway, ROOT } from './buildGateway.ts';
import { type Flood, flood, type Flooded } from './load/flood.ts';
import { usageOf } from './machine/usageOf.ts';
import { startProcess } from './machine/startProcess.ts';
import { buildProgram } from './peers/buildProgram.ts';
import { startLifeboat } from './peers/startLifeboat.ts';
import { renderTable } from './renderTable.ts';
import { currencyOffer } from './stub/documents.ts';

/** Clients that keep the gateway busy, all of whom are let in. */
const AT_PEAK = 64;
/** Those that ask again at once, each on its own connection. */
const CLIENTS = [320, 600, 1_500];
/** Times the peak, at which is asked whatever comes back. */
const OFFERED = 3;
const SECONDS = 10;
/** Turns of each, which alternate with the peak: the speed of the machine changes from one second to the next. */
const TURNS = 3;
const ID = 7001;
/** Longest time (ms) that a polite client waits, and its pause between two requests. */
const ANSWER_TIMEOUT_MS = 5_000;
const PAUSE = 300;

/** Time that an upstream takes for an answer, ms, which of both is at its end then, and the clients at the peak. */
const upstreams = [
  { late: 250, limit: 'the upstream', atPeak: 256 },
  { late: 0, limit: "the gateway's processor", atPeak: AT_PEAK },
];

/** Asks once on a new connection; the time (ms) until the whole answer, or why there was none. */
function askPolitely(target: string): Promise<number | string> {
  const began = performance.now();
  return new Promise((resolve) => {
    const headers = { authorization: 'Bearer polite', connection: 'close' };
    const request = http.get(target, { headers, agent: false, timeout: ANSWER_TIMEOUT_MS }, (response) => {
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
  readonly rssBytes: number;
  readonly polite: readonly (number | string)[];
}

const sum = (turns: readonly Stormed[], of: (turn: Stormed) => number): number =>
  turns.reduce((all, turn) => all + of(turn), 0);
const longest = (turns: readonly Stormed[], of: (turn: Stormed) => number | undefined): number =>
  Math.max(0, ...turns.map((turn) => of(turn) ?? 0));
const good = ({ answers }: Flooded): number => answers['200']?.count ?? 0;
const perSecond = (turns: readonly Stormed[]): number =>
  sum(turns, good) / sum(turns, ({ seconds }) => seconds);
const perProcessor = (turns: readonly Stormed[]): number =>
  sum(turns, good) / sum(turns, ({ cpuSeconds }) => cpuSeconds);
const percent = (share: number, total: number): string => `${((share / total) * 100).toFixed(0)}%`;

/** One line: shares of the peak by the clock and by the gateway's own processor time, refusals, the polite client. */
function rowOf(name: string, turns: readonly Stormed[], peak: readonly Stormed[]): readonly string[] {
  const polite = turns.flatMap((turn) => turn.polite);
  const served = polite.filter((wait) => typeof wait === 'number');
  const refused = sum(turns, ({ answers }) => answers['503']?.count ?? 0);
  const others = turns.flatMap(({ answers }) =>
    Object.entries(answers).filter(([what]) => what !== '200' && what !== '503'),
  );
  const wait = (of: 'p50' | 'p99') => longest(turns, ({ answers }) => answers['503']?.[of]).toFixed(1);
  return [
    name,
    `${perSecond(turns).toFixed(0)} of ${perSecond(peak).toFixed(0)}`,
    percent(perSecond(turns), perSecond(peak)),
    percent(perProcessor(turns), perProcessor(peak)),
    (refused / sum(turns, ({ seconds }) => seconds)).toFixed(0),
    `${wait('p50')} / ${wait('p99')}`,
    `${served.length} of ${polite.length}, ${Math.max(0, ...served).toFixed(0)} ms`,
    (longest(turns, ({ rssBytes }) => rssBytes) / 1e6).toFixed(0),
    others.map(([what, { count }]) => `${what} ${count}`).join(', ') || '0',
  ];
}

/** Plays storms over one gateway, in turns with its peak. */
async function playStorms(
  late: number,
  atPeak: number,
  seconds: number,
): Promise<readonly (readonly string[])[]> {
  const answer = JSON.stringify({ data: currencyOffer(ID, { text: 700, attributes: 0 }) });
  const command = [process.execPath, buildProgram('slowStub'), answer, `${late}`];
  const stub = await startProcess({ seat: 'others', command });
  const gateway = await startLifeboat({ v2: stub.origin, checkout: ROOT });
  const target = `${gateway.origin}/v1/currency-offers/${ID}`;
  const play = async (load: { readonly lanes: number } | { readonly rate: number }): Promise<Stormed> => {
    const countBefore = usageOf(gateway.pid).cpuMicroseconds;
    const under = flood({ target, seconds, ...load } satisfies Flood);
    const polite = await politeDuring(target, under);
    const flooded = await under;
    const { cpuMicroseconds, rssBytes } = usageOf(gateway.pid);
    return { ...flooded, polite, rssBytes, cpuSeconds: (cpuMicroseconds - countBefore) / 1e6 };
  };
  const rate = OFFERED * perSecond([await play({ lanes: atPeak })]);
  const storms = [
    { name: `${OFFERED} times the peak`, load: { rate } },
    ...CLIENTS.map((lanes) => ({ name: `${lanes} clients`, load: { lanes } })),
  ];
  const rows: (readonly string[])[] = [];
  for (const { name, load } of storms) {
    const [peak, stormed]: [Stormed[], Stormed[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      peak.push(await play({ lanes: atPeak }));
      stormed.push(await play(load));
    }
    rows.push(rowOf(name, stormed, peak));
  }
  await gateway.stop();
  await stub.stop();
  return rows;
}

const HEAD = [
  ...['', '200 a second', 'of the peak', 'of that by cpu', '503 a second', '503 after ms, p50 / p99'],
  ...['polite', 'RSS MB', 'else'],
];

/** Prints what is answered of the peak while more is asked, or again at once, how fast the rest is refused, and how a polite one fares. */
export async function storm(
  write: (line: string) => void,
  { quick, runs: seconds = quick ? 2 : SECONDS }: BenchOptions,
): Promise<void> {
  buildGateway();
  for (const { late, limit, atPeak } of upstreams) {
    write(`where ${limit} is the limit, answers upstream after ${late} ms`);
    for (const line of renderTable(HEAD, await playStorms(late, atPeak, seconds))) write(line);
  }
}
