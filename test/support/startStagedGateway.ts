import { createHash } from 'node:crypto';
import { evidenceSubject } from '../../src/runtime/inputFiles.js';
import { type Cutover, createCutover } from '../../src/cutover/cutover.js';
import type { CounterStore } from '../../src/cutover/counters.js';
import type { CutoverStore } from '../../src/cutover/cutoverStore.js';
import { openMemoryStore } from '../../src/store/wholeStore.js';
import type { Notice } from '../../src/cutover/notices.js';
import type { Plan } from '../../src/cutover/plan.js';
import type { Clock } from '../../src/contract/clock.js';
import { createClientKeys } from '../../src/gateway/keys/clientKeys.js';
import { realClock } from './realClock.ts';
import { shipped } from './shipped.ts';
import { startGateway } from './startGateway.ts';

/** A clock whose time of day a test sets, and whose delays are real. */
export interface StoryClock extends Clock {
  readonly set: (now: number) => void;
}

export function storyClock(start: number): StoryClock {
  let now = start;
  return {
    now: () => now,
    steady: realClock.steady,
    schedule: (delay, action) => {
      const timer = setTimeout(action, delay).unref(); // what nobody waits for does not keep a test alive
      return () => clearTimeout(timer);
    },
    set: (next) => (now = next),
  };
}

export interface StagedSettings {
  readonly v1: string;
  readonly v2: string;
  /** The key that clients of v1 hold, and the one that it stands for. */
  readonly keys: { readonly v1: string; readonly v2: string };
  readonly clock: StoryClock;
  readonly sunset: number;
  readonly plan?: Plan;
  readonly store?: CutoverStore;
  readonly counters?: CounterStore;
}

export const STORY_TOKEN = 'a-token-for-the-operator-of-the-story';

/** The whole gateway with its cutover, as `lifeboat serve` puts it together, on a clock that a test sets. */
export async function startStagedGateway(settings: StagedSettings) {
  const { v1, v2, keys, clock, sunset, plan } = settings;
  const memory = await openMemoryStore();
  const { store = memory.cutover, counters = memory.counters } = settings;
  const mappings = shipped();
  const notices: Notice[] = [];
  const cutover: Cutover = await createCutover({
    subject: evidenceSubject(mappings, []),
    sunset,
    seed: 'story',
    fallback: true,
    store,
    counters,
    plan,
    clock,
    notify: (notice) => void notices.push(notice),
  });
  const digest = createHash('sha256').update(keys.v1).digest();
  const table = [{ v1: digest, v2: [keys.v2] as const }];
  const clientKeys = createClientKeys(table, { strangers: false, v2Paths: 'exchange' });
  const ending = new Date(sunset).toISOString();
  const { origin, close } = await startGateway({
    v1,
    v2,
    mappings,
    keys: clientKeys,
    staged: { cutover, clock },
    environment: {
      LIFEBOAT_UPSTREAM_V1: v1,
      LIFEBOAT_ADMIN_TOKEN: STORY_TOKEN,
      LIFEBOAT_SUNSET: ending,
      LIFEBOAT_DEPRECATION: ending,
    },
  });
  return {
    origin,
    cutover,
    notices,
    store,
    /** Fingerprint of the clients' key. */
    caller: digest.toString('hex').slice(0, 12),
    close,
  };
}
