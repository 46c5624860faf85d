import type { LineOf, Resolution } from '../comparison/book';
import type { ComparisonStore } from '../comparison/comparisonStore';
import { type ComparedFigures, createComparedFigures } from '../comparison/comparedFigures';
import type { Accounts, Ended } from '../comparison/createAccounts';
import { createBook } from '../comparison/createBook';
import { createCollection, type Collection } from '../comparison/createCollection';
import type { Counted, Epochs } from '../comparison/createFilling';
import type { Privacy } from '../comparison/createPrivacy';
import { createRuleWatch } from '../comparison/createRuleWatch';
import type { IgnoreRule } from '../comparison/ignoreRule';
import { memoryComparisonStore } from '../comparison/memoryComparisonStore';
import type { Config } from '../config/config';
import type { ComparedAt } from '../cutover/dailyEvidence';
import type { Cutover } from '../cutover/cutover';
import type { Subject } from '../cutover/evidence';
import type { Notice } from '../cutover/notice';
import type { StageEvent } from '../cutover/stageEvent';
import type { Clock } from '../gateway/clock';
import { originsIn } from '../explanation/originsIn';
import type { Mappings } from '../mapping/loadMappings';
import { failure, type Result, success } from '../translation/result';
import type { Closers } from './closers';
import { keepEvidence } from './keepEvidence';
import { regressionFindings } from './regressionFindings';
import { storeFault } from './storeFault';
import { systemClock } from './systemClock';

/** What a comparison is opened from. */
export interface ComparisonMakings {
  readonly config: Config;
  /** Says what the evidence of each resource is collected with. */
  readonly subject: Subject;
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
export interface OpenedCollection<Counting> {
  readonly collection: Collection;
  readonly accounts: Counting;
  readonly figures: Pick<ComparedFigures, 'differences' | 'report'>;
  /** Begins evidence of other mappings; what the store refuses of it is tried again. */
  readonly adopt: (subject: Subject, mappings: Pick<Mappings, 'resources'>) => Promise<void>;
}

const epochsOf = ({ resources }: Subject): Epochs =>
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
    const { openComparisonStore } = await import('./openComparisonStore.js');
    const opened = await openComparisonStore(store.file, { pairs, age });
    closers.add(opened.close);
    return success(opened.store);
  } catch (error) {
    const otherwise = 'move it away; evidence is then collected anew';
    return failure([storeFault('comparison.store', store.file, error, otherwise)]);
  }
}

/** Opens the evidence that is kept, or says why it cannot be opened; `count` goes on counting from what was kept. */
export async function openCollection<Counting extends Pick<Accounts, 'of' | 'ended'>>(
  { config, subject, rules, mappings, cutover, notify, clock = systemClock }: ComparisonMakings,
  { privacy, count }: { readonly privacy: Privacy; readonly count: (kept: Ended) => Counting },
  closers: Closers,
): Promise<Result<OpenedCollection<Counting>, readonly string[]>> {
  const store = await openStore(config, closers);
  if (!store.ok) return store;
  const accounts = count(await store.value.ended());
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
      openBook: (epochs) =>
        createBook({
          epoch: [...epochs.values()].join('-'),
          isCurrent: ({ resource, epoch }) => epochs.get(resource) === epoch,
          ...{ rules, lineOf, resolutions: resolutions() },
        }),
      told: (observed, { counts, differs }) => {
        watchRules(observed);
        const { resource, caller, operation, signature } = observed;
        if (counts && differs) figures.count(observed);
        if (counts) cutover.observe(resource, { kind: 'compared', caller, operation, signature, differs });
      },
      recounted: (resource, all) => cutover.recount(resource, comparisonsOf(resource, all)),
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
    },
  });
}
