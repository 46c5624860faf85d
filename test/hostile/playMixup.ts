import { Client } from 'undici';
import { pageScene, writeScene } from '../support/rehearsedUpstream.ts';
import { startGateway, type StartedGateway } from '../support/startGateway.ts';
import type { Asked } from '../support/talk.ts';

/** Callers at the same time, each with a key and a connection of its own. */
const CALLERS = [1, 8, 50] as const;

const write = writeScene.request;
const offer = { path: write.path };

type Side = 'v1' | 'v2';

/** Requests, each through the gateway that translates v1, or through the one that hands all of `/v1` over to v1. */
const ways: Readonly<Record<string, { readonly asked: Asked; readonly by: Side }>> = {
  'GET, translated': { asked: offer, by: 'v2' },
  'list, translated': { asked: pageScene.request, by: 'v2' },
  'PATCH, translated': { asked: write, by: 'v2' },
  'GET, passed to v2': { asked: { path: offer.path.replace('/v1', '/v2') }, by: 'v2' },
  'PATCH, passed to v2': { asked: { ...write, path: offer.path.replace('/v1', '/v2') }, by: 'v2' },
  'GET, passed to v1': { asked: offer, by: 'v1' },
  'list, passed to v1': { asked: pageScene.request, by: 'v1' },
  'PATCH, passed to v1': { asked: write, by: 'v1' },
};

/** What callers got. */
export interface Got {
  own: number;
  refused: number;
  /** Another key's answer. */
  foreign: number;
  /** The answer to an earlier request of the same key. */
  stale: number;
}

const nothingYet = (): Got => ({ own: 0, refused: 0, foreign: 0, stale: 0 });

interface Caller {
  readonly client: Client;
  readonly key: string;
  readonly by: Side;
  latest: number;
}

async function askOnce(caller: Caller, { method = 'GET', path, body }: Asked): Promise<keyof Got> {
  const { client, key, by } = caller;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const request = { method: method as 'GET', path, headers, ...(body === undefined ? {} : { body }) };
  const answer = await client.request(request);
  const text = await answer.body.text();
  if (answer.statusCode !== 200) return 'refused';
  if (path.startsWith('/v1') && answer.headers['x-lifeboat-served-by'] !== by)
    throw new Error(`${method} ${path} was not answered by ${by}`);
  const marks = [...text.matchAll(/<Bearer ([^|]*)\|(\d+)>/g)];
  if (marks.length === 0 || marks.some(([, of]) => of !== key)) return 'foreign';
  const number = Number(marks[0]?.[2]);
  if (number <= caller.latest) return 'stale';
  caller.latest = number;
  return 'own';
}

/** True for an answer that its client has seen to be cut. */
const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^UND_ERR|^ECONN/.test(String(error.code));

/** Asks one thing after the other; an answer that is cut where the client can see it is a refusal. */
async function askOn(caller: Caller, question: Asked, times: number, got: Got): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const kind = await askOnce(caller, question).catch((error: unknown) => {
      if (isCut(error)) return 'refused' as const;
      throw error;
    });
    got[kind] += 1;
  }
  await caller.client.close();
}

/** Bounds (ms) on what an upstream that garbles may keep a caller waiting for. */
const deadlines = { LIFEBOAT_DEADLINES_REQUEST: '5000', LIFEBOAT_DEADLINES_PASS_THROUGH: '5000' };

/** Starts a gateway in front of an upstream: without a v1, or one that has only begun to leave it. */
const startGateways = async (origin: string): Promise<Readonly<Record<Side, StartedGateway>>> => ({
  v2: await startGateway({ v2: origin, environment: deadlines }),
  v1: await startGateway({
    v2: origin,
    v1: origin,
    environment: { ...deadlines, LIFEBOAT_CUTOVER_START: 'v1', LIFEBOAT_SUNSET: '2100-01-01T00:00:00Z' },
  }),
});

/**
 * Has callers ask for what they may ask for, through every way, of an upstream that marks each answer with the key that it
 * is for; shows what each way and number of callers got, and returns the sums.
 */
export async function playMixup(
  origin: string,
  runs: number,
  show: (name: string, got: Got) => void,
): Promise<Got> {
  const gateways = await startGateways(origin);
  const combinations = Object.entries(ways).flatMap(([name, entry]) =>
    CALLERS.map((callers) => ({ name, callers, ...entry })),
  );
  const all = nothingYet();
  let keys = 0;
  for (const { name, callers, asked: question, by } of combinations) {
    const got = nothingYet();
    const times = Math.ceil(runs / combinations.length / callers);
    const play = (): Promise<void> => {
      const client = new Client(gateways[by].origin);
      return askOn({ client, key: `key-${(keys += 1)}`, by, latest: 0 }, question, times, got);
    };
    await Promise.all(Array.from({ length: callers }, play));
    show(`${name}, ${callers} callers`, got);
    for (const kind of ['own', 'refused', 'foreign', 'stale'] as const) all[kind] += got[kind];
  }
  await Promise.all([gateways.v1.close(), gateways.v2.close()]);
  return all;
}
