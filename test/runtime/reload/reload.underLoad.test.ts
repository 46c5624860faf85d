import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import pino from 'pino';
import {
  type Candidate,
  createMappingsThread,
  type MappingsThread,
} from '../../../src/runtime/reload/mappingsThread.js';
import { createReload } from '../../../src/runtime/reload/reload.js';
import { createGateway } from '../../../src/gateway/createGateway.js';
import { passKeysOn } from '../../../src/gateway/keys/clientKeys.js';
import { createUpstream, type UpstreamClient } from '../../../src/http/upstream/upstreamClient.js';
import { upstreamLimits } from '../../../src/http/upstream/upstreamLimits.js';
import { type EdgeUnderTest, startEdge } from '../../support/edgeUnderTest.ts';
import { realClock as clock } from '../../support/realClock.ts';
import { sampleOffer } from '../../support/sampleOffer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';
import { crossed, FILE, pairOf, pairs, straight } from './support/mappingTexts.ts';

const RELOADS = 30;
const CLIENTS = 8;

const folder = temporaryFolder();
let upstream: ScriptedUpstream;
let client: UpstreamClient;
let edge: EdgeUnderTest;
let thread: MappingsThread;
let reload: ReturnType<typeof createReload>;
let outcomes: { readonly msg: string }[];

const write = (text: string) => writeFileSync(folder.path(FILE), text);

beforeEach(async () => {
  upstream = await startUpstream(answering(200, JSON.stringify({ data: sampleOffer })));
  client = createUpstream({ origin: upstream.origin, limits: upstreamLimits, clock });
  const gateway = createGateway({
    operations: [],
    upstream: client.call,
    keys: passKeysOn,
    clock,
    index: { secret: 'secret', freshMs: 1, pageBudget: 1 },
    deadlineMs: 10_000,
    report: () => undefined,
  });
  edge = await startEdge({ routes: gateway.routes, handle: gateway.handle });
  outcomes = [];
  thread = createMappingsThread(clock, { runs: 2, seed: 1 });
  const note = (line: string) => void outcomes.push(JSON.parse(line) as { msg: string });
  reload = createReload<Candidate>(
    {
      what: 'mappings',
      stays: 'the ones in force stay',
      isNamed: true,
      hash: '',
      load: (inForce) => thread.read({ folder: folder.path('.') }, inForce),
      hashOf: ({ mappings }) => mappings.hash,
      use: ({ mappings }) => gateway.replace(mappings.operations),
    },
    { logger: pino({}, { write: note }), alarms: { replaceFindings: () => undefined } },
  );
  write(straight);
  await reload.reload();
});

afterEach(async () => {
  await thread.close();
  await edge.close();
  await client.close();
  await upstream.close();
});

function ask(agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer key' };
    get(`${edge.origin}/v1/currency-offers/7`, { agent, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve(response.statusCode === 200 ? pairOf(body) : `not 200: ${body}`));
    }).on('error', reject);
  });
}

/** Runs clients that send requests one after the other until they are stopped; returns counts of their answers. */
function load() {
  const got = new Map<string, number>();
  let over = false;
  const askInTurn = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!over) {
      const pair = await ask(agent);
      got.set(pair, (got.get(pair) ?? 0) + 1);
    }
    agent.destroy();
  };
  const all = Promise.all(Array.from({ length: CLIENTS }, askInTurn));
  return async () => {
    over = true;
    await all;
    return got;
  };
}

describe('reloading under load', () => {
  it(`takes over ${RELOADS} changes, and no request fails or sees half of one`, async () => {
    const stop = load();
    for (let round = 0; round < RELOADS; round += 1) {
      write(round % 2 === 0 ? crossed : straight);
      await reload.reload();
    }
    const got = await stop();
    expect(outcomes.map(({ msg }) => msg)).toEqual(
      Array.from({ length: 1 + RELOADS }, () => 'mappings replaced'),
    );
    expect([...got.keys()].toSorted()).toEqual([pairs.crossed, pairs.straight].toSorted());
  });
});
