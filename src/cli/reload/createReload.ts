import { describeThrow } from '../../gateway/describeThrow';
import type { Mappings } from '../../mapping/loadMappings';
import type { Result } from '../../translation/result';
import type { Candidate } from './loadCandidate';
import type { ReloadOutcome } from './reloadOutcome';

/** What a reload works with. */
export interface ReloadParts {
  /** Names the mappings in force at the beginning. */
  readonly hash: string;
  readonly load: () => Promise<Result<Candidate, readonly string[]>>;
  /** Answers what speaks against a candidate. */
  readonly attempt: (candidate: Candidate) => Promise<readonly string[]>;
  /** Puts mappings in force, in one step; the fixtures beside them are examples. */
  readonly use: (mappings: Mappings, fixtures: Candidate['fixtures']) => void;
  readonly report: (outcome: ReloadOutcome) => void;
}

/** The mappings in force, and the way to others. */
export interface Reload {
  /** Names the mappings in force. */
  readonly hash: () => string;
  /** Ends when what stands in the folder now, or later, has been taken over or refused. Never fails. */
  readonly reload: () => Promise<void>;
}

/** Reloads one after the other; whoever asks during one shares the next, so that a burst of changes costs two. */
export function createReload({ hash: first, load, attempt, use, report }: ReloadParts): Reload {
  let hash = first;
  let last = Promise.resolve();
  let waiting: Promise<void> | undefined;

  const once = async (): Promise<ReloadOutcome> => {
    const candidate = await load();
    if (!candidate.ok) return { kind: 'refused', hash, reasons: candidate.failure };
    const { mappings, fixtures } = candidate.value;
    if (mappings.hash === hash) return { kind: 'unchanged', hash };
    const reasons = await attempt(candidate.value);
    if (reasons.length > 0) return { kind: 'refused', hash, reasons };
    const before = hash;
    use(mappings, fixtures);
    hash = mappings.hash;
    return { kind: 'replaced', hash, before };
  };
  const run = async (): Promise<void> => {
    waiting = undefined;
    // A throw is a bug in a check; the mappings in force are as good as before.
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
