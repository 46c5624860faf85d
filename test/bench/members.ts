import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type MeetingPlace,
  meetInFile,
  meetOnServer,
  type SharedGateway,
  startShared,
} from '../support/sharedGateways';
import { reply, startUpstream } from '../support/upstream';
import type { BenchOptions } from './benchOptions';
import { buildGateway } from './buildGateway';
import { currencyOffer } from './stub/documents';

const MEMBERS = 4;
const A_SECOND = 1_000;
const MINUTES = 10;

/** Time (ms) between two kills. */
const KILL_EACH = 20_000;

/** Time (ms) between two requests of one client. */
const STEP = 40;

const OFFER = reply(200, JSON.stringify({ data: currencyOffer(7001) }));

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const megabytes = (pid = 0): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

/** A client of one member: a request every 40 ms over a kept connection, for as long as the member lives. */
function startClient(counts: { answered: number; lost: number }, memberOf: () => SharedGateway | undefined) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isOver = false;
  const send = (member: SharedGateway): void => {
    const headers = { authorization: 'Bearer key-1' };
    const isLost = (): void => {
      // Whoever is killed loses what it has under way; nobody else may.
      if (!isOver && memberOf() === member) counts.lost += 1;
    };
    const sent = request(`${member.origin}/v1/currency-offers/7001`, { agent, headers }, (response) => {
      response.resume().once('close', () => {
        if (response.complete && response.statusCode === 200) counts.answered += 1;
        else isLost();
      });
    });
    sent.once('error', isLost).end();
  };
  const timer = setInterval(() => {
    const member = memberOf();
    if (member !== undefined) send(member);
  }, STEP);
  return () => {
    isOver = true;
    clearInterval(timer);
    agent.destroy();
  };
}

/** Serves by gateways on one store and kills one after the other, but never the first. */
async function play(place: MeetingPlace, api: string, minutes: number) {
  const cwd = mkdtempSync(join(tmpdir(), 'lifeboat-bench-'));
  const counts = { answered: 0, lost: 0 };
  const all: (SharedGateway | undefined)[] = [];
  const start = async (at: number): Promise<void> => {
    all[at] = await startShared({ store: place.store(at), cwd, v1: api, v2: api, workers: '1' });
  };
  const kill = async (at: number): Promise<void> => {
    const victim = all[at];
    all[at] = undefined;
    victim?.run.child.kill('SIGKILL');
    await victim?.run.ended;
  };
  for (let at = 0; at < MEMBERS; at += 1) await start(at);
  const clients = Array.from({ length: (A_SECOND * STEP) / 1_000 }, (_, at) =>
    startClient(counts, () => all[at % MEMBERS]),
  );
  const used: number[] = [];
  for (const end = Date.now() + minutes * 60_000; Date.now() + KILL_EACH <= end;) {
    await pause(KILL_EACH);
    used.push(megabytes(all[0]?.run.child.pid));
    const at = 1 + (used.length % (MEMBERS - 1));
    await kill(at);
    await start(at);
  }
  for (const stop of clients) stop();
  for (let at = 0; at < MEMBERS; at += 1) await kill(at);
  await place.close();
  rmSync(cwd, { recursive: true, force: true });
  return { ...counts, used };
}

/**
 * Serves 1,000 requests a second by four gateways on one store for ten minutes (`--quick`: one; `--runs N`: N) while one
 * of them is killed every 20 s, and prints what the others have lost, and the memory of the one that is never killed.
 */
export async function members(
  write: (line: string) => void,
  { quick, runs = quick ? 1 : MINUTES }: BenchOptions,
): Promise<void> {
  buildGateway();
  const api = await startUpstream({ request: (_seen, socket) => socket.write(OFFER) });
  for (const [name, meet] of [
    ['a file', () => Promise.resolve(meetInFile())],
    ['a PostgreSQL server', () => meetOnServer(MEMBERS)],
  ] as const) {
    const { answered, lost, used } = await play(await meet(), api.origin, runs);
    write(`${MEMBERS} gateways on ${name}, ${runs} min, ${used.length} kills: ${answered} requests answered`);
    write(`  lost by those that were not killed: ${lost}`);
    const [early, last] = [used[Math.floor(used.length / 5)] ?? 0, used.at(-1) ?? 0];
    write(`  memory of the first: ${early} MB after a fifth of the time, ${last} MB at the end`);
  }
  await api.close();
}
