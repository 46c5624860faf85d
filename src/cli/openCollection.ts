import type { Logger } from 'pino';
import type { LineOf } from '../comparison/book';
import type { ComparisonStore } from '../comparison/comparisonStore';
import type { Accounts, Ended } from '../comparison/createAccounts';
import { createBook } from '../comparison/createBook';
import { createCollection, type Collection } from '../comparison/createCollection';
import type { Privacy } from '../comparison/createPrivacy';
import { createRuleWatch } from '../comparison/createRuleWatch';
import type { IgnoreRule } from '../comparison/ignoreRule';
import { memoryComparisonStore } from '../comparison/memoryComparisonStore';
import type { Config } from '../config/config';
import type { Cutover } from '../cutover/cutover';
import type { Notice } from '../cutover/notice';
import { originsIn } from '../explanation/originsIn';
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
  /** Names the file of the rules as it is; empty without one. */
  readonly rulesHash: string;
  /** They say which line makes what differs. */
  readonly mappings: Pick<Mappings, 'resources'>;
  readonly cutover: Pick<Cutover, 'observe'>;
  /** Hears of agreed differences that expire. */
  readonly notify: (notice: Notice) => void;
  readonly logger: Logger;
}

/** Collected evidence, and what it is counted in. */
export interface OpenedCollection<Counting> {
  readonly collection: Collection;
  readonly accounts: Counting;
  /** Begins evidence of another epoch, that of other mappings; what the store refuses of it is tried again. */
  readonly adopt: (epoch: string, mappings: Pick<Mappings, 'resources'>) => Promise<void>;
  /** What of it does not work; empty when all is well. */
  readonly ailing: () => readonly string[];
}

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
  { config, epoch, rules, mappings, cutover, notify, logger }: ComparisonMakings,
  { privacy, count }: { readonly privacy: Privacy; readonly count: (kept: Ended) => Counting },
  closers: Closers,
): Promise<Result<OpenedCollection<Counting>, readonly string[]>> {
  const store = await openStore(config, closers);
  if (!store.ok) return store;
  const accounts = count(await store.value.ended());
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
  return success({
    collection,
    accounts,
    adopt: async (next, { resources }) => {
      origins = originsIn(resources);
      await collection.adopt(next).catch(() => undefined); // the next round tries again, and says what fails
    },
    ailing: () => {
      const state = health();
      return state.ok ? [] : [`the store of the comparison cannot be relied on: ${state.reason}`];
    },
  });
}
