import { createAccounts } from '../../comparison/keep/comparisonAccounts';
import type { Epochs } from '../../comparison/keep/collection';
import { createCompare } from '../../comparison/compare/compareAnswers';
import { keep } from '../../comparison/keep/observed';
import { sampleOf } from '../../comparison/keep/keptSample';
import type { Config } from '../../config/configuration';
import { createRecorder } from '../../shadow/recorder';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { ServingComparison } from '../prepareShadow';
import type { Closers } from '../closers';
import { comparisonPrivacy } from '../stores/comparisonPrivacy';
import { evidenceSubject } from '../inputFiles';
import { systemClock as clock } from '../systemClock';
import type { ComparedNews, ComparisonPlan, PrimaryCalls } from './clusterCalls';
import type { Call } from './processLink';

/** What a worker's comparison is made of. */
interface WorkerComparisonParts {
  readonly config: Config;
  readonly shared: ComparisonPlan;
  readonly mappings: Mappings;
  readonly head: Call<PrimaryCalls>;
}

/** The comparison of one worker: it compares what it serves, and the head judges what is seen. */
interface WorkerComparison extends ServingComparison {
  /** What has come together since it was asked last; undefined when nothing has. */
  readonly news: () => ComparedNews | undefined;
  /** Tells what was recorded since it was told last; resolves with how many were lost. */
  readonly tellRecorded: () => Promise<number>;
  /** What is seen from now on is evidence of other mappings. */
  readonly use: (mappings: Mappings) => void;
}

/** Opens a worker's comparison; nothing of it outlives the process but what the head was told. */
export function openWorkerComparison(parts: WorkerComparisonParts, closers: Closers): WorkerComparison {
  const { config, shared, mappings, head } = parts;
  const { rules } = shared;
  const privacy = comparisonPrivacy(config, Buffer.from(shared.secret, 'hex'));
  const recorder = createRecorder({ privacy, clock, most: config.comparison.bodyBytes });
  const accounts = createAccounts();
  const epochsOf = (next: Mappings): Epochs =>
    new Map(evidenceSubject(next, rules).resources.map(({ name, epoch }) => [name, epoch]));
  let epochs = epochsOf(mappings);
  let pairs: ComparedNews['pairs'][number][] = [];
  let isChanged = false;
  let readTo = 0;

  const tellRecorded = async (): Promise<number> => {
    const { exchanges, next, lost } = recorder.read(readTo);
    readTo = next;
    if (exchanges.length > 0) await head('recorded', exchanges).catch(() => undefined);
    return lost;
  };
  closers.add(async () => {
    await tellRecorded();
  });
  return {
    compare: createCompare({ rules, now: clock.now }),
    recorder,
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
    // Without a head nobody judges.
    wantsControl: (operation, differences) =>
      head('wantsControl', { operation, differences }).catch(() => false),
    news: () => {
      if (!isChanged && pairs.length === 0) return undefined;
      const news = { pairs, accounts: accounts.of() };
      [pairs, isChanged] = [[], false];
      return news;
    },
    tellRecorded,
    use: (next) => {
      epochs = epochsOf(next);
    },
  };
}
