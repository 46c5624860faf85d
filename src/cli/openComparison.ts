import { createHmac, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { LineOf } from '../comparison/book';
import { createAccounts, type Accounts } from '../comparison/createAccounts';
import type { Compare } from '../comparison/comparison';
import type { ComparisonStore } from '../comparison/comparisonStore';
import { createBook } from '../comparison/createBook';
import { createCollection, type Collection } from '../comparison/createCollection';
import { createCompare } from '../comparison/createCompare';
import { createPrivacy } from '../comparison/createPrivacy';
import { createRuleWatch } from '../comparison/createRuleWatch';
import type { IgnoreRule } from '../comparison/ignoreRule';
import { memoryComparisonStore } from '../comparison/memoryComparisonStore';
import type { Config } from '../config/config';
import { contracts } from '../contract/contracts';
import type { Cutover } from '../cutover/cutover';
import type { Notice } from '../cutover/notice';
import { originsIn } from '../explanation/originsIn';
import { createRecorder, type Recorder } from '../http/shadow/createRecorder';
import type { Mappings } from '../mapping/loadMappings';
import { failure, type Result, success } from '../translation/result';
import type { Closers } from './closers';
import { keepEvidence } from './keepEvidence';
import { storeFault } from './storeFault';
import { systemClock as clock } from './systemClock';

/** What a comparison is opened from. */
export interface ComparisonMakings {
  readonly config: Config;
  /** Hash of mapping, agreed differences and gateway version. */
  readonly epoch: string;
  readonly rules: readonly IgnoreRule[];
  /** They say which line makes what differs. */
  readonly mappings: Pick<Mappings, 'resources'>;
  readonly cutover: Pick<Cutover, 'observe'>;
  /** Hears of agreed differences that expire. */
  readonly notify: (notice: Notice) => void;
  readonly logger: Logger;
}

/** The comparison without its traffic. */
export interface OpenedComparison {
  readonly compare: Compare;
  readonly collection: Collection;
  readonly accounts: Accounts;
  readonly recorder: Recorder;
  /** Begins evidence of another epoch, that of other mappings. Rejects when the store fails. */
  readonly adopt: (epoch: string, mappings: Pick<Mappings, 'resources'>) => Promise<void>;
  /** What of it does not work; empty when all is well. */
  readonly ailing: () => readonly string[];
}

const SECRET_BYTES = 32;

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

/** Values in the store are hidden by the secret of the index, and by one that no one keeps where there is none. */
function privacyOf({ index, comparison }: Config) {
  const { secret } = index;
  const derived =
    secret.kind === 'given'
      ? createHmac('sha256', secret.value).update('comparison').digest()
      : randomBytes(SECRET_BYTES);
  const all = [...contracts.v1.values(), ...contracts.v2.values()];
  return createPrivacy({ secret: derived, contracts: all, kept: comparison.values });
}

/** Opens the comparison on the evidence that is kept, or says why it cannot be opened. */
export async function openComparison(
  { config, epoch, rules, mappings, cutover, notify, logger }: ComparisonMakings,
  closers: Closers,
): Promise<Result<OpenedComparison, readonly string[]>> {
  const store = await openStore(config, closers);
  if (!store.ok) return store;
  const privacy = privacyOf(config);
  const accounts = createAccounts(await store.value.ended());
  const watchRules = createRuleWatch({ rules, notify, now: clock.now });
  let origins = originsIn(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const collection = await createCollection(
    {
      privacy,
      accounts,
      store: store.value,
      openBook: (next) => createBook({ epoch: next, rules, lineOf }),
      told: (observed, { counts, differs }) => {
        watchRules(observed);
        const { resource, caller, operation, signature } = observed;
        if (counts) cutover.observe(resource, { kind: 'compared', caller, operation, signature, differs });
      },
      now: clock.now,
    },
    epoch,
  );
  const health = keepEvidence({ flush: collection.flush, store: store.value, logger, clock }, closers);
  const adopt: OpenedComparison['adopt'] = async (next, { resources }) => {
    origins = originsIn(resources);
    await collection.adopt(next);
  };
  const recorder = createRecorder({ privacy, clock, most: config.comparison.bodyBytes });
  return success({
    compare: createCompare({ rules, now: clock.now }),
    collection,
    accounts,
    recorder,
    adopt,
    ailing: () => {
      const state = health();
      return state.ok ? [] : [`the store of the comparison cannot be relied on: ${state.reason}`];
    },
  });
}
