import { chainEntry } from './chainEntry';
import type { StageEvent } from './stageEvent';

/** Whether a log is whole, or the first line that does not follow from the one before. */
export type ChainVerdict =
  | { readonly ok: true; readonly events: number }
  | { readonly ok: false; readonly seq: number; readonly problem: string };

function problemOf(event: StageEvent, last: StageEvent | undefined): string | undefined {
  const { seq, prevHash, hash, ...entry } = event;
  const expected = chainEntry(last, entry);
  if (seq !== expected.seq) return `line ${expected.seq} is missing`;
  if (prevHash !== expected.prevHash) return 'it is not bound to the line before it';
  return hash === expected.hash ? undefined : 'it is not what was written';
}

/** Follows the chain from its first line. A cut-off end cannot be seen from inside: keep the latest hash elsewhere. */
export function verifyChain(events: readonly StageEvent[]): ChainVerdict {
  let last: StageEvent | undefined;
  for (const event of events) {
    const problem = problemOf(event, last);
    if (problem !== undefined) return { ok: false, seq: event.seq, problem };
    last = event;
  }
  return { ok: true, events: events.length };
}
