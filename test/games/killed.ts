import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { playKilledWrites } from '../support/playKilledWrites.ts';
import { type CliRun, runCli, workersOf } from '../support/runCli.ts';
import { reply, startUpstream } from '../support/upstream.ts';
import type { BenchOptions } from '../bench/benchOptions.ts';
import { buildGateway } from '../bench/buildGateway.ts';
import { clientsOf } from '../bench/machine/clientsOf.ts';
import { currencyOffer } from '../bench/stub/documents.ts';

const WRITES = 10_000;
/** Writes that one process has under way: it has 64 connections to each API. */
const AT_ONCE = 110;
/** Kills of a worker for as many writes. */
const WRITES_A_KILL = 100;
const CLIENTS = 32;
/** Time (ms) after which whoever waits hangs; an answer takes milliseconds. */
const HANG_TIMEOUT_MS = 10_000;

const WORDS = ['serve', '--port', '0', '--admin-port', '0'];
const OFFER = reply(200, JSON.stringify({ data: currencyOffer(7001) }));

/** Kills gateways until so many writes were under way, and prints how many of them nobody knew of after the restart. */
async function killGateways(write: (line: string) => void, writes: number): Promise<void> {
  const sum = { unanswered: 0, unknown: 0, needless: 0, answered: 0 };
  let kills = 0;
  for (; sum.unanswered < writes; kills += 1) {
    const cwd = mkdtempSync(join(tmpdir(), 'lifeboat-games-'));
    const endedKilledWrites = await playKilledWrites(cwd, AT_ONCE);
    for (const name of ['unanswered', 'unknown', 'needless', 'answered'] as const)
      sum[name] += endedKilledWrites[name];
    rmSync(cwd, { recursive: true });
  }
  write(`${sum.unanswered} writes under way at ${kills} kills, half translated, half passed on to v1`);
  write(`  unknown after the restart: ${sum.unknown}`);
  write(`  on the list and answered, or never sent: ${sum.needless} (of ${sum.answered} answered)`);
}

type Counts = Record<'answered' | 'cut' | 'hanging', number>;

/** Sends one request; what became of it. */
function send(gateway: string, agent: Agent | false): Promise<keyof Counts> {
  return new Promise((resolve) => {
    const headers = { authorization: 'Bearer key-1' };
    const sent = request(`${gateway}/v1/currency-offers/7001`, { agent, headers });
    const timer = setTimeout(() => {
      resolve('hanging');
      sent.destroy();
    }, HANG_TIMEOUT_MS);
    const end = (how: keyof Counts): void => {
      clearTimeout(timer);
      resolve(how);
    };
    sent.once('response', (response) => {
      response.resume().once('close', () => end(response.complete ? 'answered' : 'cut'));
    });
    sent.once('error', () => end('cut')).end();
  });
}

/** Descriptors that a process has open; none of one that has just ended. */
function openFiles(pid = 0): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`));
  } catch {
    return [];
  }
}

/** Tells whether clients of a port are connected to a process. */
function serves(pid: number, port: number): boolean {
  const sockets = new Set(clientsOf(port).values());
  return openFiles(pid).some((target) => sockets.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? ''));
}

/** Kills one of two workers again and again while clients ask, every second over a kept connection; what became of it. */
async function killUnderClients(run: CliRun, gateway: string, kills: number): Promise<Counts> {
  const counts: Counts = { answered: 0, cut: 0, hanging: 0 };
  const port = Number(new URL(gateway).port);
  let isOver = false;
  const client = async (agent: Agent | false): Promise<void> => {
    while (!isOver) counts[await send(gateway, agent)] += 1;
    if (agent !== false) agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, at) =>
    client(at % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false),
  );
  const bothServe = async (): Promise<void> => {
    while (workersOf(run).filter((pid) => serves(pid, port)).length < 2) await pause(20);
  };
  for (let kill = 0; kill < kills; kill += 1) {
    await bothServe();
    const victim = workersOf(run)[kill % 2] ?? 0;
    process.kill(victim, 'SIGKILL');
    while (workersOf(run).includes(victim)) await pause(20);
  }
  await bothServe();
  isOver = true;
  await Promise.all(clients);
  return counts;
}

/** Prints how many clients the kill of a worker leaves waiting, and the descriptors that the first process has more. */
async function killWorkers(write: (line: string) => void, kills: number): Promise<void> {
  const upstream = await startUpstream({ request: (_seen, socket) => socket.write(OFFER) });
  const cwd = mkdtempSync(join(tmpdir(), 'lifeboat-games-'));
  const environment = {
    LIFEBOAT_UPSTREAM_V2: upstream.origin,
    LIFEBOAT_STORE: 'memory',
    LIFEBOAT_LOG_LEVEL: 'silent',
  };
  const run = runCli([...WORDS, '--workers', '2'], { cwd, environment });
  try {
    const [gateway = ''] = (await run.line()).match(/http:\/\/[\d.:]+/) ?? [];
    const countBefore = openFiles(run.child.pid).length;
    const { answered, cut, hanging } = await killUnderClients(run, gateway, kills);
    write(
      `${kills} kills of a worker under ${CLIENTS} clients: ${answered} requests answered, ${cut} cut off`,
    );
    write(`  left hanging for ${HANG_TIMEOUT_MS / 1_000} s: ${hanging}`);
    write(
      `  descriptors of the first process: ${countBefore} before, ${openFiles(run.child.pid).length} after`,
    );
  } finally {
    run.child.kill('SIGKILL');
    await run.ended;
    await upstream.close();
    rmSync(cwd, { recursive: true });
  }
}

/** Kills gateways with writes under way (`--runs N`: until N were), then one of two workers, on Linux. */
export async function killed(write: (line: string) => void, { runs = WRITES }: BenchOptions): Promise<void> {
  buildGateway();
  await killGateways(write, runs);
  await killWorkers(write, Math.ceil(runs / WRITES_A_KILL));
}
