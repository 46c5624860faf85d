import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import { type ComparisonJudge, createComparisonJudge } from '../../comparison/judge/comparisonJudge';
import type { LineOf } from '../../comparison/judge/judgedEvidence';
import { createCollection, type Epochs } from '../../comparison/keep/collection';
import { type Accounts, createAccounts } from '../../comparison/keep/comparisonAccounts';
import type { ComparisonStore } from '../../comparison/keep/comparisonStore';
import type { Sample } from '../../comparison/keep/keptSample';
import { type SeenPair, readObserved, writeObserved } from '../../comparison/keep/observation';
import { createPrivacy } from '../../comparison/keep/privacy';
import { createComparedFigures } from '../../comparison/report/comparedFigures';
import type { Config } from '../../config/configuration';
import type { Clock } from '../../contract/clock';
import type { Cutover } from '../../cutover/cutover';
import type { CutoverSubject } from '../../cutover/evidence/evidenceRegistry';
import { SuddenStreaks } from '../../cutover/evidence/suddenStreaks';
import type { Notice } from '../../cutover/notices';
import { queueNews } from '../../cutover/stages/memberNews';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { createOriginsFinder } from '../../mapping/explain/origins';
import {
  comparisonsOf,
  createNotes,
  createResolutionCheck,
  readResolutions,
  watchCompared,
} from './comparedEvidence';
import { comparisonSecret } from './member';

interface ComparisonOptions {
  readonly config: Config;
  readonly store: ComparisonStore;
  /** Resources with the epochs of their evidence. */
  readonly subject: CutoverSubject;
  readonly rules: readonly IgnoreRule[];
  /** Mappings, which name the line that causes a difference. */
  readonly mappings: Pick<Mappings, 'resources'>;
  readonly cutover: Cutover;
  /** Receives notices of agreed differences that expire. */
  readonly notify: (notice: Notice) => void;
  readonly clock: Clock;
}

const epochsOf = ({ resources }: CutoverSubject): Epochs =>
  new Map(resources.map(({ name, epoch }) => [name, epoch]));

/** Opens the accounts of the comparison, and reports to the cutover what was compared and what was given up. */
async function openAccounts({ store, subject, cutover }: ComparisonOptions): Promise<Accounts> {
  const resourceOf = new Map(
    subject.resources.flatMap(({ name, operations }) => operations.map((operation) => [operation, name])),
  );
  return createAccounts(await store.ended(), (attempted) => {
    const resource = resourceOf.get(attempted.operation);
    if (resource !== undefined) cutover.observe(resource, { kind: 'attempted', ...attempted });
  });
}

/** Opens a judge of some epochs, which knows the resolutions so far. */
const openJudge = (epochs: Epochs, { rules, cutover }: ComparisonOptions, lineOf: LineOf): ComparisonJudge =>
  createComparisonJudge({
    epoch: [...epochs.values()].join('-'),
    isCurrent: ({ resource, epoch }) => epochs.get(resource) === epoch,
    rules,
    lineOf,
    resolutions: readResolutions(cutover.events()),
  });

/** Comparison in a process, which judges the pairs of all processes that share its store. */
export type OpenedComparison = Awaited<ReturnType<typeof openComparison>>;

/** Opens the comparison from the stored evidence. Nothing is saved yet. Rejects if it cannot be read. */
export async function openComparison(options: ComparisonOptions) {
  const { config, store, subject, rules, mappings, cutover, clock } = options;
  const privacy = createPrivacy({ secret: comparisonSecret(config), kept: config.comparison.values });
  const accounts = await openAccounts(options);
  let origins = createOriginsFinder(mappings.resources);
  const figures = createComparedFigures(clock.now);
  const rows = new SuddenStreaks('differences');
  const pairs = queueNews<{ readonly observed: SeenPair; readonly sample?: Sample | undefined }>();
  const isFurtherResolved = createResolutionCheck(cutover);
  const collection = await createCollection(
    {
      privacy,
      accounts,
      store,
      taken: (observed, sample) => pairs.add({ observed, sample }),
      saves: cutover.isLeader,
      now: clock.now,
      window: config.comparison.windowMs,
      openJudge: (epochs) => openJudge(epochs, options, (...where) => origins(...where)?.place),
      onObserved: createNotes(options, figures, rows),
      recounted: (resource, all) => {
        cutover.recount(resource, comparisonsOf(resource, all));
        figures.discardReport();
      },
    },
    epochsOf(subject),
  );
  const reportComparison = () => figures.cachedReport(collection.report);
  watchCompared(cutover, rows, reportComparison, clock);
  cutover.share('ended', { take: accounts.takeEndedNews, fold: accounts.addForeign });
  const { addForeign, flush, reload: load } = collection;
  const newsPart = pairs.createPart(({ observed, sample }) =>
    addForeign(readObserved(writeObserved(observed)), sample),
  );
  cutover.share('pairs', { ...newsPart, flush, load });
  return {
    collection,
    accounts,
    privacy,
    rules,
    figures: { differences: figures.listDifferences, report: reportComparison },
    /** Counts again after a resolution, as earlier differences of its issue no longer count. Rejects if the store fails. */
    followResolutions: async (): Promise<void> => {
      if (isFurtherResolved()) await load();
    },
    /** Starts the evidence of other mappings; if the store fails, the next round tries again. */
    adopt: async (next: CutoverSubject, { resources }: Pick<Mappings, 'resources'>): Promise<void> => {
      origins = createOriginsFinder(resources);
      await collection.adopt(epochsOf(next)).catch(() => undefined); // the next round tries again, and says what fails
      figures.discardReport();
    },
  };
}
