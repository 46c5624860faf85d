import type { Outcome } from '../../../comparison/createAccounts';
import type { Clock } from '../../../gateway/clock';
import { askV1 } from '../../../http/shadow/askV1';
import { askV2 } from '../../../http/shadow/askV2';
import { comparePair } from '../../../http/shadow/comparePair';
import type { Desk } from '../../../http/shadow/desk';
import { besideRequest, type RunCaller } from './besideRequest';

/** What two systems are compared with. */
export interface PathsComparison extends RunCaller {
  readonly desk: Desk;
  /** Most requests that are begun in a minute. */
  readonly perMinute: number;
  /** Fires when it is to end early. */
  readonly gone: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** What became of them; a path that no mapping answers is `unmapped`. */
export type Outcomes = ReadonlyMap<Outcome | 'unmapped', number>;

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
  const request = besideRequest(target, id, desk, caller);
  if (request === undefined) return 'unmapped';
  const { clock, limits } = desk;
  const servedAt = clock.steady();
  const deadlineAt = servedAt + limits.deadline;
  const errand = { request, at: clock.now(), servedAt, deadlineAt, gone };
  const asked = { gone, spend: () => undefined };
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
