import { HOUR_MS } from '../../contract/clock';
import type { ComparisonJudge, Verdict } from '../judge/judgedEvidence';
import { type Accounts, withAccounts } from './comparisonAccounts';
import type { ComparisonReport } from '../report/comparisonReport';
import type { ComparisonStore } from './comparisonStore';
import type { Observed } from './observation';

/** Epoch of each resource: a hash of mapping, agreed differences and version. */
export type Epochs = ReadonlyMap<string, string>;

/** An observation and its judgement. */
export interface JudgedObservation {
  readonly observed: Observed;
  readonly verdict: Verdict;
}

/** Evidence of some epochs: of the window, and of all kept observations. */
export interface EpochEvidence {
  readonly epochs: Epochs;
  readonly judge: ComparisonJudge;
  readonly everything: ComparisonJudge;
  /** Time of the first request, clock ms; undefined without any. */
  first: number | undefined;
  /** Start of the window when the evidence was made, clock ms. */
  readonly begin: number;
}

/** Parts of createEvidenceLoader. */
export interface EvidenceLoaderParts {
  readonly store: Pick<ComparisonStore, 'observed'>;
  /** Makes an empty judge for the present epochs, with the resolutions so far. */
  readonly openJudge: (epochs: Epochs) => ComparisonJudge;
  /** Length of the window, ms. */
  readonly window: number;
  readonly now: () => number;
}

/** Loads kept observations into evidence while further ones arrive. */
interface EvidenceLoader {
  readonly empty: (epochs: Epochs) => EpochEvidence;
  readonly add: (to: EpochEvidence, observed: Observed) => Verdict;
  /** Counts kept and waiting observations, and those that arrive meanwhile. Rejects when the store fails. */
  readonly fill: (
    evidence: EpochEvidence,
    waiting: Iterable<Observed>,
  ) => Promise<readonly JudgedObservation[]>;
  /** Adds an observation to all evidence that is being filled. */
  readonly seen: (observed: Observed) => void;
}

/** Observations that are counted at a time: requests are served in between. */
const OBSERVATIONS_PER_TURN = 200;

const letRequestsIn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Makes an evidence loader. */
export function createEvidenceLoader({ store, openJudge, now, window }: EvidenceLoaderParts): EvidenceLoader {
  const fillings = new Set<Observed[]>();
  const add: EvidenceLoader['add'] = (to, observed) => {
    to.first = Math.min(to.first ?? Infinity, observed.at);
    const verdict = to.everything.add(observed);
    return observed.at < to.begin ? verdict : to.judge.add(observed);
  };
  return {
    empty: (epochs) => ({
      epochs,
      judge: openJudge(epochs),
      everything: openJudge(epochs),
      first: undefined,
      begin: now() - window,
    }),
    add,
    fill: async (evidence, waiting) => {
      const seenObservations = [...waiting];
      const counted: JudgedObservation[] = [];
      const count = (observed: Observed) => counted.push({ observed, verdict: add(evidence, observed) });
      fillings.add(seenObservations);
      try {
        const stored = await store.observed([...evidence.epochs.values()]);
        for (const [index, observed] of stored.entries()) {
          if (index % OBSERVATIONS_PER_TURN === OBSERVATIONS_PER_TURN - 1) await letRequestsIn();
          count(observed);
        }
      } finally {
        fillings.delete(seenObservations);
      }
      const knownIds = new Set(counted.map(({ observed }) => observed.id));
      for (const observed of seenObservations) if (!knownIds.has(observed.id)) count(observed);
      return counted;
    },
    seen: (observed) => {
      for (const filling of fillings) filling.push(observed);
    },
  };
}

const WINDOW_STEP_MS = HOUR_MS;

/** True when the window has moved by a step and evidence lies before its new start. */
export const isBehind = ({ begin, first: firstAt = Infinity }: EpochEvidence, now: number): boolean =>
  now - begin >= WINDOW_STEP_MS && firstAt < now;

/** Makes the report of the window, with the figures of all kept evidence. */
export function reportOn(
  { judge, everything, first: firstAt, begin }: EpochEvidence,
  { accounts, now }: { readonly accounts: Pick<Accounts, 'of' | 'ended'>; readonly now: () => number },
  budget?: number,
): ComparisonReport {
  const { compared, differing } = everything.report(now(), budget);
  const since = firstAt === undefined ? {} : { since: new Date(firstAt).toISOString() };
  return {
    ...withAccounts(judge.report(now(), budget), accounts),
    since: new Date(begin).toISOString(),
    allTime: { ...since, compared, differing },
  };
}
