import { setTimeout as pause } from 'node:timers/promises';
import { createMemoryIndex } from '../../src/gateway/lookup/memoryIndex';
import type { BenchOptions } from './benchOptions';
import { buildGateway, ROOT } from './buildGateway';
import { collectedHeap } from './collectedHeap';
import { type Call, headersOf } from './load/load';
import { usageOf } from './machine/usageOf';
import { startLifeboat } from './peers/startLifeboat';
import { createProgress } from './report/createProgress';
import { accountOffer } from './stub/documents';
import { startStub } from './stub/startStub';
import { pagesOf } from './stub/writeStubFiles';

/** Cost of the first lookup of a long list. */
export interface ColdLookup {
  readonly offers: number;
  /** Until the oldest offer is answered by its login. */
  readonly seconds: number;
  readonly grownBytes: number;
}

const PAUSE_MS = 20;
/** The text that makes an offer 1.5 KB. */
const TEXT = 630;

const login = (place: number): string => `seller-${place}@bench`;

async function untilFound(origin: string, call: Call): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}${call.path}`, { headers: headersOf(call) });
    await response.arrayBuffer();
    if (response.status === 200) return;
    if (response.status !== 503) throw new Error(`answered ${response.status}`);
    await pause(PAUSE_MS);
  }
}

async function fill(offers: number): Promise<ColdLookup> {
  const oldest = offers - 1;
  const offer = (place: number) => accountOffer(offers - place, login(place), { text: TEXT, attributes: 0 });
  function* files() {
    yield* pagesOf('/account-offers', offers, offer);
    yield [`/account-offers/${offers - oldest}.json`, { data: offer(oldest) }] as const;
  }
  const stub = await startStub(files());
  const gateway = await startLifeboat({ v2: stub.origin, checkout: ROOT });
  const before = usageOf(gateway.pid).rssBytes;
  const began = performance.now();
  await untilFound(gateway.origin, { method: 'GET', path: `/v1/accounts/by-login/${login(oldest)}` });
  const seconds = (performance.now() - began) / 1000;
  const grownBytes = usageOf(gateway.pid).rssBytes - before;
  await gateway.stop();
  await stub.stop();
  return { offers, seconds, grownBytes };
}

/** Bytes of heap that an index of so many logins keeps, everything else collected. */
async function heapOf(logins: number): Promise<number> {
  const before = collectedHeap();
  const index = createMemoryIndex(logins);
  const pass = { number: 1, nextPage: 1, total: logins, beganAt: 0, marks: { id: null, changed: null } };
  await index.begin('p', 1, 0);
  const entries = Array.from({ length: logins }, (_, place) => ({
    id: `${place}`,
    // As long as a SHA-256 in base64url.
    key: `${place}`.padStart(43, 'k'),
    preferred: true,
    changed: 1_700_000_000_000,
  }));
  await index.remember('p', pass, entries);
  entries.length = 0;
  const after = collectedHeap();
  await index.count('p'); // keeps the index alive until here
  return after - before;
}

/** Measures how long the index takes to fill in front of a near upstream, and what it keeps in memory. */
export async function coldLookup(write: (line: string) => void, { quick }: BenchOptions) {
  buildGateway();
  const progress = createProgress(process.stderr);
  const fills: ColdLookup[] = [];
  write('cold lookup: until the oldest offer is found by its login, 1.5 KB an offer, 50 a page');
  for (const offers of quick ? [10_000] : [10_000, 100_000]) {
    progress.show(`index of ${offers} offers`);
    const { seconds, grownBytes } = await fill(offers);
    progress.clear();
    fills.push({ offers, seconds, grownBytes });
    const rate = (offers / seconds).toFixed(0);
    write(
      `  ${offers} offers: ${seconds.toFixed(1)} s, ${rate} offers/s, RSS +${(grownBytes / 1e6).toFixed(0)} MB`,
    );
  }
  const heapPer100000 = await heapOf(100_000);
  write(`  100,000 logins keep ${(heapPer100000 / 1e6).toFixed(1)} MB of heap`);
  return { fills, heapPer100000 };
}
