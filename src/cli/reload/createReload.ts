import { describeThrow } from '../../gateway/describeThrow';
import type { Result } from '../../translation/result';
import type { ReloadOutcome } from './reloadOutcome';

/** What a reload works with. */
export interface ReloadParts<Candidate> {
  /** Names what is in force at the beginning. */
  readonly hash: string;
  readonly load: () => Promise<Result<Candidate, readonly string[]>>;
  readonly hashOf: (candidate: Candidate) => string;
  /** Answers what speaks against a candidate that could be loaded; absent: nothing does. */
  readonly attempt?: (candidate: Candidate) => Promise<readonly string[]>;
  /** Puts a candidate in force, in one step. */
  readonly use: (candidate: Candidate) => void;
  readonly report: (outcome: ReloadOutcome) => void;
}

/** What is in force, and the way to something else. */
export interface Reload {
  /** Names what is in force. */
  readonly hash: () => string;
  /** Ends when what stands in the files now, or later, has been taken over or refused. Never fails. */
  readonly reload: () => Promise<void>;
}

/** Reloads one after the other; whoever asks during one shares the next, so that a burst of changes costs two. */
export function createReload<Candidate>(parts: ReloadParts<Candidate>): Reload {
  const { load, hashOf, attempt, use, report } = parts;
  let { hash } = parts;
  let last = Promise.resolve();
  let waiting: Promise<void> | undefined;

  const once = async (): Promise<ReloadOutcome> => {
    const candidate = await load();
    if (!candidate.ok) return { kind: 'refused', hash, reasons: candidate.failure };
    const next = hashOf(candidate.value);
    if (next === hash) return { kind: 'unchanged', hash };
    const reasons = (await attempt?.(candidate.value)) ?? [];
    if (reasons.length > 0) return { kind: 'refused', hash, reasons };
    const before = hash;
    use(candidate.value);
    hash = next;
    return { kind: 'replaced', hash, before };
  };
  const run = async (): Promise<void> => {
    waiting = undefined;
    // A throw is a bug in a check; what is in force is as good as before.
    report(
      await once().catch((thrown: unknown) => ({ kind: 'refused', hash, reasons: [describeThrow(thrown)] })),
    );
  };
  return {
    hash: () => hash,
    reload: () => {
      waiting ??= last = last.then(run);
      return waiting;
    },
  };
}
