import type { Logger } from 'pino';
import { describeThrow } from '../../gateway/gatewayEvents';
import type { Result } from '../../contract/result';
import type { AlarmCondition, Alarms } from '../../cutover/alarms';
import type { Candidate, MappingSource, MappingsThread } from './mappingsThread';

/** Outcome of a reload; a hash identifies the texts. */
export type ReloadOutcome =
  | { readonly kind: 'replaced'; readonly hash: string; readonly before: string }
  /** The texts that were read are already in force. */
  | { readonly kind: 'unchanged'; readonly hash: string }
  /** The texts in force stay. */
  | { readonly kind: 'refused'; readonly hash: string; readonly reasons: readonly string[] };

/** Parts of createReload. */
export interface ReloadParts<Candidate> {
  /** Hash of the texts in force at the start. */
  readonly hash: string;
  /** Reads and checks the files; `unchanged`: their texts are already in force. */
  readonly load: (inForce: string) => Promise<Result<Candidate | 'unchanged', readonly string[]>>;
  readonly hashOf: (candidate: Candidate) => string;
  /** Puts a candidate in force, in one step. */
  readonly use: (candidate: Candidate) => void;
  readonly report: (outcome: ReloadOutcome) => void;
}

/** Replaces the texts in force by a checked candidate. */
export interface Reload {
  /** Hash of the texts in force. */
  readonly hash: () => string;
  /** Resolves when the present files, or later ones, have been put in force or refused. Never rejects. */
  readonly reload: () => Promise<void>;
}

/**
 * Creates a reload that runs once at a time. Requests during one run share the next, so a burst of changes costs two
 * runs.
 */
export function createReload<Candidate>(reloadParts: ReloadParts<Candidate>): Reload {
  const { load, hashOf, use, report } = reloadParts;
  let { hash } = reloadParts;
  let last = Promise.resolve();
  let waiting: Promise<void> | undefined;

  const once = async (): Promise<ReloadOutcome> => {
    const candidate = await load(hash);
    if (!candidate.ok) return { kind: 'refused', hash, reasons: candidate.failure };
    if (candidate.value === 'unchanged') return { kind: 'unchanged', hash };
    use(candidate.value);
    const hashBefore = hash;
    hash = hashOf(candidate.value);
    return { kind: 'replaced', hash, before: hashBefore };
  };
  const run = async (): Promise<void> => {
    waiting = undefined;
    // A throw is a bug in a check; the texts in force are still good.
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

/** Options of reportReload. */
interface ReloadReport {
  /** Name of the reloaded thing, e.g. `mappings`. */
  readonly what: string;
  /** Text for a refusal that says what stays in force. */
  readonly stays: string;
  /** True if the log may show the hash. */
  readonly named: boolean;
  readonly logger: Logger;
  readonly alarms: Pick<Alarms, 'take'>;
}

function findingsOf(outcome: ReloadOutcome, { what, stays }: ReloadReport): readonly AlarmCondition[] {
  if (outcome.kind !== 'refused') return [];
  const { reasons } = outcome;
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : '';
  const text = `a change of the ${what} is refused, ${stays}: ${reasons[0]?.split('\n')[0] ?? ''}${more}`;
  return [{ kind: `refused ${what}`, severity: 'warning', subject: '*', text }];
}

/** Logs every outcome of a reload; a refusal raises an alarm until a later reload succeeds. */
export function reportReload(options: ReloadReport): (outcome: ReloadOutcome) => void {
  const { what, stays, named, logger, alarms } = options;
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
    alarms.take(what, findingsOf(outcome, options));
  };
}

/** Options of openReload. */
export interface ReloadSource extends MappingSource, Pick<ReloadParts<Candidate>, 'hash' | 'use'> {
  readonly thread: Pick<MappingsThread, 'read'>;
  readonly logger: Logger;
  readonly alarms: Pick<Alarms, 'take'>;
}

/** Creates the reload of the mappings in a folder; logs every outcome and raises an alarm on a refusal. */
export function openReload({ folder, dates, thread, hash, use, logger, alarms }: ReloadSource): Reload {
  return createReload({
    hash,
    use,
    load: (inForce) => thread.read({ folder, dates }, inForce),
    hashOf: ({ mappings }) => mappings.hash,
    report: reportReload({ what: 'mappings', stays: 'the ones in force stay', named: true, logger, alarms }),
  });
}
