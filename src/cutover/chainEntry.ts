import { createHash } from 'node:crypto';
import type { Entry, StageEvent } from './stageEvent';

const NONE_BEFORE = '0'.repeat(64);

type Unsealed = Omit<StageEvent, 'hash'>;

/** Members in a fixed order, so that the same event has the same hash wherever it was read from. */
function hashOf(event: Unsealed): string {
  const { seq, at, actor, resource, from, change, cause, reason, evidence, step, mappingHash, prevHash } =
    event;
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const sorted = given.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = [seq, at, actor, resource, from, sorted, cause, reason, evidence, step, mappingHash, prevHash];
  return createHash('sha256').update(JSON.stringify(text)).digest('hex');
}

/** Binds an entry to the line before it. */
export function chainEntry(last: StageEvent | undefined, entry: Entry): StageEvent {
  const unsealed = { ...entry, seq: (last?.seq ?? 0) + 1, prevHash: last?.hash ?? NONE_BEFORE };
  return { ...unsealed, hash: hashOf(unsealed) };
}
