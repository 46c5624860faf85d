import type { ComparisonStore } from '../../comparison/keep/comparisonStore';
import {
  type Collection,
  type Counted,
  createCollection,
  type Epochs,
} from '../../comparison/keep/collection';
import type { Clock } from '../../contract/clock';
import type { AlarmCondition, Alarms } from '../../cutover/alarms';
import { type Closers, inRounds } from '../closers';
import { createJournal } from '../../contract/journal';
import type { ComparisonIssue, ComparisonReport } from '../../comparison/report/comparisonReport';
import type { LineOf, Resolution } from '../../comparison/judge/judgedEvidence';
import { type ComparedFigures, createComparedFigures } from '../../comparison/report/comparedFigures';
import { type ClusterAccounts, createClusterAccounts } from '../../comparison/keep/comparisonAccounts';
import { createComparisonJudge } from '../../comparison/judge/comparisonJudge';
import type { Privacy } from '../../comparison/keep/privacy';
import { createRuleWatch } from '../../comparison/judge/ruleHits';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Config } from '../../config/configuration';
import type { ComparedAt } from '../../cutover/evidence/dailyEvidence';
import type { Cutover } from '../../cutover/cutover';
import type { CutoverSubject } from '../../cutover/evidence/evidence';
import type { Notice } from '../../cutover/notices';
import type { StageEvent } from '../../cutover/stages/stageEvent';
import { originsIn } from '../../mapping/explain/origins';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { systemClock } from '../systemClock';

/** Interval (ms) of saving evidence: a killed process loses at most so much. */
const ROUND = 5_000;

/** Options of keepEvidence. */
interface EvidenceKeeping extends Pick<Collection, 'flush'> {
  readonly store: Pick<ComparisonStore, 'renew'>;
  readonly alarms: Pick<Alarms, 'take'>;
  readonly clock: Clock;
}

/** Flushes evidence in rounds and once more at the end; raises an alarm while the store fails. */
export function keepEvidence({ flush, store, alarms, clock }: EvidenceKeeping, closers: Closers): void {
  const { attend } = createJournal(clock.now, (health) => {
    if (health.ok) return alarms.take('comparison.store', []);
    const text = `the store of the comparison cannot be relied on (${health.reason}): evidence waits in memory`;
    alarms.take('comparison.store', [{ kind: 'store comparison', severity: 'warning', subject: '*', text }]);
  });
  const work = () => attend({ renew: store.renew, save: flush });
  closers.add(inRounds({ work, first: ROUND, pause: ROUND, clock }));
}

/** Issues named in one sentence. */
const NAMED = 3;

const isHurtful = ({ state, severity }: ComparisonIssue): boolean =>
  state === 'regression' && (severity === 'breaking' || severity === 'suspicious');

/** Returns an alarm per resource with proven regressions: critical if v2 answers some clients, by `isServed`. */
export function regressionFindings(
  { issues }: Pick<ComparisonReport, 'issues'>,
  isServed: (resource: string) => boolean,
): readonly AlarmCondition[] {
  const proven = issues.filter(isHurtful);
  return [...new Set(proven.map(({ resource }) => resource))].map((subject) => {
    const found = proven.filter(({ resource }) => resource === subject);
    const named = found
      .slice(0, NAMED)
      .map(({ operation, path, kind }) => `${kind} at ${path} of ${operation}`);
    const more = found.length > NAMED ? `, and ${found.length - NAMED} more` : '';
    const hurts = isServed(subject);
    // A person has to judge the difference: v2 may be right.
    const next = hurts ? `, and \`lifeboat stage set ${subject} shadow\` to go back` : '';
    const text = `${subject}: v2 is proven to answer otherwise than v1 (${named.join(', ')}${more}): see \`lifeboat diff\`${next}`;
    return { kind: 'regression', severity: hurts ? 'critical' : 'warning', subject, text };
  });
}

