import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { type BenchOptions, roundsOf } from './benchOptions';
import { buildGateway, ROOT } from './buildGateway';
import { type Call, headersOf } from './load/load';
import { loadTool } from './load/loadTool';
import { comparisonsOf } from './peers/comparisonsOf';
import { startShadowing } from './peers/startShadowing';
import { createProgress } from './report/createProgress';
import { alternate } from './requests/alternate';
import { renderLatency } from './requests/renderLatency';
import { summarize, type Summary } from './requests/summarize';
import { offers } from './stub/calls';
import { startStub } from './stub/startStub';
import { requestFiles } from './stub/writeStubFiles';

const RATE = 500;
/** So many that the requests a minute which one key may have compared are no limit here. */
const KEYS = 200;

const call: Call = { method: 'GET', path: `/v1/currency-offers/${offers.small.currency}` };

const [WITHOUT, WITH] = ['nothing compared', 'all compared, v2 hangs'];

/** An upstream that takes every connection and says nothing. */
async function startSilence() {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => void sockets.add(socket.on('error', () => undefined).resume()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Measures the wait of a client at stage shadow while v2, which all of v1's answers are to be compared with, hangs. */
export async function hanging(
  write: (line: string) => void,
  options: BenchOptions,
): Promise<readonly Summary[]> {
  buildGateway();
  const stub = await startStub(requestFiles());
  const silence = await startSilence();
  const both = { v1: stub.origin, v2: silence.origin, resource: 'currency-offer', checkout: ROOT };
  const [without, compared] = [
    await startShadowing({ ...both, sample: 0 }),
    await startShadowing({ ...both, sample: 100 }),
  ];
  try {
    for (const { origin } of [without, compared]) {
      const { status } = await fetch(`${origin}${call.path}`, { headers: headersOf(call) });
      if (status !== 200) throw new Error(`answered ${status}`);
    }
    const subjects = [
      { name: WITHOUT, origin: without.origin, pid: without.pid, call },
      { name: WITH, origin: compared.origin, pid: compared.pid, call },
    ];
    const rounds = {
      ...{ rounds: roundsOf(options), seconds: options.quick ? 1 : 3 },
      ...{ connections: 64, rate: RATE, keys: KEYS },
    };
    const progress = createProgress(process.stderr);
    const samples = await alternate(loadTool(), subjects, rounds, progress.show);
    progress.clear();
    const summaries = summarize(samples, WITHOUT);
    for (const line of renderLatency(`GET at stage shadow, ${RATE} requests a second`, summaries))
      write(line);
    const outcomes = [...(await comparisonsOf(compared))].map(([outcome, count]) => `${outcome} ${count}`);
    write(`  what became of the comparisons: ${outcomes.join(', ')}`);
    return summaries;
  } finally {
    await without.stop();
    await compared.stop();
    silence.stop();
    await stub.stop();
  }
}
