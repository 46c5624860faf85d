import type { Logger } from 'pino';
import { describeThrow } from '../../gateway/gatewayEvents';
import type { Result } from '../../contract/result';
import type { AlarmCondition, Alarms } from '../../cutover/alarms';
import { systemClock } from '../systemClock';
import type { Closers } from '../closers';
import { type Candidate, createCandidateThread } from './candidateThread';

/** How a reload ended; hashes name texts. */
export type ReloadOutcome =
  | { readonly kind: 'replaced'; readonly hash: string; readonly before: string }
  /** What was read is in force already. */
  | { readonly kind: 'unchanged'; readonly hash: string }
  /** What is in force stays. */
  | { readonly kind: 'refused'; readonly hash: string; readonly reasons: readonly string[] };

/** What a reload works with. */
export interface ReloadParts<Candidate> {
  /** Names what is in force at the beginning. */
  readonly hash: string;
  /** Reads and checks what stands in the files; answers `unchanged` for what is in force already. */
  readonly load: (inForce: string) => Promise<Result<Candidate | 'unchanged', readonly string[]>>;
  readonly hashOf: (candidate: Candidate) => string;
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
  const { load, hashOf, use, report } = parts;
  let { hash } = parts;
  let last = Promise.resolve();
  let waiting: Promise<void> | undefined;

  const once = async (): Promise<ReloadOutcome> => {
    const candidate = await load(hash);
    if (!candidate.ok) return { kind: 'refused', hash, reasons: candidate.failure };
    if (candidate.value === 'unchanged') return { kind: 'unchanged', hash };
    use(candidate.value);
    const before = hash;
    hash = hashOf(candidate.value);
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

/** What is reloaded, and who hears of it. */
interface ReloadNews {
  /** Names it, e.g. `mappings`. */
  readonly what: string;
  /** Says of a refusal what is in force then. */
  readonly stays: string;
  /** True where the log may name it by its hash. */
  readonly named: boolean;
  readonly logger: Logger;
  readonly alarms: Pick<Alarms, 'take'>;
}

function findingsOf(outcome: ReloadOutcome, { what, stays }: ReloadNews): readonly AlarmCondition[] {
  if (outcome.kind !== 'refused') return [];
  const { reasons } = outcome;
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : '';
  const text = `a change of the ${what} is refused, ${stays}: ${reasons[0]?.split('\n')[0] ?? ''}${more}`;
  return [{ kind: `refused ${what}`, severity: 'warning', subject: '*', text }];
}

/** Tells the log of every outcome of a reload; a refusal is an alarm until something is taken over. */
export function reportReload(news: ReloadNews): (outcome: ReloadOutcome) => void {
  const { what, stays, named, logger, alarms } = news;
  const log = (outcome: ReloadOutcome): void => {
    const hash = named ? { [what]: outcome.hash } : {};
    switch (outcome.kind) {
      case 'replaced':
        logger.info(named ? { ...hash, before: outcome.before } : {}, `${what} replaced`);
        return;
      case 'unchanged':
        logger.info(hash, `${what} unchanged`);
        return;
      case 'refused':
        logger.error({ ...hash, reasons: outcome.reasons }, `${what} refused; ${stays}`);
    }
  };
  return (outcome) => {
    log(outcome);
    alarms.take(what, findingsOf(outcome, news));
  };
}

/** What is reloaded, and from where. */
export interface ReloadSource extends Pick<ReloadParts<Candidate>, 'hash' | 'use'> {
  readonly folder: string;
  readonly logger: Logger;
  readonly alarms: Pick<Alarms, 'take'>;
}

/** Reloads the mappings from a folder; the log hears of every outcome, and a refusal is an alarm. */
export function openReload({ folder, hash, use, logger, alarms }: ReloadSource, closers: Closers): Reload {
  const thread = createCandidateThread(systemClock);
  closers.add(thread.close);
  return createReload({
    hash,
    use,
    load: (inForce) => thread.read(folder, inForce),
    hashOf: ({ mappings }) => mappings.hash,
    report: reportReload({ what: 'mappings', stays: 'the ones in force stay', named: true, logger, alarms }),
  });
}
