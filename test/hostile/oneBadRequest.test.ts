import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { certificate } from '../support/certificate.ts';
import { repetitions } from '../support/repetitions.ts';
import { writeScene } from '../support/rehearsedUpstream.ts';
import { ask, type Asked, requestText } from '../support/talk.ts';
import { type Script, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import { type BreakingRelay, breaks, startBreakingRelay, startTlsBefore } from './brokenTls.ts';
import { finalStatuses } from './finalStatuses.ts';
import { honestAnswer } from './honest.ts';
import { type OddAnswer, oddAnswers } from './oddAnswers.ts';
import { oddRequests } from './oddRequests.ts';
import { playOddRequest } from './playOddRequest.ts';
import { type StartedGateway, startGatewayAs, waysOfStarting } from './waysOfStarting.ts';
import { openFolder } from '../support/temporaryFolder.ts';

/** Time (ms) between two looks at what a process has open: it has no event for it, and a look takes milliseconds. */
const LOOK_MS = 250;
/** Looks until a descriptor counts as kept: silent connections to an upstream are closed after 4 s. */
const MOST_LOOKS = 120;
/** Most files, threads and pipes that a gateway opens once, after its start. */
const MOST_LATE_FILES = 64;

/** Odd requests on all ports that there are at least, in each way of starting. */
const LEAST_REQUESTS = 2_000;

/** Parts of the odd requests, of which each way of starting plays another one; all of them with large numbers. */
const PARTS = repetitions(waysOfStarting.length, 1);

const waysWithUpstream = waysOfStarting.filter(({ hasSandbox }) => hasSandbox !== true);

/** Parts of the odd answers, of which each way with an upstream of its own plays another one. */
const ANSWER_PARTS = repetitions(waysWithUpstream.length, 1);

/** Requests played between two looks at the gateway: a look after each takes three times as long. */
const REQUESTS_AT_ONCE = 16;

const headers = { Authorization: 'Bearer key-1', 'Content-Type': 'application/json' };
const offer = (id: number): string => `/v1/currency-offers/${id}`;

/** A request with a number in its path, by which the upstream knows it. */
type Numbered = (number: number) => Asked;

/** Requests that reach v2, translated and passed on, or v1. */
const reaching: Readonly<Record<'v2' | 'v1', readonly Numbered[]>> = {
  v2: [
    (number) => ({ path: offer(number), headers }),
    (number) => ({ ...writeScene.request, path: offer(number) }),
    (number) => ({ path: `/v2/currency-offers/${number}`, headers }),
  ],
  v1: [
    (number) => ({ path: offer(number), headers }),
    (number) => ({ path: `/v2/currency-offers/${number}`, headers }),
    (number) => ({ method: 'POST', path: `/v1/unlisted/${number}`, headers, body: '{}' }),
  ],
};

/** Counts the sockets, and the descriptors of all kinds, that the processes of a gateway have open. */
function countOpen({ processes }: StartedGateway): { readonly sockets: number; readonly all: number } {
  const targets = processes().flatMap((pid) =>
    readdirSync(`/proc/${pid}/fd`).map((name) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${name}`);
      } catch {
        return ''; // it has been closed meanwhile
      }
    }),
  );
  return { sockets: targets.filter((target) => target.startsWith('socket:')).length, all: targets.length };
}

/**
 * Waits until a gateway has no more sockets open than at its start; fails where it keeps one, or files, and where the
 * process had to outlive an error that nothing caught.
 */
async function expectNothingLeft(
  gateway: StartedGateway,
  start: ReturnType<typeof countOpen>,
): Promise<void> {
  for (let looks = 0; countOpen(gateway).sockets > start.sockets && looks < MOST_LOOKS; looks += 1)
    await pause(LOOK_MS);
  const { sockets, all } = countOpen(gateway);
  expect(sockets).toBeLessThanOrEqual(start.sockets);
  expect(all).toBeLessThanOrEqual(start.all + MOST_LATE_FILES);
  const { body } = await ask(gateway.admin, { path: '/metrics' });
  expect(body.match(/^lifeboat_uncaught_errors_total\{.*$/gm) ?? []).toEqual([]);
}

/** The status of `/readyz`: its page may name what clients have done, such as writes that v2 refuses. */
const readiness = async ({ admin }: StartedGateway): Promise<number> =>
  (await ask(admin, { path: '/readyz' })).status;

/** Fails, with what was played last, when a process of the gateway has ended or been replaced, or the gateway is not ready. */
async function expectUnhurt(gateway: StartedGateway, pids: readonly number[], played: object): Promise<void> {
  const isAlive = (): boolean => String(gateway.processes()) === String(pids);
  const ready = isAlive() ? await readiness(gateway) : 0;
  if (isAlive() && ready === 200) return;
  throw new Error(`/readyz says ${ready} after ${JSON.stringify(played)}:\n${gateway.log()}`);
}

/** Splits a list into parts that are played side by side. */
const batches = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / REQUESTS_AT_ONCE) }, (_, at) =>
    items.slice(at * REQUESTS_AT_ONCE, (at + 1) * REQUESTS_AT_ONCE),
  );

/** Writes to each request the odd answer of the number in its path, and a good one where there is none. */
const upstreamScript: Script = {
  request: ({ method, path }, socket) => {
    const number = Number(/\d+$/.exec(path)?.[0] ?? 0);
    // The answers of v1 are not looked into.
    const good = honestAnswer({ method, path: path.replace(/^\/v1\//, '/v2/') });
    const { bytes = () => good, ending } = oddAnswers[number - 1] ?? {};
    socket.write(bytes(good), 'latin1', () => {
      if (ending === 'reset') socket.resetAndDestroy();
      if (ending === 'end') socket.end();
    });
  },
};

/** The statuses of the answers to a request on a connection of its own. */
const statusesOf = async ({ gateway }: StartedGateway, question: Asked): Promise<readonly number[]> =>
  finalStatuses(await playOddRequest(gateway, { bytes: requestText(question), ending: 'waits for the end' }));

const GOOD_OFFER_ID = 7001;

describe.each(waysOfStarting)('the gateway, started as $name', (wayOfStarting) => {
  let upstream: ScriptedUpstream;
  let secure: Awaited<ReturnType<typeof startTlsBefore>>;
  let relay: BreakingRelay;
  let gateway: StartedGateway;
  let pids: readonly number[];
  let openAtStart: ReturnType<typeof countOpen>;
  const turn = waysOfStarting.indexOf(wayOfStarting);

  beforeAll(async () => {
    const folder = openFolder();
    upstream = await startUpstream(upstreamScript);
    const { origin } = upstream;
    secure = await startTlsBefore(Number(new URL(origin).port), certificate);
    relay = await startBreakingRelay(secure.port);
    const v2 = wayOfStarting.hasTls === true ? `https://127.0.0.1:${relay.port}` : origin;
    gateway = await startGatewayAs(wayOfStarting, folder, { v2, v1: origin, webhook: origin });
    pids = gateway.processes();
    openAtStart = countOpen(gateway);
  });

  afterAll(async () => {
    await gateway.stop();
    for (const server of [relay, secure]) await server.close();
  });

  it('survives every odd request on each of its ports, and leaves no connection open', async () => {
    const all = oddRequests(gateway.sandbox?.keys.v1 ?? 'key-1');
    const requests = all.filter((_, index) => (index + turn) % PARTS === 0);
    const ports = [gateway.gateway, gateway.admin, gateway.sandbox?.origin].filter(
      (port) => port !== undefined,
    );
    expect(all.length * ports.length).toBeGreaterThan(LEAST_REQUESTS);
    for (const port of ports) {
      for (const batch of batches(requests)) {
        await Promise.all(batch.map((request) => playOddRequest(port, request)));
        await expectUnhurt(gateway, pids, { port, batch });
      }
    }
    await expectNothingLeft(gateway, openAtStart);
  });

  if (wayOfStarting.hasSandbox === true) return;
  it('survives every odd answer of an upstream, and answers the next request', async () => {
    const wrong: unknown[] = [];
    const play = async ({ name, isFine = false }: OddAnswer, question: Asked): Promise<void> => {
      const statuses = await statusesOf(gateway, question);
      const [status] = statuses;
      const isRight = isFine && question.path.includes('offers') ? status === 200 : status !== undefined;
      if (statuses.length !== 1 || !isRight) wrong.push({ name, asked: question, statuses });
    };
    const numbered = oddAnswers
      .map((odd, index) => ({ odd, number: index + 1 }))
      .filter(({ number }) => (number + waysWithUpstream.indexOf(wayOfStarting)) % ANSWER_PARTS === 0);
    for (const requestOf of reaching[wayOfStarting.hasV1 === true ? 'v1' : 'v2']) {
      for (const batch of batches(numbered)) {
        await Promise.all(batch.map(({ odd, number }) => play(odd, requestOf(number))));
        await expectUnhurt(gateway, pids, { batch });
        const nextStatuses = await statusesOf(gateway, { path: offer(GOOD_OFFER_ID), headers });
        if (String(nextStatuses) !== '200') wrong.push({ batch, nextStatuses });
      }
    }
    expect(wrong).toEqual([]);
    await expectNothingLeft(gateway, openAtStart);
  });

  if (wayOfStarting.hasTls !== true) return;
  it('survives TLS that a client breaks off at any step', async () => {
    const clientRelay = await startBreakingRelay(Number(new URL(gateway.gateway).port));
    for (const batch of batches(breaks)) {
      for (const breakPoint of batch) {
        clientRelay.breakAt(breakPoint);
        const bytes = requestText({ path: offer(GOOD_OFFER_ID), headers });
        await playOddRequest(`https://127.0.0.1:${clientRelay.port}`, { bytes, ending: 'waits for the end' });
      }
      await expectUnhurt(gateway, pids, { batch });
    }
    await clientRelay.close();
    await expectNothingLeft(gateway, openAtStart);
  });

  it('survives TLS that an upstream breaks off at any step, and answers each request', async () => {
    const wrong: unknown[] = [];
    for (const batch of batches(breaks)) {
      for (const breakPoint of batch) {
        relay.breakAt(breakPoint);
        const statuses = await statusesOf(gateway, { path: offer(GOOD_OFFER_ID), headers });
        if (!['200', '502'].includes(String(statuses))) wrong.push({ breakPoint, statuses });
      }
      await expectUnhurt(gateway, pids, { batch });
    }
    relay.breakAt(undefined);
    expect(await statusesOf(gateway, { path: offer(GOOD_OFFER_ID), headers })).toEqual([200]);
    expect(wrong).toEqual([]);
    await expectNothingLeft(gateway, openAtStart);
  });
});
