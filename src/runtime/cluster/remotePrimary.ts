import type { Logger } from 'pino';
import { createAccounts } from '../../comparison/keep/comparisonAccounts';
import type { Epochs } from '../../comparison/keep/evidenceLoader';
import { sampleOf } from '../../comparison/keep/keptSample';
import { keep } from '../../comparison/keep/observation';
import { type AlarmCondition, createAlarms } from '../../cutover/alarms';
import type { Served } from '../../cutover/evidence/traffic';
import { createMirror, type ServingReports } from '../../cutover/servingCutover';
import type { Clock } from '../../contract/clock';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { Closers } from '../closers';
import { evidenceSubject } from '../inputFiles';
import { createUsageCounter } from '../../usage/usageCounter';
import type { UsageRow } from '../../usage/usageRow';
import { comparisonPrivacy } from '../prepareShadow';
import { systemClock as clock } from '../systemClock';
import type { ComparisonLink, PrimaryLink } from '../worker';
import type {
  ComparedNews,
  ComparisonPlan,
  PrimaryCalls,
  WorkerCalls,
  WorkerNews,
  WorkerPlan,
} from './clusterCalls';
import type { Call } from './processLink';

/** Calls to the primary. */
export type CallPrimary = Call<PrimaryCalls>;

/** Reports writes to the primary; never rejects, because a client must get its answer even if the list fails. */
export function reportWrites(primary: CallPrimary, logger: Logger): Omit<ServingReports, 'served'> {
  const unreported =
    (...ids: readonly string[]) =>
    (error: unknown) =>
      logger.error(
        { err: error, writes: ids },
        'a write could not be put on the list of those to be looked at',
      );
  return {
    ambiguous: (write) => primary('ambiguous', write).catch(unreported(write.id)),
    undone: (writes) => primary('undone', writes).catch(unreported(...writes.map(({ id }) => id))),
    noteFound: (id, found) => primary('noteFound', { id, found }).catch(unreported(id)),
  };
}

/** Collects the observations of a worker, so that one message carries many requests. */
interface NewsReporter {
  readonly served: (served: Served) => void;
  /** Sends the remaining observations and stops. */
  readonly close: () => Promise<void>;
}

/** Interval (ms) of the reports: a canary goes back at most so much later for requests of other workers. */
const ROUND = 50;

/** Sources of a worker's report in addition to served requests. */
interface NewsSources {
  /** Returns the active alarms. */
  readonly alarms: () => readonly AlarmCondition[];
  /** Returns the comparisons since the last call; undefined if there are none. */
  readonly compared: () => ComparedNews | undefined;
  /** Returns the counts of usage since the last call. */
  readonly used: () => readonly UsageRow[];
}

/** Reports between two that carry counts of usage: they are saved once a second. */
const USAGE_ROUNDS = 20;

/** Starts sending reports through `report`. */
export function createNewsReporter(
  report: (news: WorkerNews) => Promise<void>,
  { alarms, compared, used }: NewsSources,
  clock: Clock,
): NewsReporter {
  let served: Served[] = [];
  let reported = '[]';
  let rounds = 0;
  const flush = async (isLast = false): Promise<void> => {
    const pairs = compared();
    rounds += 1;
    const usage = isLast || rounds % USAGE_ROUNDS === 0 ? used() : [];
    const news: WorkerNews = {
      served,
      alarms: alarms(),
      ...(pairs === undefined ? {} : { compared: pairs }),
      ...(usage.length === 0 ? {} : { usage }),
    };
    const found = JSON.stringify(news.alarms);
    const isQuiet = served.length === 0 && usage.length === 0 && pairs === undefined;
    if (isQuiet && found === reported) return;
    served = [];
    reported = found;
    // A report fails only when the primary has disconnected, and this process ends with it.
    await report(news).catch(() => undefined);
  };
  let stop = (): void => undefined;
  const round = (): void => {
    void flush();
    stop = clock.schedule(ROUND, round);
  };
  stop = clock.schedule(ROUND, round);
  return {
    served: (one) => void served.push(one),
    close: async () => {
      stop();
      await flush(true);
    },
  };
}

