import type { ComparisonStore } from '../../comparison/keep/comparisonStore';
import { type Collection, createCollection } from '../../comparison/keep/collection';
import type { Epochs } from '../../comparison/keep/evidenceLoader';
import type { Clock } from '../../contract/clock';
import type { AlarmCondition, Alarms } from '../../cutover/alarms';
import { type Closers, inRounds } from '../closers';
import { createJournal } from '../../contract/journal';
import type { LineOf } from '../../comparison/judge/judgedEvidence';
import { createComparedFigures } from '../../comparison/report/comparedFigures';
import { createComparisonJudge } from '../../comparison/judge/comparisonJudge';
import { createRuleWatch } from '../../comparison/judge/ruleHits';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Config } from '../../config/configuration';
import { SuddenRows } from '../../cutover/evidence/suddenRows';
import type { Cutover } from '../../cutover/cutover';
import type { CutoverSubject } from '../../cutover/evidence/evidence';
import type { Notice } from '../../cutover/notices';
import { originsIn } from '../../mapping/explain/origins';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { systemClock } from '../systemClock';
import {
  comparisonsOf,
  noteCompared,
  openAccounts,
  resolutionsIn,
  resolveOutages,
  sharePairs,
  watchCompared,
} from './comparedEvidence';
import { createMergedRecorder } from '../../shadow/recordingBuffer';
import { comparisonPrivacy, comparisonSecret } from '../openShadow';

/** Interval (ms) of saving evidence, and the most that a killed process loses. */
const ROUND = 5_000;

interface EvidenceKeeping extends Pick<Collection, 'flush'> {
  readonly store: Pick<ComparisonStore, 'renew'>;
  readonly alarms: Pick<Alarms, 'take'>;
  readonly clock: Clock;
}

const storeAlarm = (reason: string): AlarmCondition => {
  const text = `the store of the comparison cannot be relied on (${reason}): evidence waits in memory`;
  return { kind: 'store comparison', severity: 'warning', subject: '*', text };
};

/** Flushes evidence in rounds and once more at the end; raises an alarm while the store fails. */
export function keepEvidence({ flush, store, alarms, clock }: EvidenceKeeping, closers: Closers): void {
  const { attend } = createJournal(clock.now, (health) => {
    alarms.take('comparison.store', health.ok ? [] : [storeAlarm(health.reason)]);
  });
  const work = () => attend({ renew: store.renew, save: flush });
  closers.add(inRounds({ work, first: ROUND, pause: ROUND, clock }));
}

interface CollectionOptions {
  readonly config: Config;
  readonly store: ComparisonStore;
  /** Resources with the epochs of their evidence. */
  readonly subject: CutoverSubject;
  readonly rules: readonly IgnoreRule[];
  /** Mappings, which name the line that causes a difference. */
  readonly mappings: Pick<Mappings, 'resources'>;
  readonly cutover: Pick<
    Cutover,
    'change' | 'observe' | 'recount' | 'events' | 'figures' | 'alarms' | 'callerName' | 'share' | 'isLeader'
  >;
  /** Receives notices of agreed differences that expire. */
  readonly notify: (notice: Notice) => void;
  /** The system clock by default. */
  readonly clock?: Clock | undefined;
}

const epochsOf = ({ resources }: CutoverSubject): Epochs =>
  new Map(resources.map(({ name, epoch }) => [name, epoch]));

/** Comparison in a process, which judges the pairs of all processes that share its store. */
export type OpenedComparison = Awaited<ReturnType<typeof openComparison>>;

/** Opens the comparison from the stored evidence. Rejects if it cannot be read. */
export async function openComparison(
  { config, store, subject, rules, mappings, cutover, notify, clock = systemClock }: CollectionOptions,
  closers: Closers,
) {
  const privacy = comparisonPrivacy(config, comparisonSecret(config));
  const accounts = openAccounts(await store.ended(), subject, cutover);
  const watchRules = createRuleWatch({
    rules,
    // One process notifies for all that share the store.
    notify: (notice) => (cutover.isLeader() ? notify(notice) : undefined),
    now: clock.now,
  });
  let origins = originsIn(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const figures = createComparedFigures(() => collection.report(), clock.now);
  const rows = new SuddenRows('differences');
  const { pairs, share } = sharePairs(cutover, () => collection, accounts);
  const collection = await createCollection(
    {
      ...{ privacy, accounts, store },
      openJudge: (epochs) =>
        createComparisonJudge({
          epoch: [...epochs.values()].join('-'),
          isCurrent: ({ resource, epoch }) => epochs.get(resource) === epoch,
          rules,
          lineOf,
          resolutions: resolutionsIn(cutover.events()),
        }),
      onObserved: (observed, verdict) => {
        const { counts, differs } = verdict;
        watchRules(observed);
        const { resource, caller, operation, signature } = observed;
        noteCompared(rows, observed, differs, clock.now());
        figures.count(observed, verdict);
        if (counts) cutover.observe(resource, { kind: 'compared', caller, operation, signature, differs });
      },
      recounted: (resource, all) => {
        cutover.recount(resource, comparisonsOf(resource, all));
        figures.renew();
      },
      taken: (observed, sample) => pairs.add({ observed, sample }),
      saves: cutover.isLeader,
      window: config.comparison.windowMs,
      now: clock.now,
    },
    epochsOf(subject),
  );
  watchCompared(cutover, rows, figures, clock);
  const flush = () => collection.flush().then(() => resolveOutages(cutover, figures.report()));
  keepEvidence({ flush, store, alarms: cutover.alarms, clock }, closers);
  share();
  return {
    ...{ collection, accounts, privacy, rules, recorder: createMergedRecorder(clock) },
    figures,
    /** Starts the evidence of other mappings; if the store fails, the next round tries again. */
    adopt: async (next: CutoverSubject, { resources }: Pick<Mappings, 'resources'>): Promise<void> => {
      origins = originsIn(resources);
      await collection.adopt(epochsOf(next)).catch(() => undefined); // the next round tries again, and says what fails
      figures.renew();
    },
  };
}
