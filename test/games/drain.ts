import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveCli } from '../support/runCli.ts';
import { reply, startUpstream } from '../support/upstream.ts';
import type { BenchOptions } from '../bench/benchOptions.ts';

/** Course of one shutdown under load. */
interface Drained {
  readonly answered: number;
  readonly lost: number;
  readonly exitCode: number | null;
  /** From the signal to the end of the process. */
  readonly milliseconds: number;
}

/** Statuses of requests on kept connections; 0 for one that got no answer. */
function ask(origin: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(`${origin}/v2/games`, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    sent.once('error', () => resolve(0));
    sent.end();
  });
}

/** Sends SIGTERM to a gateway while so many requests wait for the upstream, which answers after the signal. */
async function drainUnderLoad(inFlight: number, folder: string): Promise<Drained> {
  const heldAnswers: (() => void)[] = [];
  let allHeld = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (allHeld = resolve));
  const upstream = await startUpstream({
    request: (_seen, socket) => {
      if (heldAnswers.push(() => socket.write(reply(200, '{"data":[]}'))) === inFlight) allHeld();
    },
  });
  const environment = { LIFEBOAT_UPSTREAM_V2: upstream.origin, LIFEBOAT_LOG_LEVEL: 'info' };
  const { run, gateway } = await serveCli([], { cwd: folder, environment });
  const agent = new Agent({ keepAlive: true });
  const answers = Array.from({ length: inFlight }, () => ask(gateway, agent));
  await waiting;

  const began = performance.now();
  const closing = new Promise<void>((resolve) => {
    run.child.stderr?.on('data', (text: string) => text.includes('shutting down') && resolve());
  });
  run.child.kill('SIGTERM');
  await closing;
  for (const answer of heldAnswers) answer();
  const statuses = await Promise.all(answers);
  const { code } = await run.ended;
  agent.destroy();
  await upstream.close();
  const answered = statuses.filter((status) => status === 200).length;
  const milliseconds = performance.now() - began;
  return { answered, lost: inFlight - answered, exitCode: code, milliseconds };
}

const REPEATS = 20;
const IN_FLIGHT = 50;

/** Prints what SIGTERM under load loses, and how long the end takes. */
export async function drain(write: (line: string) => void, { runs = REPEATS }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-games-'));
  const ends = [];
  for (let run = 0; run < runs; run += 1) ends.push(await drainUnderLoad(IN_FLIGHT, folder));
  rmSync(folder, { recursive: true });
  const lost = ends.reduce((sum, end) => sum + end.lost, 0);
  const bad = ends.filter(({ exitCode }) => exitCode !== 0).length;
  const longest = Math.max(...ends.map(({ milliseconds }) => milliseconds));
  write(`SIGTERM with ${IN_FLIGHT} requests in flight, ${runs} times`);
  write(`  lost: ${lost}, ends with another code than 0: ${bad}, longest end: ${longest.toFixed(0)} ms`);
}
