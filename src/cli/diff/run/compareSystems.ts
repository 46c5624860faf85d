import { type ComparisonJudge, createComparisonJudge } from '../../../comparison/judge/comparisonJudge';
import {
  type ComparisonOutcome,
  createAccounts,
  addCosts,
} from '../../../comparison/keep/comparisonAccounts';
import type { IgnoreRule } from '../../../comparison/compare/ignoreRules';
import { observationOf } from '../../../comparison/keep/observation';
import type { Pair } from '../../../comparison/compare/answerPair';
import { digestKey, fingerprintOf } from '../../../gateway/keys/clientKeys';
import type { Upstream } from '../../../gateway/upstream';
import { createCallBudget, createControls } from '../../../shadow/sampling';
import { type ComparisonParts, createRawAnswers, type ShadowLimits } from '../../../shadow/shadowParts';
import type { Mappings } from '../../../mapping/compile/loadMappings';
import type { ComparisonReport } from '../../../comparison/report/comparisonReport';
import { type Sample, sampleOf } from '../../../comparison/keep/keptSample';
import { createOriginsFinder } from '../../../mapping/explain/origins';
import { MINUTE_MS } from '../../../contract/clock';
import { failure, type Result, success } from '../../../contract/result';
import { systemClock as clock } from '../../../runtime/systemClock';
import type { ShadowedRequest } from '../../../http/shadowPort';
import { askV1, askV2 } from '../../../shadow/askBothSides';
import { comparePair } from '../../../shadow/comparePair';
import { delay } from '../../../shadow/readBack';
import { createPlayer } from '../../../shadow/replay/playExchange';

