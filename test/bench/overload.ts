import type { BenchOptions } from './benchOptions';
import { buildGateway, ROOT } from './buildGateway';
import { type Flood, flood, type Flooded } from './load/flood';
import { usageOf } from './machine/usageOf';
import { startProcess } from './machine/startProcess';
import { buildProgram } from './peers/buildProgram';
import { startLifeboat } from './peers/startLifeboat';
import { renderTable } from './report/renderTable';
import { currencyOffer } from './stub/documents';

/** Times the peak. */
const OFFERED = 3;
const SECONDS = 30;
/** Waiting clients that keep pool and line full while the peak is looked for, and turn nothing away. */
const LANES = 256;
const ID = 7001;

/** Time that an upstream takes for an answer, ms, and which of both is at its end then. */
const upstreams = [
  { pause: 250, limit: 'the upstream' },
  { pause: 0, limit: "the gateway's processor" },
];

/** Counts of what came back, and what the gateway spent on it. */
interface Spent extends Flooded {
  readonly cpuSeconds: number;
}

async function floodSpending(pid: number, plan: Flood): Promise<Spent> {
  const before = usageOf(pid).cpuMicroseconds;
  const flooded = await flood(plan);
  return { ...flooded, cpuSeconds: (usageOf(pid).cpuMicroseconds - before) / 1e6 };
}

const good = ({ answers }: Flooded): number => answers['200']?.count ?? 0;

/** Answered 200 a second. */
const goodput = (spent: Spent): number => good(spent) / spent.seconds;

/** Answered 200 in a second of the gateway's own processor time: what other work takes of the processor is left out. */
const yieldOf = (spent: Spent): number => good(spent) / spent.cpuSeconds;

const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(0)}%`;

async function play(pause: number, seconds: number): Promise<readonly string[][]> {
  const answer = JSON.stringify({ data: currencyOffer(ID, { text: 700, attributes: 0 }) });
  const stub = await startProcess({
    seat: 'others',
    command: [process.execPath, buildProgram('slowStub'), answer, `${pause}`],
  });
  const gateway = await startLifeboat({ v2: stub.origin, checkout: ROOT });
  const target = `${gateway.origin}/v1/currency-offers/${ID}`;
  await flood({ target, lanes: LANES, seconds: 2 });
  const easy = await floodSpending(gateway.pid, { target, lanes: LANES, seconds: 5 });
  const peak = goodput(easy);
  const under = await floodSpending(gateway.pid, { target, rate: OFFERED * peak, seconds });
  await gateway.stop();
  await stub.stop();
  const { '503': refused } = under.answers;
  const others = Object.entries(under.answers).filter(([what]) => what !== '200' && what !== '503');
  return [
    ['peak, answered a second', peak.toFixed(0)],
    [`offered a second for ${seconds} s`, (under.sent / seconds).toFixed(0)],
    ['answered 200 a second', `${goodput(under).toFixed(0)} (${percent(goodput(under), peak)} of the peak)`],
    [
      '  in a second of its processor time',
      `${yieldOf(under).toFixed(0)} (${percent(yieldOf(under), yieldOf(easy))} of that at the peak)`,
    ],
    [
      'processor it had, at the peak and then',
      `${percent(easy.cpuSeconds, easy.seconds)}  ${percent(under.cpuSeconds, under.seconds)}`,
    ],
    ['answered 503', `${refused?.count ?? 0}`],
    ['  in ms, p50 and p99', `${refused?.p50.toFixed(1) ?? '-'}  ${refused?.p99.toFixed(1) ?? '-'}`],
    ['anything else', others.map(([what, { count }]) => `${what}: ${count}`).join(', ') || '0'],
  ];
}

/** Prints what a gateway that is offered three times its peak still answers, and how fast it refuses the rest. */
export async function overload(
  write: (line: string) => void,
  { runs: seconds = SECONDS }: BenchOptions,
): Promise<void> {
  buildGateway();
  for (const { pause, limit } of upstreams) {
    write(`overload where ${limit} is the limit, answers upstream after ${pause} ms`);
    for (const line of renderTable(['', ''], await play(pause, seconds))) write(`  ${line}`);
  }
}
