import type { SeenPair } from '../../../src/comparison/keep/observation.js';
import type { AmbiguousWrite } from '../../../src/cutover/cutoverStore.js';
import { chainEntry, type StageEntry } from '../../../src/cutover/stages/stageEvent.js';
import type { CounterRow } from '../../../src/cutover/counters.js';

/** An entry of the log of stages, the first event made of it, a write and a row of the counters. */
export const entry: StageEntry = {
  at: 1_750_000_000_000,
  actor: 'ada',
  resource: 'offer',
  from: 'v1',
  cause: 'manual',
  reason: 'ü "q"',
  change: { kind: 'hold', until: undefined },
  evidence: ['a sentence'],
  step: '',
  mappingHash: 'e1',
};
export const firstStageEvent = chainEntry(undefined, entry);

export const write: AmbiguousWrite = {
  id: 'r-1',
  at: 5,
  resource: 'offer',
  operation: 'x',
  target: 'PATCH /v1/offers/1',
  caller: 'a',
  side: 'v2',
  problem: 'upstreamTimeout',
  found: undefined,
  closed: undefined,
};

export const used: CounterRow = {
  bucketAt: 20_000 * 86_400_000,
  bucketSeconds: 86_400,
  caller: 'a',
  program: 'bot',
  resource: 'account',
  operation: 'getAccount',
  side: 'v1',
  outcome: 'answered',
  trait: '',
  requests: 3,
  latest: 1_750_000_000_000,
};

/** A compared pair without a difference. */
export const observed = (id: string, at = 1, epoch = 'e'): SeenPair => ({
  id,
  at,
  epoch,
  resource: 'account',
  operation: 'getAccount',
  caller: '',
  request: 'r',
  signature: 's',
  outcome: 'compared',
  differences: [],
});
