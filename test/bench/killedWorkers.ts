import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CliRun, runCli } from '../support/runCli';
import { reply, startUpstream } from '../support/upstream';
import type { BenchOptions } from './benchOptions';
import { buildGateway } from './buildGateway';
import { currencyOffer } from './stub/documents';

const KILLS = 100;
const CLIENTS = 32;

/** Time (ms) after a kill within which whoever waits must have been answered or cut off; an answer takes milliseconds. */
const PATIENCE = 10_000;

const OFFER = reply(200, JSON.stringify({ data: currencyOffer(7001) }));

/** A request on its way; `ended` resolves with its status, 0 for one that was cut off. */
interface Sent {
  readonly ended: Promise<number>;
  readonly giveUp: () => void;
}

function send(gateway: string, agent: Agent | false): Sent {
  const headers = { authorization: 'Bearer key-1' };
  const sent = request(`${gateway}/v1/currency-offers/7001`, { agent, headers });
  const ended = new Promise<number>((resolve) => {
    sent.once('response', (response) => {
      response.resume().once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    });
    sent.once('error', () => resolve(0)).end();
  });
  return { ended, giveUp: () => sent.destroy() };
}

/** Clients that ask one request after the other, every second one over a kept connection. */
function startClients(gateway: string) {
  const pending = new Set<Sent>();
  const counts = { answered: 0, cut: 0 };
  let isOver = false;
  const client = async (agent: Agent | false): Promise<void> => {
    while (!isOver) {
      const sent = send(gateway, agent);
      pending.add(sent);
      const status = await sent.ended;
      pending.delete(sent);
      counts[status === 0 ? 'cut' : 'answered'] += 1;
    }
    if (agent !== false) agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, at) =>
    client(at % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false),
  );
  return {
    counts,
    /** Waits until each request that is on its way now has ended, and returns how many have not. */
    settled: async (): Promise<number> => {
      const waiting = new Set(pending);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE)));
      const all = Promise.all([...waiting].map((sent) => sent.ended.then(() => waiting.delete(sent))));
      await Promise.race([all, late]);
      clearTimeout(timer);
      for (const sent of waiting) sent.giveUp();
      return waiting.size;
    },
    stop: async (): Promise<void> => {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

const workersOf = ({ child: { pid = 0 } }: CliRun): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Descriptors that a process has open; none of one that has just ended. */
function openFiles(pid = 0): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`));
  } catch {
    return [];
  }
}

/** Sockets that only a worker has to which clients are connected. */
const SOCKETS = 14;

const serves = (pid: number): boolean =>
  openFiles(pid).filter((target) => target.startsWith('socket:')).length >= SOCKETS;

/**
 * Kills one of two workers a hundred times (`--runs N`) under requests, and prints how many clients were left waiting,
 * and how many descriptors the first process has more than before. On Linux only.
 */
export async function killedWorkers(
  write: (line: string) => void,
  { runs = KILLS }: BenchOptions,
): Promise<void> {
  buildGateway();
  const upstream = await startUpstream({ request: (_seen, socket) => socket.write(OFFER) });
  const cwd = mkdtempSync(join(tmpdir(), 'lifeboat-bench-'));
  const run = runCli(['serve', '--workers', '2', '--port', '0', '--admin-port', '0'], {
    cwd,
    environment: {
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_STORE: 'memory',
      LIFEBOAT_LOG_LEVEL: 'silent',
    },
  });
  try {
    const [gateway = ''] = (await run.line()).match(/http:\/\/[\d.:]+/) ?? [];
    const before = openFiles(run.child.pid).length;
    const clients = startClients(gateway);
    const bothServe = async (): Promise<void> => {
      do await clients.settled();
      while (workersOf(run).filter(serves).length < 2);
    };
    let hanging = 0;
    for (let kill = 0; kill < runs; kill += 1) {
      await bothServe();
      const [first = 0, second = 0] = workersOf(run);
      const victim = kill % 2 === 0 ? first : second;
      process.kill(victim, 'SIGKILL');
      hanging += await clients.settled();
    }
    await bothServe();
    await clients.stop();
    const after = openFiles(run.child.pid).length;
    const { answered, cut } = clients.counts;
    write(
      `${runs} kills of a worker under ${CLIENTS} clients: ${answered} requests answered, ${cut} cut off`,
    );
    write(`  left hanging, for ${PATIENCE / 1_000} s and more: ${hanging} of ${runs} clients`);
    write(`  descriptors of the first process: ${before} before, ${after} after`);
  } finally {
    run.child.kill('SIGKILL');
    await run.ended;
    await upstream.close();
    rmSync(cwd, { recursive: true });
  }
}
