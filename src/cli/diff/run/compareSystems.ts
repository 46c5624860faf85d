import { randomBytes } from 'node:crypto';
import type { ComparisonJudge } from '../../../comparison/judge/judgedEvidence';
import { createAccounts, withCosts } from '../../../comparison/keep/comparisonAccounts';
import { createCompare } from '../../../comparison/compare/compareAnswers';
import { createPrivacy, type Privacy } from '../../../comparison/keep/privacy';
import type { IgnoreRule } from '../../../comparison/compare/ignoreRules';
import { keep } from '../../../comparison/keep/observation';
import type { Pair } from '../../../comparison/compare/answerPair';
import { comparedAnswer, wiredUpstream } from '../../../gateway/outcome/wired';
import { createGateway } from '../../../gateway/createGateway';
import { digestKey, exchangeKeys, fingerprintOf } from '../../../gateway/keys/clientKeys';
import type { Upstream } from '../../../gateway/upstream';
import { createCallBudget, createControls } from '../../../shadow/callBudgets';
import { type ComparisonParts, createRawAnswers, type ShadowLimits } from '../../../shadow/shadowParts';
import type { Mappings } from '../../../mapping/compile/loadMappings';
import type { ComparisonReport } from '../../../comparison/report/comparisonReport';
import { type Sample, sampleOf } from '../../../comparison/keep/keptSample';
import { originsIn } from '../../../mapping/explain/origins';
import { pairLines } from '../pairTable';
import { createComparisonJudge } from '../../../comparison/judge/comparisonJudge';
import { failure, type Result, success } from '../../../contract/result';
import { systemClock as clock } from '../../../runtime/systemClock';
import { comparePaths, refusalOfV2 } from './comparePaths';

/** Options of openRunContext. */
interface RunContextOptions {
  readonly v1: Upstream;
  readonly v2: Upstream;
  readonly keys: { readonly v1: string; readonly v2: string };
  readonly mappings: Mappings;
  readonly rules: readonly IgnoreRule[];
  readonly judge: ComparisonJudge;
  readonly privacy: Privacy;
  /** Most calls per minute. */
  readonly perMinute: number;
  /** Receives every pair with a difference. */
  readonly differing: (pair: Pair) => void;
  /** Receives errors that are bugs. */
  readonly failed: (thrown: unknown) => void;
}

/** Epoch of a run's evidence: any name will do, because nothing of a run is kept. */
const EPOCH = 'run';

const BODY = 4 * 1024 * 1024;

const limitsOf = (perMinute: number): ShadowLimits => ({
  samplePercent: 100,
  controlPercent: 5,
  queue: 1,
  places: 1,
  perMinute,
  bodyBytes: BODY,
  deadline: 60_000,
  lag: 0,
});

/** Opens the parts that compare the pairs of one run. Both systems are asked, because no client is served. */
function openRunContext(options: RunContextOptions): ComparisonParts {
  const { v1, v2, keys, mappings, rules, judge, privacy, perMinute, differing, failed } = options;
  const { wire } = mappings;
  const limits = limitsOf(perMinute);
  const raw = createRawAnswers(limits.bodyBytes);
  const gateway = createGateway({
    operations: mappings.operations,
    upstream: wiredUpstream(raw.seen(v2), wire),
    written: (answer) => comparedAnswer(answer, wire),
    keys: exchangeKeys([{ v1: digestKey(keys.v1), v2: [keys.v2] }]),
    clock,
    index: { secret: randomBytes(32), freshMs: 3_600_000, pageBudget: 1_000 },
    deadlineMs: limits.deadline,
    report: () => undefined,
  });
  return {
    gateway,
    raw,
    wire,
    callV1: v1,
    limits,
    clock,
    random: Math.random,
    unsent: gateway,
    compare: createCompare({ rules, now: clock.now }),
    accounts: createAccounts(),
    wantsControl: judge.wantsControl,
    seen: (pair, compared, control) => {
      if (compared.differences.length > 0) differing(pair);
      return judge.add(keep(pair, compared, control, { privacy, epoch: EPOCH }));
    },
    writes: 'off',
    seed: '',
    busy: () => false,
    failed,
    budgets: { v1: createCallBudget(perMinute, clock), v2: createCallBudget(perMinute, clock) },
    controls: createControls(limits.controlPercent, Math.random),
  };
}

/** Makes the sample of the smallest pair of every issue; secrets stay hidden. */
function samplesOf(
  { issues }: ComparisonReport,
  pairs: ReadonlyMap<string, Pair>,
  privacy: Privacy,
): readonly Sample[] {
  const ids = new Set(issues.map(({ smallest }) => smallest.id));
  return [...ids].flatMap((id) => {
    const pair = pairs.get(id);
    return pair === undefined ? [] : [sampleOf(pair, privacy)];
  });
}

/** Options of compareSystems. */
interface SystemsComparison extends Pick<
  RunContextOptions,
  'v1' | 'v2' | 'keys' | 'mappings' | 'rules' | 'perMinute' | 'failed'
> {
  /** Share of reads that may differ; absent: the default budget. */
  readonly budget?: number | undefined;
  readonly cancel: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** The report of a run, and its pairs. */
interface ComparedSystems {
  readonly report: ComparisonReport;
  /** The smallest pair of every issue. */
  readonly samples: readonly Sample[];
  /** Renders the samples side by side. */
  readonly shown: (options: { readonly colour: boolean }) => readonly string[];
}

/** Most pairs that are kept for showing. */
const MOST_PAIRS = 500;

/**
 * Compares two systems path by path. Nothing is stored, so nobody can guess values by their hashes. The failure is the
 * status with which v2 refuses the key.
 */
export async function compareSystems(
  paths: readonly string[],
  { cancel, progress, budget, ...systems }: SystemsComparison,
): Promise<Result<ComparedSystems, number>> {
  const { keys, mappings, rules, perMinute } = systems;
  const origins = originsIn(mappings.resources);
  const privacy = createPrivacy({
    secret: randomBytes(32),
    kept: [],
  });
  const pairs = new Map<string, Pair>();
  const judge = createComparisonJudge({
    epoch: EPOCH,
    rules,
    lineOf: (operation, path, unfit) => origins(operation, path, unfit)?.place,
  });
  const comparison = openRunContext({
    ...systems,
    judge,
    privacy,
    differing: (pair) => {
      if (pairs.size < MOST_PAIRS) pairs.set(pair.id, pair);
    },
  });
  const comparisonParts = {
    comparison,
    perMinute,
    cancel,
    progress,
    authorization: `Bearer ${keys.v1}`,
    caller: fingerprintOf(digestKey(keys.v1)),
  };
  const refusal = await refusalOfV2(paths, comparisonParts);
  if (refusal !== undefined) return failure(refusal);
  const outcomes = await comparePaths(paths, comparisonParts);
  const report = withCosts({ ...judge.report(clock.now(), budget), outcomes: Object.fromEntries(outcomes) });
  const samples = samplesOf(report, pairs, privacy);
  return success({
    report,
    samples,
    shown: ({ colour }) => {
      const options = { origins, rules, now: clock.now(), colour };
      return samples.flatMap((sample) => ['', ...pairLines(sample, options)]);
    },
  });
}
