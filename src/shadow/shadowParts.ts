import type { Compare, Pair, RawAnswer } from '../comparison/compare/answerPair';
import type { Upstream } from '../gateway/upstream';
import type { Accounts } from '../comparison/keep/comparisonAccounts';
import type { Difference } from '../comparison/compare/difference';
import type { ComparedAnswers, ComparedControl } from '../comparison/keep/observed';
import type { Clock } from '../contract/clock';
import type { Gateway } from '../gateway/gateway';
import type { ShadowedRequest } from '../http/shadowPort';
import type { Budget, Controls } from './callBudgets';

/** v2's own answers behind the translated ones: the third column. */
interface RawAnswers {
  /** From here on what v2 answers for this request is kept. */
  readonly begin: (requestId: string) => void;
  /** What was kept, in the order of the answers; nothing is kept for it any more. */
  readonly take: (requestId: string) => readonly RawAnswer[];
  /** The same upstream, looked at. */
  readonly seen: (upstream: Upstream) => Upstream;
}

/** Keeps up to so many bytes for each request; the answers beyond are left out. */
export function createRawAnswers(most: number): RawAnswers {
  const kept = new Map<string, { readonly answers: RawAnswer[]; bytes: number }>();
  return {
    begin: (requestId) => void kept.set(requestId, { answers: [], bytes: 0 }),
    take: (requestId) => {
      const answers = kept.get(requestId)?.answers ?? [];
      kept.delete(requestId);
      return answers;
    },
    seen: (upstream) => async (request) => {
      const outcome = await upstream(request);
      const found = kept.size === 0 ? undefined : kept.get(request.requestId);
      if (found === undefined || !outcome.ok) return outcome;
      const { status, headers, body } = outcome.value;
      found.bytes += body.length;
      const asked = `${request.method} ${request.path}`;
      if (found.bytes <= most) found.answers.push({ asked, status, headers, body: body.toString() });
      return outcome;
    },
  };
}

/** How writes that v1 has answered are verified. */
type WriteCheck = 'read-back' | 'translate-only' | 'off';

/** What bounds the comparison; milliseconds and bytes. */
export interface ShadowLimits {
  /** Share of the served requests that is compared, percent. */
  readonly samplePercent: number;
  /** Share of those for which v1 is asked twice, percent. */
  readonly controlPercent: number;
  /** Pairs that may wait to be compared. */
  readonly queue: number;
  /** Pairs that are worked on at a time. */
  readonly places: number;
  /** Most calls a minute to each API on behalf of one caller. */
  readonly perMinute: number;
  /** Longest body that is copied. */
  readonly bodyBytes: number;
  /** Longest time from the client's answer to the verdict. */
  readonly deadline: number;
  /** For how long a write may take to show in v2. */
  readonly lag: number;
}

/** What the comparison works with; all of it apart from what answers clients. */
export interface ShadowParts {
  /** The same operations as the ones that answer, over connections of its own. */
  readonly gateway: Gateway;
  readonly raw: RawAnswers;
  /** v1, over connections of its own. */
  readonly callV1: Upstream;
  readonly compare: Compare;
  readonly accounts: Pick<Accounts, 'open'>;
  /** The same operations over an upstream to which nothing is sent. */
  readonly unsent: Pick<Gateway, 'handle'>;
  /** True while asking v1 once more would decide whether what differs is noise. */
  readonly wantsControl: (
    operation: string,
    differences: readonly Difference[],
  ) => boolean | Promise<boolean>;
  /** Told of every pair that was compared. */
  readonly seen: (pair: Pair, compared: ComparedAnswers, control: ComparedControl | undefined) => void;
  /** Told of every read that was compared, with the request; absent: nobody. */
  readonly paired?: (request: ShadowedRequest, pair: Pair) => void;
  /** Told of every request that was to be compared, when it has been, or will not be; absent: nobody. */
  readonly settled?: (request: ShadowedRequest) => void;
  readonly writes: WriteCheck;
  readonly limits: ShadowLimits;
  /** Draws the sample anew when changed. */
  readonly seed: string;
  readonly clock: Clock;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
  /** True while the process cannot keep up: then nothing is compared. */
  readonly busy: () => boolean;
  /** Told of bugs. */
  readonly failed: (thrown: unknown) => void;
}

/** What a comparison is worked on with. */
export interface ComparisonParts extends ShadowParts {
  readonly budgets: { readonly v1: Budget; readonly v2: Budget };
  readonly controls: Controls;
}

/** One comparison under way. */
export interface ComparisonTask {
  readonly request: ShadowedRequest;
  /** When the client had its answer, clock ms. */
  readonly at: number;
  /** Steady ms. */
  readonly servedAt: number;
  readonly deadlineAt: number;
  /** Fires at the deadline, and when the process ends. */
  readonly gone: AbortSignal;
}
