import type { ShadowedRequest } from '../../../http/shadowPort';
import type { ComparisonParts } from '../../../shadow/shadowParts';
import type { Outcome } from '../../../comparison/keep/comparisonAccounts';
import type { Clock } from '../../../contract/clock';
import { askV1, askV2 } from '../../../shadow/sideAnswers';
import { comparePair } from '../../../shadow/comparePair';

/** Who asks. */
interface RunCaller {
  /** The header with the v1 key. */
  readonly authorization: string;
  /** Its fingerprint. */
  readonly caller: string;
}

/** A read as the comparison takes it; undefined where no mapping answers it. */
function runRequest(
  target: string,
  id: string,
  { gateway }: Pick<ComparisonParts, 'gateway'>,
  { authorization, caller }: RunCaller,
): ShadowedRequest | undefined {
  const route = gateway.match('GET', target);
  if (route?.ok !== true) return undefined;
  return {
    ...{ id, method: 'GET', target, route: route.value, authorization, caller },
    contentType: undefined,
    beside: 'shadow',
  };
}

/** True for the answers to a key that is not taken, or that may not do this. */
export const isRefusedKey = (status: number): boolean => status === 401 || status === 403;

/** What two systems are compared with. */
interface PathsComparison extends RunCaller {
  readonly desk: ComparisonParts;
  /** Most requests that are begun in a minute. */
  readonly perMinute: number;
  /** Fires when it is to end early. */
  readonly gone: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** What became of them; a path that no mapping answers is `unmapped`. */
type Outcomes = ReadonlyMap<Outcome | 'unmapped', number>;

const MINUTE = 60_000;

/** Waits until an instant (steady ms), or until it is over. */
function until(at: number, { steady, schedule }: Clock, gone: AbortSignal): Promise<void> {
  const delay = at - steady();
  if (delay <= 0 || gone.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      gone.removeEventListener('abort', end);
      resolve();
    };
    const cancel = schedule(delay, end);
    gone.addEventListener('abort', end);
  });
}

/** One read, asked of both. */
async function comparePath(
  target: string,
  id: string,
  { desk, gone, ...caller }: PathsComparison,
): Promise<Outcome | 'unmapped'> {
  const request = runRequest(target, id, desk, caller);
  if (request === undefined) return 'unmapped';
  const { clock, limits } = desk;
  const servedAt = clock.steady();
  const deadlineAt = servedAt + limits.deadline;
  const errand = { request, at: clock.now(), servedAt, deadlineAt, cancel: gone };
  const asked = { cancel: gone, spend: () => undefined };
  return comparePair(
    errand,
    {
      v1: () => askV1(request, desk, errand),
      v2: () => askV2(request, request.route, desk, asked),
      again: () => askV1(request, desk, errand),
    },
    desk,
  );
}

/** Reads every path from both systems, one after the other, no faster than told; what was seen is on the desk. */
export async function comparePaths(paths: readonly string[], parts: PathsComparison): Promise<Outcomes> {
  const { desk, perMinute, gone, progress } = parts;
  const outcomes = new Map<Outcome | 'unmapped', number>();
  const began = desk.clock.steady();
  const isOver = (): boolean => gone.aborted;
  for (const [index, path] of paths.entries()) {
    await until(began + (index * MINUTE) / perMinute, desk.clock, gone);
    if (isOver()) break;
    const outcome = await comparePath(path, String(index + 1), parts).catch((thrown: unknown): Outcome => {
      desk.failed(thrown);
      return 'failed';
    });
    // What was cut short says nothing about either.
    if (isOver() && outcome !== 'compared') break;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    progress(index + 1, paths.length);
  }
  return outcomes;
}

/**
 * The status with which v2 refuses the key, when it does so on a read of every operation: then all would differ, and
 * nothing would be said of v2. Asks no further than to the first read that is not refused.
 */
export async function refusalOfV2(
  paths: readonly string[],
  { desk, gone, ...caller }: PathsComparison,
): Promise<number | undefined> {
  const asked = new Set<string>();
  let refusal: number | undefined;
  for (const path of paths) {
    const request = runRequest(path, 'key', desk, caller);
    const name = request?.route.operation.name;
    if (request === undefined || name === undefined || asked.has(name)) continue;
    asked.add(name);
    const said = await askV2(request, request.route, desk, { cancel: gone, spend: () => undefined });
    if (!said.ok || !isRefusedKey(said.value.answer.status)) return undefined;
    refusal = said.value.answer.status;
  }
  return refusal;
}