/** Two systems, and how they are compared. */
interface SystemsComparison {
  readonly v1: Upstream;
  readonly v2: Upstream;
  readonly keys: Readonly<Record<'v1' | 'v2', string>>;
  readonly mappings: Mappings;
  readonly rules: readonly IgnoreRule[];
  /** Most requests started per minute. */
  readonly perMinute: number;
  /** Share of reads that may differ. Absent: the default budget. */
  readonly budget?: number | undefined;
  /** Receives errors that are bugs. */
  readonly failed: (thrown: unknown) => void;
  /** Signal that ends the run early. */
  readonly cancel: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** Epoch of a run's evidence: any name will do, because nothing of a run is kept. */
const EPOCH = 'run';

/** Opens the parts that compare the pairs of one run. Both systems are asked, because no client is served. */
function openRunContext(
  { v1, v2, mappings, rules, perMinute, failed }: SystemsComparison,
  judge: ComparisonJudge,
  notePair: (pair: Pair) => void,
) {
  const { operations, wire } = mappings;
  const limits: ShadowLimits = {
    samplePercent: 100,
    controlPercent: 5,
    queue: 1,
    places: 1,
    perMinute,
    bodyBytes: 4 * 1024 * 1024,
    deadlineMs: MINUTE_MS,
    lag: 0,
  };
  const raw = createRawAnswers(limits.bodyBytes);
  const { gateway, compare, privacy } = createPlayer(raw.keepAnswersOf(v2), {
    operations,
    wire,
    rules,
    clock,
  });
  const comparison: ComparisonParts = {
    gateway,
    raw,
    wire,
    callV1: v1,
    limits,
    clock,
    random: Math.random,
    unsent: gateway,
    compare,
    accounts: createAccounts(),
    wantsControl: judge.wantsControl,
    seen: (pair, compared, control) => {
      if (compared.differences.length > 0) notePair(pair);
      return judge.add(observationOf(pair, compared, control, { privacy, epoch: EPOCH }));
    },
    writes: 'off',
    seed: '',
    busy: () => false,
    failed,
    budgets: { v1: createCallBudget(perMinute, clock), v2: createCallBudget(perMinute, clock) },
    controls: createControls(limits.controlPercent, Math.random),
  };
  return { comparison, privacy };
}

/** Most pairs that are kept for showing. */
const MAX_PAIRS = 500;

/**
 * Compares two systems path by path, and returns the smallest pair of each issue with the report. Nothing is stored, so
 * that no value can be guessed by its hash. The failure is the status with which v2 refuses the key.
 */
export async function compareSystems(
  paths: readonly string[],
  systems: SystemsComparison,
): Promise<Result<{ readonly report: ComparisonReport; readonly samples: readonly Sample[] }, number>> {
  const { keys, mappings, rules, budget } = systems;
  const origins = createOriginsFinder(mappings.resources);
  const pairs = new Map<string, Pair>();
  const judge = createComparisonJudge({
    epoch: EPOCH,
    rules,
    lineOf: (operation, path, unfit) => origins(operation, path, unfit)?.place,
  });
  const { comparison, privacy } = openRunContext(systems, judge, (pair) => {
    if (pairs.size < MAX_PAIRS) pairs.set(pair.id, pair);
  });
  const caller = fingerprintOf(digestKey(keys.v1));
  const pathsComparison = { ...systems, comparison, caller };
  const refusal = await refusalOfV2(paths, pathsComparison);
  if (refusal !== undefined) return failure(refusal);
  const outcomes = await comparePaths(paths, pathsComparison);
  const report = addCosts({ ...judge.report(clock.now(), budget), outcomes: Object.fromEntries(outcomes) });
  const samples = [...new Set(report.issues.map(({ smallest }) => smallest.id))].flatMap((id) => {
    const pair = pairs.get(id);
    return pair === undefined ? [] : [sampleOf(pair, privacy)];
  });
  return success({ report, samples });
}

/** Makes the comparison's request for a read. Returns undefined if no mapping answers it. */
function runRequest(
  target: string,
  id: string,
  { comparison: { gateway }, keys, caller }: PathsComparison,
): ShadowedRequest | undefined {
  const route = gateway.match('GET', target);
  if (route?.ok !== true) return undefined;
  return {
    id,
    method: 'GET',
    target,
    route: route.value,
    authorization: `Bearer ${keys.v1}`,
    caller,
    contentType: undefined,
    compare: 'shadow',
  };
}

/** True for the answers to a key that is invalid or lacks the permission. */
export const isRefusedKey = (status: number): boolean => status === 401 || status === 403;

interface PathsComparison extends Pick<SystemsComparison, 'keys' | 'perMinute' | 'cancel' | 'progress'> {
  readonly comparison: ComparisonParts;
  /** Fingerprint of the v1 key. */
  readonly caller: string;
}

/** Sends a read to v2 through the translation, with the v2 key. */
const readV2 = (request: ShadowedRequest, { comparison, keys, cancel }: PathsComparison) =>
  askV2({ ...request, authorization: `Bearer ${keys.v2}` }, request.route, comparison, {
    cancel,
    spend: () => undefined,
  });

/** Outcome of a read; `unmapped` if no mapping answers it. */
type ReadOutcome = ComparisonOutcome | 'unmapped';

/** Sends one read to both systems and compares the answers. */
async function comparePath(
  target: string,
  id: string,
  pathsComparison: PathsComparison,
): Promise<ReadOutcome> {
  const { comparison, cancel } = pathsComparison;
  const request = runRequest(target, id, pathsComparison);
  if (request === undefined) return 'unmapped';
  const { clock, limits } = comparison;
  const servedAt = clock.steady();
  const deadlineAt = servedAt + limits.deadlineMs;
  const task = { request, at: clock.now(), servedAt, deadlineAt, cancel };
  return comparePair(
    task,
    {
      v1: () => askV1(request, comparison, task),
      v2: () => readV2(request, pathsComparison),
      again: () => askV1(request, comparison, task),
    },
    comparison,
  );
}

/** Reads every path from both systems, one after the other and no faster than `perMinute`, and compares the answers. */
async function comparePaths(
  paths: readonly string[],
  pathsComparison: PathsComparison,
): Promise<ReadonlyMap<ReadOutcome, number>> {
  const { comparison, perMinute, cancel, progress } = pathsComparison;
  const outcomes = new Map<ReadOutcome, number>();
  const began = comparison.clock.steady();
  const isOver = (): boolean => cancel.aborted;
  for (const [index, path] of paths.entries()) {
    const waitMs = began + (index * MINUTE_MS) / perMinute - comparison.clock.steady();
    if (waitMs > 0) await delay(waitMs, comparison.clock, cancel);
    if (isOver()) break;
    const outcome = await comparePath(path, String(index + 1), pathsComparison).catch(
      (thrown: unknown): ComparisonOutcome => {
        comparison.failed(thrown);
        return 'failed';
      },
    );
    // A comparison that was cut short says nothing about either system.
    if (isOver() && outcome !== 'compared') break;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    progress(index + 1, paths.length);
  }
  return outcomes;
}

/**
 * Returns the status with which v2 refuses the key on a read of every operation: every answer would differ then, and
 * the report would say nothing about v2. Stops at the first read that is not refused.
 */
async function refusalOfV2(
  paths: readonly string[],
  pathsComparison: PathsComparison,
): Promise<number | undefined> {
  const askedPaths = new Set<string>();
  let refusal: number | undefined;
  for (const path of paths) {
    const request = runRequest(path, 'key', pathsComparison);
    const name = request?.route.operation.name;
    if (request === undefined || name === undefined || askedPaths.has(name)) continue;
    askedPaths.add(name);
    const v2Outcome = await readV2(request, pathsComparison);
    if (!v2Outcome.ok || !isRefusedKey(v2Outcome.value.answer.status)) return undefined;
    refusal = v2Outcome.value.answer.status;
  }
  return refusal;
}
