import type { ShadowedRequest } from '../../../http/shadowPort';
import type { ComparisonParts } from '../../../shadow/shadowParts';
import type { ComparisonOutcome } from '../../../comparison/keep/comparisonAccounts';
import { MINUTE_MS } from '../../../contract/clock';
import { askV1, askV2 } from '../../../shadow/askBothSides';
import { comparePair } from '../../../shadow/comparePair';
import { delay } from '../../../shadow/readBack';

/** Makes the comparison's request for a read; undefined if no mapping answers it. */
function runRequest(
  target: string,
  id: string,
  { comparison: { gateway }, authorization, caller }: PathsComparison,
): ShadowedRequest | undefined {
  const route = gateway.match('GET', target);
  if (route?.ok !== true) return undefined;
  return {
    id,
    method: 'GET',
    target,
    route: route.value,
    authorization,
    caller,
    contentType: undefined,
    compare: 'shadow',
  };
}

/** True for the answers to a key that is invalid or lacks the permission. */
export const isRefusedKey = (status: number): boolean => status === 401 || status === 403;

/** Options of comparePaths. */
interface PathsComparison {
  readonly comparison: ComparisonParts;
  /** The header with the v1 key, and the key's fingerprint. */
  readonly authorization: string;
  readonly caller: string;
  /** Most requests started per minute. */
  readonly perMinute: number;
  /** Signal that ends the run early. */
  readonly cancel: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

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
  const deadlineAt = servedAt + limits.deadline;
  const task = { request, at: clock.now(), servedAt, deadlineAt, cancel };
  const callOptions = { cancel, spend: () => undefined };
  return comparePair(
    task,
    {
      v1: () => askV1(request, comparison, task),
      v2: () => askV2(request, request.route, comparison, callOptions),
      again: () => askV1(request, comparison, task),
    },
    comparison,
  );
}

/** Reads every path from both systems, one after the other and no faster than `perMinute`, and compares the answers. */
export async function comparePaths(
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
export async function refusalOfV2(
  paths: readonly string[],
  pathsComparison: PathsComparison,
): Promise<number | undefined> {
  const { comparison, cancel } = pathsComparison;
  const askedPaths = new Set<string>();
  let refusal: number | undefined;
  for (const path of paths) {
    const request = runRequest(path, 'key', pathsComparison);
    const name = request?.route.operation.name;
    if (request === undefined || name === undefined || askedPaths.has(name)) continue;
    askedPaths.add(name);
    const v2Outcome = await askV2(request, request.route, comparison, { cancel, spend: () => undefined });
    if (!v2Outcome.ok || !isRefusedKey(v2Outcome.value.answer.status)) return undefined;
    refusal = v2Outcome.value.answer.status;
  }
  return refusal;
}