/** Options of openCollection. */
export interface CollectionOptions {
  readonly config: Config;
  readonly store: ComparisonStore;
  /** Resources with the epochs of their evidence. */
  readonly subject: CutoverSubject;
  readonly rules: readonly IgnoreRule[];
  /** Mappings, which show the line that causes a difference. */
  readonly mappings: Pick<Mappings, 'resources'>;
  readonly cutover: Pick<Cutover, 'observe' | 'recount' | 'events' | 'figures' | 'alarms'>;
  /** Receives notices of agreed differences that expire. */
  readonly notify: (notice: Notice) => void;
  /** The system clock by default. */
  readonly clock?: Clock | undefined;
}

/** Collected evidence, and its accounts and figures. */
export interface OpenedCollection {
  readonly collection: Collection;
  readonly accounts: ClusterAccounts;
  readonly figures: Pick<ComparedFigures, 'differences' | 'report'>;
  /** Begins evidence of other mappings; if the store fails, the next round tries again. */
  readonly adopt: (subject: CutoverSubject, mappings: Pick<Mappings, 'resources'>) => Promise<void>;
}

const epochsOf = ({ resources }: CutoverSubject): Epochs =>
  new Map(resources.map(({ name, epoch }) => [name, epoch]));

/** Reads the resolutions of issues from the log. */
const resolutionsIn = (events: readonly StageEvent[]): readonly Resolution[] =>
  events.flatMap(({ at, actor: by, reason, change }) =>
    change.kind === 'resolve' ? change.causes.map((cause) => ({ ...cause, at, by, reason })) : [],
  );

/** Selects the comparisons of one resource that count as evidence of its cutover. */
const comparisonsOf = (resource: string, all: readonly Counted[]): readonly ComparedAt[] =>
  all.flatMap(({ observed: { at, caller, operation, signature, ...observed }, verdict }) =>
    observed.resource === resource && verdict.counts
      ? [{ kind: 'compared', at, caller, operation, signature, differs: verdict.differs }]
      : [],
  );

/** Continues from the stored evidence. Rejects when it cannot be read. */
export async function openCollection(
  { config, store, subject, rules, mappings, cutover, notify, clock = systemClock }: CollectionOptions,
  privacy: Privacy,
  closers: Closers,
): Promise<OpenedCollection> {
  const accounts = createClusterAccounts(await store.ended());
  const watchRules = createRuleWatch({ rules, notify, now: clock.now });
  let origins = originsIn(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const figures = createComparedFigures(() => collection.report(), clock.now);
  const resolutions = () => resolutionsIn(cutover.events());
  const collection = await createCollection(
    {
      privacy,
      accounts,
      store,
      openJudge: (epochs) =>
        createComparisonJudge({
          epoch: [...epochs.values()].join('-'),
          isCurrent: ({ resource, epoch }) => epochs.get(resource) === epoch,
          ...{ rules, lineOf, resolutions: resolutions() },
        }),
      onObserved: (observed, { counts, differs }) => {
        watchRules(observed);
        const { resource, caller, operation, signature } = observed;
        if (counts && differs) figures.count(observed);
        if (counts) cutover.observe(resource, { kind: 'compared', caller, operation, signature, differs });
      },
      recounted: (resource, all) => {
        cutover.recount(resource, comparisonsOf(resource, all));
        figures.renew();
      },
      resolutions,
      window: config.comparison.windowMs,
      now: clock.now,
    },
    epochsOf(subject),
  );
  const { alarms } = cutover;
  const isServed = (resource: string): boolean => cutover.figures(resource).percent > 0;
  alarms.watch(() => regressionFindings(figures.report(), isServed));
  keepEvidence({ flush: collection.flush, store, alarms, clock }, closers);
  return {
    collection,
    accounts,
    figures,
    adopt: async (next, { resources }) => {
      origins = originsIn(resources);
      await collection.adopt(epochsOf(next)).catch(() => undefined); // the next round tries again, and says what fails
      figures.renew();
    },
  };
}
