import pino from 'pino';
import request from 'supertest';
import { createClosers } from '../../../src/runtime/closers.js';
import { startWorker } from '../../../src/runtime/cluster/workerProcess.js';
import type { MappingTexts } from '../../../src/mapping/compile/loadMappings.js';
import { currencyOffer } from '../../bench/stub/documents.ts';
import { shipped } from '../../support/shipped.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';
import { workerPlan } from './support/workerPlan.ts';

const OFFER = reply(200, JSON.stringify({ data: currencyOffer(7001) }));

const closers = createClosers((error) => {
  throw error;
});
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await startUpstream({ request: (_seen, socket) => socket.write(OFFER) });
});

afterAll(async () => {
  await closers.closeAll();
  await upstream.close();
});

/** The shipped texts, of which one writes dates with milliseconds. */
function otherTexts(): MappingTexts {
  const { files, forms } = shipped().texts;
  const changed = files.map(({ file, text }) => ({
    file,
    text: file.endsWith('currency-offer.yaml') ? text.replace('dates: iso', 'dates: isoMilliseconds') : text,
  }));
  return { files: changed, forms };
}

describe('a worker', () => {
  it('serves its mappings and their guide without their folder, until it gets others', async () => {
    const entry = {
      logger: pino({ enabled: false }),
      linesLost: () => 0,
    };
    const started = await startWorker(workerPlan(upstream.origin), entry, closers);
    if (!started.ok) throw new Error(started.failure.join('\n'));
    const { origin, use } = started.value;
    const headers = { authorization: 'Bearer key-1' };
    const offer = async () => (await request(origin).get('/v1/currency-offers/7001').set(headers)).text;
    const guide = async () => (await request(origin).get('/guide')).text;
    expect([await offer(), await guide()]).toEqual([
      expect.not.stringContaining('.000Z'),
      expect.stringContaining('<html'),
    ]);
    use({ mappings: otherTexts() });
    expect(await offer()).toEqual(expect.stringContaining('.000Z'));
  });
});
