import { openLane, type Played } from './openLane.ts';

/** Options that choose the cases, and their concurrency. */
export interface FuzzPlan {
  /** The seed of the first; the others follow by one. */
  readonly first: number;
  readonly cases: number;
  readonly lanes: number;
}

export interface Fuzzed {
  /** Counts of answers by status; 0 stands for connections that ended without an answer. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly upstreamRequests: number;
  /** Number of cases played again alone, because they or their successor seemed to break a rule. */
  readonly suspects: number;
  /** Those that broke a rule then too. */
  readonly faults: readonly Played[];
}

/** Suspects that are played again at a time. */
const LANES = 4;

function* range(firstNumber: number, cases: number): Generator<number> {
  for (let seed = firstNumber; seed < firstNumber + cases; seed += 1) yield seed;
}

const severally = (count: number, work: () => Promise<void>) =>
  Promise.all(Array.from({ length: count }, work));

/** Plays cases again, each with a gateway and an upstream that see nothing else; gives those that break a rule. */
async function playAlone(suspects: ReadonlySet<number>): Promise<readonly Played[]> {
  const seeds = suspects.values();
  const faults: Played[] = [];
  await severally(LANES, async () => {
    for (const seed of seeds) {
      const lane = await openLane();
      const played = await lane.playLast(seed);
      if (played.wrong.length > 0) faults.push(played);
    }
  });
  return faults;
}

/**
 * Sends so many hostile requests, each lane with a gateway and an upstream of its own. What reaches the upstream while
 * a case is played is taken for its own; on a busy machine it may be late and belong to the case before. So a suspect
 * and the case before it are played again alone, to the end of all that the gateway sends, and that counts.
 */
export async function fuzz({ first: firstNumber, cases, lanes }: FuzzPlan): Promise<Fuzzed> {
  const statuses = new Map<number, number>();
  const suspects = new Set<number>();
  const seeds = range(firstNumber, cases);
  let upstreamRequests = 0;

  const count = ({ status, upstreamRequests: seenCount }: Played): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    upstreamRequests += seenCount;
  };
  await severally(Math.min(lanes, cases), async () => {
    const lane = await openLane();
    let countBefore = firstNumber;
    for (const seed of seeds) {
      const played = await lane.play(seed);
      count(played);
      if (played.wrong.length > 0) suspects.add(countBefore).add(seed);
      countBefore = seed;
    }
    if ((await lane.close()) > 0) suspects.add(countBefore);
  });
  return { statuses, upstreamRequests, suspects: suspects.size, faults: await playAlone(suspects) };
}
