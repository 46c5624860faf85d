import { type ComparisonStore, memoryComparisonStore } from '../../comparison/keep/comparisonStore';
import {
  type Collection,
  type Counted,
  createCollection,
  type Epochs,
} from '../../comparison/keep/collection';
import type { Clock } from '../../contract/clock';
import type { AlarmCondition, Alarms } from '../../cutover/alarms';
import { type Closers, inRounds } from '../closers';
import { reasonOf, storeFault } from '../files';
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
import { failure, type Result, success } from '../../contract/result';
import { systemClock } from '../systemClock';

/** How often (ms) what has come together is kept: so much a kill costs at most. */
const ROUND = 5_000;

/** What evidence is kept with. */
interface EvidenceKeeping extends Pick<Collection, 'flush'> {
  readonly store: Pick<ComparisonStore, 'renew'>;
  readonly alarms: Pick<Alarms, 'take'>;
  readonly clock: Clock;
}

/** Flushes now and again and again, and once more at the end; it is an alarm when the store fails. */
export function keepEvidence({ flush, store, alarms, clock }: EvidenceKeeping, closers: Closers): void {
  let isSound = true;
  const failed = (error: unknown): void => {
    isSound = false;
    const text = `the store of the comparison cannot be relied on (${reasonOf(error)}): evidence waits in memory`;
    alarms.take('comparison.store', [{ kind: 'store comparison', severity: 'warning', subject: '*', text }]);
  };
  const attempt = async (): Promise<void> => {
    try {
      if (!isSound) await store.renew();
      await flush();
      isSound = true;
      alarms.take('comparison.store', []);
    } catch (error) {
      failed(error);
    }
  };
  closers.add(inRounds({ work: attempt, first: ROUND, pause: ROUND, clock }));
}

/** Issues that a sentence names. */
const NAMED = 3;

const isHurtful = ({ state, severity }: ComparisonIssue): boolean =>
  state === 'regression' && (severity === 'breaking' || severity === 'suspicious');

/** Proven regressions by resource: critical where v2 answers some clients, for whom `isServed` speaks. */
export function regressionFindings(
  { issues }: Pick<ComparisonReport, 'issues'>,
  isServed: (resource: string) => boolean,
): readonly AlarmCondition[] {
  const proven = issues.filter(isHurtful);
  return [...new Set(proven.map(({ resource }) => resource))].map((subject) => {
    const its = proven.filter(({ resource }) => resource === subject);
    const named = its
      .slice(0, NAMED)
      .map(({ operation, path, kind }) => `${kind} at ${path} of ${operation}`);
    const more = its.length > NAMED ? `, and ${its.length - NAMED} more` : '';
    const hurts = isServed(subject);
    // What it is worth is for a person to judge: v2 may be the one that is right.
    const next = hurts ? `, and \`lifeboat stage set ${subject} shadow\` to go back` : '';
    const text = `${subject}: v2 is proven to answer otherwise than v1 (${named.join(', ')}${more}): see \`lifeboat diff\`${next}`;
    return { kind: 'regression', severity: hurts ? 'critical' : 'warning', subject, text };
  });
}

/** What a comparison is opened from. */
export interface CollectionOptions {
  readonly config: Config;
  /** Says what the evidence of each resource is collected with. */
  readonly subject: CutoverSubject;
  readonly rules: readonly IgnoreRule[];
  /** They say which line makes what differs. */
  readonly mappings: Pick<Mappings, 'resources'>;
  readonly cutover: Pick<Cutover, 'observe' | 'recount' | 'events' | 'figures' | 'alarms'>;
  /** Hears of agreed differences that expire. */
  readonly notify: (notice: Notice) => void;
  /** The machine's unless given. */
  readonly clock?: Clock | undefined;
}

/** Collected evidence, and what it is counted in. */
export interface OpenedCollection {
  readonly collection: Collection;
  readonly accounts: ClusterAccounts;
  readonly figures: Pick<ComparedFigures, 'differences' | 'report'>;
  /** Begins evidence of other mappings; what the store refuses of it is tried again. */
  readonly adopt: (subject: CutoverSubject, mappings: Pick<Mappings, 'resources'>) => Promise<void>;
}

const epochsOf = ({ resources }: CutoverSubject): Epochs =>
  new Map(resources.map(({ name, epoch }) => [name, epoch]));

/** What was called mended, as the log has it. */
const resolutionsIn = (events: readonly StageEvent[]): readonly Resolution[] =>
  events.flatMap(({ at, actor: by, reason, change }) =>
    change.kind === 'resolve' ? change.causes.map((cause) => ({ ...cause, at, by, reason })) : [],
  );

/** What counts of one resource, for the evidence of its cutover. */
const comparisonsOf = (resource: string, all: readonly Counted[]): readonly ComparedAt[] =>
  all.flatMap(({ observed: { at, caller, operation, signature, ...observed }, verdict }) =>
    observed.resource === resource && verdict.counts
      ? [{ kind: 'compared', at, caller, operation, signature, differs: verdict.differs }]
      : [],
  );

async function openStore(
  { comparison }: Config,
  closers: Closers,
): Promise<Result<ComparisonStore, readonly string[]>> {
  const { store, keepPairs: pairs, keepMs: age } = comparison;
  if (store.kind === 'memory') return success(memoryComparisonStore());
  try {
    const { openComparisonStore } = await import('../../store/openComparisonStore.js');
    const opened = await openComparisonStore(store.file, { pairs, age });
    closers.add(opened.close);
    return success(opened.store);
  } catch (error) {
    const otherwise = 'move it away; evidence is then collected anew';
    return failure([storeFault('comparison.store', store.file, error, otherwise)]);
  }
}

/** Opens the evidence that is kept, and goes on counting from it; or says why it cannot be opened. */
export async function openCollection(
  { config, subject, rules, mappings, cutover, notify, clock = systemClock }: CollectionOptions,
  privacy: Privacy,
  closers: Closers,
): Promise<Result<OpenedCollection, readonly string[]>> {
  const store = await openStore(config, closers);
  if (!store.ok) return store;
  const accounts = createClusterAccounts(await store.value.ended());
  const watchRules = createRuleWatch({ rules, notify, now: clock.now });
  let origins = originsIn(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const figures = createComparedFigures(() => collection.report(), clock.now);
  const resolutions = () => resolutionsIn(cutover.events());
  const collection = await createCollection(
    {
      privacy,
      accounts,
      store: store.value,
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
  keepEvidence({ flush: collection.flush, store: store.value, alarms, clock }, closers);
  return success({
    collection,
    accounts,
    figures,
    adopt: async (next, { resources }) => {
      origins = originsIn(resources);
      await collection.adopt(epochsOf(next)).catch(() => undefined); // the next round tries again, and says what fails
      figures.renew();
    },
  });
}
