import pino from 'pino';
import { createClosers } from '../../../src/runtime/closers.js';
import { openEvidence } from '../../../src/runtime/stores/openEvidence.js';
import { openStores } from '../../../src/runtime/stores/openStores.js';
import { systemClock } from '../../../src/runtime/systemClock.js';
import { openWorkerComparison } from '../../../src/runtime/worker.js';
import { createCompare, threadLimits } from '../../../src/comparison/compare/compareAnswers.js';
import type { Account, Accounts } from '../../../src/comparison/keep/comparisonAccounts.js';
import type { ComparisonReport } from '../../../src/comparison/report/comparisonReport.js';
import type { Keys } from '../../../src/gateway/keys/clientKeys.js';
import { configFrom } from '../../support/configFrom.ts';
import { shipped } from '../../support/shipped.ts';
import { startGateway } from '../../support/startGateway.ts';

/** A gateway that answers from v1 and compares every answer with v2. */
export interface ShadowGateway {
  readonly origin: string;
  readonly report: () => ComparisonReport;
  /** Resolves with the outcomes of all served requests when all comparisons have ended. */
  readonly settled: () => Promise<readonly Account[]>;
  readonly close: () => Promise<void>;
}

const RESOURCES = ['account', 'currency-offer'];

const environment = (marketplace: string) => ({
  LIFEBOAT_UPSTREAM_V1: marketplace,
  LIFEBOAT_UPSTREAM_V2: marketplace,
  LIFEBOAT_STORE: 'memory',
  LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
  LIFEBOAT_CUTOVER_START: 'v1',
  LIFEBOAT_COMPARISON_SAMPLE: '100',
  LIFEBOAT_COMPARISON_REQUESTS_PER_MINUTE: '10000',
  LIFEBOAT_COMPARISON_LAG: '100',
});

/** Counts the comparisons that have begun and not ended; `ended` resolves when there is none. */
function countOpen(accounts: Pick<Accounts, 'open'>) {
  let open = 0;
  let ended = (): void => undefined;
  const opened: Pick<Accounts, 'open'> = {
    open: (operation) => {
      open += 1;
      let counts = true;
      const end = accounts.open(operation);
      return (outcome) => {
        end(outcome);
        if (counts) open -= 1;
        counts = false;
        if (open === 0) ended();
      };
    },
  };
  return {
    accounts: opened,
    ended: async () => {
      while (open > 0) await new Promise<void>((resolve) => (ended = resolve));
    },
  };
}

/** Starts the gateway with the shipped mappings, composed as by `lifeboat serve`, in front of a marketplace. */
export async function startShadow(marketplace: string, keys: Keys): Promise<ShadowGateway> {
  const settings = environment(marketplace);
  const config = configFrom(settings);
  const mappings = shipped();
  const logger = pino({ enabled: false });
  const closers = createClosers((error) => {
    throw error;
  });
  const stores = await openStores(config, closers);
  if (!stores.ok) throw new Error(stores.failure.join('\n'));
  const gathers = {
    config,
    mappings,
    stores: stores.value,
    keyTable: [],
    hasV1: true,
    logger,
    colour: false,
    role: 'whole' as const,
    clock: systemClock,
  };
  const evidence = await openEvidence(gathers, closers);
  if (!evidence.ok) throw new Error(evidence.failure.join('\n'));
  const { cutover, comparison } = evidence.value;
  if (comparison === undefined) throw new Error('nothing is compared');
  for (const resource of RESOURCES) {
    const change = { kind: 'move', to: { kind: 'shadow' } } as const;
    const moved = await cutover.change({ resource, change, actor: 'ada', reason: 'to see' });
    if (!moved.ok) throw new Error(`${resource} did not move`);
  }
  const compares = openWorkerComparison(comparison, { config, mappings, clock: systemClock }, closers);
  const open = countOpen(compares.accounts);
  // At once: each gateway would start a thread of its own for the pages of lists, which takes longer than its judgement.
  const compare = createCompare({
    rules: comparison.rules,
    now: systemClock.now,
    limits: threadLimits,
  });
  const started = await startGateway({
    v1: marketplace,
    v2: marketplace,
    environment: settings,
    keys: { v1: keys, v2: keys },
    staged: { cutover, clock: systemClock, comparison: { ...compares, compare, accounts: open.accounts } },
  });
  const settled = async (): Promise<readonly Account[]> => {
    await open.ended();
    return [...comparison.accounts.accountsByOperation().values()];
  };
  return {
    origin: started.origin,
    report: comparison.collection.report,
    settled,
    close: async () => {
      await started.close();
      await closers.closeAll();
    },
  };
}
