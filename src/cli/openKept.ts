import type { Config } from '../config/config';
import type { CutoverStore } from '../cutover/cutoverStore';
import { memoryStore } from '../cutover/memoryStore';
import type { StageEvent } from '../cutover/stageEvent';
import { verifyChain } from '../cutover/verifyChain';
import { failure, type Result, success } from '../translation/result';
import type { Closers } from './closers';
import { storeFault } from './storeFault';

/** A store, and the log that it holds. */
export interface Kept {
  readonly store: CutoverStore;
  readonly kept: readonly StageEvent[];
}

const ELSE = 'put a copy back, or move the file away to begin at stage v1';

/** Opens the store of the cutover as configured and verifies its log, or says why it cannot be used. */
export async function openKept(
  { cutover }: Config,
  closers: Closers,
): Promise<Result<Kept, readonly string[]>> {
  if (cutover.store.kind === 'memory') return success({ store: memoryStore(), kept: [] });
  const { file } = cutover.store;
  try {
    const { openCutoverStore } = await import('./openCutoverStore.js');
    const { store, close } = await openCutoverStore(file);
    closers.add(close);
    const kept = await store.events();
    const verdict = verifyChain(kept);
    if (verdict.ok) return success({ store, kept });
    const line = `cutover.store: ${file}: line ${verdict.seq} of the log is broken: ${verdict.problem}`;
    return failure([`${line}\n  = hint: ${ELSE}`]);
  } catch (error) {
    return failure([storeFault('cutover.store', file, error, ELSE)]);
  }
}
