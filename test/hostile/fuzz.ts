import { startGateway } from '../support/startGateway';
import { talk } from '../support/talk';
import { reply, startUpstream, type Script } from '../support/upstream';
import { createDice } from './dice';
import { goodOf } from './goodOf';
import { judge } from './judge';
import { mutate } from './mutate';
import { seeds } from './seeds';

/** A case that broke a rule. */
export interface Fault {
  readonly seed: number;
  readonly sent: string;
  readonly received: string;
  readonly wrong: readonly string[];
}

export interface Fuzzed {
  readonly cases: number;
  /** How often each status was answered; 0 stands for connections that ended without an answer. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly upstreamRequests: number;
  readonly faults: readonly Fault[];
}

/** Cases that a gateway and its upstream live for; the upstream remembers everything it sees. */
const LIFE = 1_000;
/** Requests that never end are given up early, connections that would be kept are closed. */
const HASTY = { head: 150, request: 150, check: 25, keepAlive: 50 };

/** The resources that there are: whoever asks for one gets that one, and every other id is refused. */
const named = (path: string): { of: string; id: string } | undefined => {
  const [, of = '', id = ''] = /^\/v2\/(account|currency)-offers\/([1-9]\d{0,14})(?:\?|$)/.exec(path) ?? [];
  return of === '' ? undefined : { of, id };
};

/** The page that is asked for, of a list that has one item. */
function listOf(path: string, good: string): string {
  const asked = new URL(path, 'http://upstream').searchParams;
  const [page, perPage] = [Number(asked.get('page') ?? 1), Number(asked.get('per_page') ?? 15)];
  const { data } = JSON.parse(good) as { readonly data: unknown };
  const meta = { current_page: page, from: 1, last_page: 1, per_page: perPage, to: 1, total: 1 };
  return JSON.stringify({ data: page === 1 ? [data] : [], meta });
}

function goodAnswer(path: string): string | undefined {
  if (path.startsWith('/v2/account-offers?')) return listOf(path, goodOf('read'));
  if (path.startsWith('/v2/currency-offers?')) return listOf(path, goodOf('write'));
  const resource = named(path);
  if (resource === undefined) return undefined;
  return goodOf(resource.of === 'account' ? 'read' : 'write').replace(/"id":\d+/, `"id":${resource.id}`);
}

/** Answers well whatever a translated request may ask, and refuses the rest. */
const honest: Script = {
  request: ({ method, path }, socket) => {
    const known = goodAnswer(path);
    const answer = known === undefined ? reply(404, '{"message":"Resource not found."}') : reply(200, known);
    socket.write(method === 'HEAD' ? answer.replace(/\r\n\r\n.*$/s, '\r\n\r\n') : answer);
  },
};

async function runLane(from: number, to: number, tell: (fault: Fault, seen: number, status: number) => void) {
  const upstream = await startUpstream(honest);
  const gateway = await startGateway({ v2: upstream.origin, server: HASTY });
  const { host } = new URL(upstream.origin);
  for (let seed = from; seed < to; seed += 1) {
    const before = upstream.requests.length;
    const sent = mutate(seeds, createDice(seed));
    const { wire, status } = await talk(gateway.origin, Buffer.from(sent, 'latin1'));
    const seen = upstream.requests.slice(before);
    const wrong = judge({ sent, received: wire, seen, host });
    tell({ seed, sent, received: wire, wrong }, seen.length, status);
  }
  await gateway.close();
  await upstream.close();
}

/** Sends so many hostile requests, several at a time, each lane with a gateway and an upstream of its own. */
export async function fuzz(first: number, cases: number, lanes: number): Promise<Fuzzed> {
  const statuses = new Map<number, number>();
  const faults: Fault[] = [];
  const last = first + cases;
  let upstreamRequests = 0;
  let next = first;
  const tell = (fault: Fault, seen: number, status: number): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    upstreamRequests += seen;
    if (fault.wrong.length > 0) faults.push(fault);
  };
  const work = async (): Promise<void> => {
    while (next < last) {
      const from = next;
      next = Math.min(last, from + Math.min(LIFE, Math.ceil(cases / lanes)));
      await runLane(from, next, tell);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return { cases, statuses, upstreamRequests, faults };
}
