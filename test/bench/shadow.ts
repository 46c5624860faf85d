import type { BenchOptions } from './benchOptions';
import { roundsOf } from './benchOptions';
import { buildGateway, ROOT } from './buildGateway';
import { type Call, headersOf } from './load/load';
import { loadTool } from './load/loadTool';
import type { Running } from './machine/startProcess';
import { comparisonsOf } from './peers/comparisonsOf';
import { startLifeboat } from './peers/startLifeboat';
import { startShadowing } from './peers/startShadowing';
import { createProgress } from './report/createProgress';
import { alternate, type Subject } from './requests/alternate';
import { renderRequests } from './requests/renderRequests';
import { summarize, type Summary } from './requests/summarize';
import { offers } from './stub/calls';
import { startStub } from './stub/startStub';
import { requestFiles } from './stub/writeStubFiles';

const RESOURCE = 'currency-offer';
const SAMPLES = [0, 1, 100];
/** So many that the requests a minute which one key may have compared are no limit here. */
const KEYS = 200;

const call: Call = { method: 'GET', path: `/v1/currency-offers/${offers.small.currency}` };

/** Counts the pairs that have been compared, and those that were left out because there was no time. */
async function outcomesOf(
  gateway: Running,
): Promise<{ readonly compared: number; readonly leftOut: number }> {
  const counts = [...(await comparisonsOf(gateway))];
  const sum = (isWanted: (outcome: string) => boolean): number =>
    counts.reduce((all, [outcome, count]) => all + (isWanted(outcome) ? count : 0), 0);
  return {
    compared: sum((outcome) => outcome === 'compared'),
    leftOut: sum((outcome) => outcome !== 'compared' && outcome !== 'not_sampled'),
  };
}

/** Cost of the comparison for the requests that v1 answers. */
export interface ShadowFigures {
  readonly summaries: readonly Summary[];
  /** Share of the served requests at 100% that was really compared. */
  readonly comparedShare: number;
  /** Throughput at 100% by what v1's answer and a translated call of v2 cost one after the other. */
  readonly ofSecondCall: number;
  /** Processor time of a request at 1% by that at 0%. */
  readonly ofSample: number;
}

const nameOf = (sample: number): string => `shadow, ${sample}% compared`;
const SECOND = 'v2 alone, translated';

function ofSample(summaries: readonly Summary[]): number {
  const sampled = summaries.find(({ subject }) => subject === nameOf(1));
  return 1 / (sampled?.cheaper?.median ?? NaN);
}

async function measure(
  write: (line: string) => void,
  options: BenchOptions,
  stub: Running,
): Promise<ShadowFigures> {
  const gateways = new Map<string, Running>();
  for (const sample of SAMPLES) {
    const both = { v1: stub.origin, v2: stub.origin };
    const shadowing = { ...both, sample, resource: RESOURCE, checkout: ROOT };
    gateways.set(nameOf(sample), await startShadowing(shadowing));
  }
  gateways.set(SECOND, await startLifeboat({ v2: stub.origin, checkout: ROOT }));
  const subjects = [...gateways].map(([name, { origin, pid }]): Subject => ({ name, origin, pid, call }));
  for (const { origin } of subjects) {
    const { status } = await fetch(`${origin}${call.path}`, { headers: headersOf(call) });
    if (status !== 200) throw new Error(`answered ${status}`);
  }
  const progress = createProgress(process.stderr);
  const rounds = { rounds: roundsOf(options), seconds: options.quick ? 1 : 2, connections: 64, keys: KEYS };
  const samples = await alternate(loadTool(), subjects, rounds, progress.show);
  progress.clear();
  const summaries = summarize(samples, nameOf(0));
  for (const line of renderRequests('GET at stage shadow: v1 answers, v2 is compared', summaries))
    write(line);
  const whole = gateways.get(nameOf(100));
  const { compared, leftOut } = whole === undefined ? { compared: 0, leftOut: 0 } : await outcomesOf(whole);
  for (const gateway of gateways.values()) await gateway.stop();
  const secondsOf = (name: string): number => {
    const rate = summaries.find(({ subject }) => subject === name)?.requestsPerSecond.median;
    return 1 / (rate ?? NaN);
  };
  const ofSecondCall = (secondsOf(nameOf(0)) + secondsOf(SECOND)) / secondsOf(nameOf(100));
  const comparedShare = compared / (compared + leftOut);
  write(
    `  at 100%: ${(comparedShare * 100).toFixed(0)}% compared, throughput ${ofSecondCall.toFixed(2)} of that of two calls`,
  );
  return { summaries, comparedShare, ofSecondCall, ofSample: ofSample(summaries) };
}

/** Throughput at stage shadow while 0, 1 and 100% of the answers are compared, next to what a second call costs alone. */
export async function shadow(write: (line: string) => void, options: BenchOptions): Promise<ShadowFigures> {
  buildGateway();
  const stub = await startStub(requestFiles());
  try {
    return await measure(write, options, stub);
  } finally {
    await stub.stop();
  }
}