/** A comparison whose results the primary judges. */
interface RemoteComparison {
  readonly link: ComparisonLink;
  /** Returns the comparisons since the last call; undefined if there are none. */
  readonly news: () => ComparedNews | undefined;
  /** Switches to the epochs of other mappings. */
  readonly use: (mappings: Mappings) => void;
}

/** Collects the comparisons of a worker, without values, until they are sent. */
function createRemoteComparison(
  plan: ComparisonPlan,
  first: Mappings,
  { config, primary }: Pick<WorkerPlan, 'config'> & { readonly primary: CallPrimary },
): RemoteComparison {
  const privacy = comparisonPrivacy(config, Buffer.from(plan.secret, 'hex'));
  const accounts = createAccounts();
  const epochsOf = (mappings: Mappings): Epochs =>
    new Map(evidenceSubject(mappings, plan.rules).resources.map(({ name, epoch }) => [name, epoch]));
  let epochs = epochsOf(first);
  let pairs: ComparedNews['pairs'][number][] = [];
  let isChanged = false;
  return {
    link: {
      plan,
      accounts: {
        open: (operation) => {
          isChanged = true;
          const settle = accounts.open(operation);
          return (outcome) => {
            isChanged = true;
            settle(outcome);
          };
        },
      },
      seen: (pair, compared, control) => {
        const epoch = epochs.get(pair.resource) ?? '';
        const observed = keep(pair, compared, control, { privacy, epoch });
        const sample = observed.differences.length === 0 ? undefined : sampleOf(pair, privacy);
        pairs.push({ observed, sample });
      },
      // Without a primary there is no judgement to decide.
      wantsControl: (operation, differences) =>
        primary('wantsControl', { operation, differences }).catch(() => false),
      recorded: (exchanges) => primary('recorded', exchanges).catch(() => undefined),
    },
    news: () => {
      if (!isChanged && pairs.length === 0) return undefined;
      const news = { pairs, accounts: accounts.of() };
      [pairs, isChanged] = [[], false];
      return news;
    },
    use: (next) => {
      epochs = epochsOf(next);
    },
  };
}

/** The primary in a different process, as a worker uses it. */
interface RemotePrimary {
  readonly link: PrimaryLink;
  /** Replaces the standings; in force on the next request. */
  readonly standings: WorkerCalls['standings'];
  /** Switches the comparison to the epochs of other mappings. */
  readonly use: (mappings: Mappings) => void;
}

/** Opens the remote primary: the worker decides by the standings it sends, and reports its requests to it. */
export function openRemotePrimary(
  plan: WorkerPlan & { readonly compiled: Mappings },
  { logger, primary }: { readonly logger: Logger; readonly primary: CallPrimary },
  closers: Closers,
): RemotePrimary {
  const { config, standings, compiled, comparison } = plan;
  const remote = comparison && createRemoteComparison(comparison, compiled, { config, primary });
  // Only the primary sends notices.
  const alarms = createAlarms(clock.now, () => undefined);
  const counter = createUsageCounter(clock.now);
  const sources = { alarms: alarms.current, compared: () => remote?.news(), used: counter.take };
  const reporter = createNewsReporter((news) => primary('news', news), sources, clock);
  closers.add(reporter.close);
  const reports = { served: reporter.served, ...reportWrites(primary, logger) };
  const mirror = createMirror({ seed: config.cutover.seed, now: clock.now, standings, reports });
  // A finding that does not reach the primary is still on the drift page.
  const drifted: PrimaryCalls['drifted'] = (finding) =>
    void primary('drifted', finding).catch(() => undefined);
  return {
    link: { cutover: mirror.cutover, alarms, drifted, comparison: remote?.link, usage: counter },
    standings: mirror.take,
    use: (next) => remote?.use(next),
  };
}
