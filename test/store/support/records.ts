import type { AmbiguousWrite } from '../../../src/cutover/cutoverStore';
import { chainEntry, type StageEntry } from '../../../src/cutover/stages/stageEvent';
import type { UsageRow } from '../../../src/usage/usageRow';

/** An entry of the log of stages, the first event made of it, a write and a row of usage. */
export const entry: StageEntry = {
  ...{ at: 1_750_000_000_000, actor: 'ada', resource: 'offer', from: 'v1', cause: 'manual', reason: 'ü "q"' },
  ...{ change: { kind: 'hold', until: undefined }, evidence: ['a sentence'], step: '', mappingHash: 'e1' },
};
export const first = chainEntry(undefined, entry);

export const write: AmbiguousWrite = {
  ...{ id: 'r-1', at: 5, resource: 'offer', operation: 'x', target: 'PATCH /v1/offers/1', caller: 'a' },
  ...{ side: 'v2', problem: 'upstreamTimeout', found: undefined, closed: undefined },
};

export const used: UsageRow = {
  ...{ day: 20_000, caller: 'a', program: 'bot', resource: 'account', operation: 'getAccount' },
  ...{ requests: 3, errors: 1, byV1: 2, byV2: 1, refused: 0, bodies: 0, latest: 1_750_000_000_000 },
  traits: { 'textNumber price': 2 },
};
