import type { Pair, RawAnswer } from '../comparison/compare/answerPair';
import type { ServingCompare } from '../comparison/compare/compareInThread';
import type { PairWire } from '../mapping/profile/wire';
import type { Upstream } from '../gateway/upstream';
import type { Accounts } from '../comparison/keep/comparisonAccounts';
import type { Difference } from '../comparison/compare/difference';
import type { ComparedAnswers, ComparedControl } from '../comparison/keep/observation';
import type { Verdict } from '../comparison/judge/judgedEvidence';
import type { Clock } from '../contract/clock';
import type { Gateway } from '../gateway/gateway';
import type { Traces } from '../http/observability/traces';
import type { ShadowedRequest } from '../http/shadowPort';
import type { CallBudget, Controls } from './sampling';

/** Keeps v2's own answers behind the translated ones, up to `most` bytes for each request. */
export function createRawAnswers(most: number) {
  const rawByRequest = new Map<string, { readonly answers: RawAnswer[]; bytes: number }>();
  return {
    /** Begins to keep the answers of v2 for this request. */
    begin: (requestId: string): void => void rawByRequest.set(requestId, { answers: [], bytes: 0 }),
    /** Returns the kept answers in their order, and stops keeping. */
    take: (requestId: string): readonly RawAnswer[] => {
      const answers = rawByRequest.get(requestId)?.answers ?? [];
      rawByRequest.delete(requestId);
      return answers;
    },
    /** Wraps an upstream so that its answers can be kept. */
    keepAnswersOf:
      (upstream: Upstream): Upstream =>
      async (request) => {
        const outcome = await upstream(request);
        const rawAnswers = rawByRequest.size === 0 ? undefined : rawByRequest.get(request.requestId);
        if (rawAnswers === undefined || !outcome.ok) return outcome;
        const { status, headers, body } = outcome.value;
        rawAnswers.bytes += body.length;
        const target = `${request.method} ${request.path}`;
        if (rawAnswers.bytes <= most)
          rawAnswers.answers.push({ asked: target, status, headers, body: body.toString() });
        return outcome;
      },
  };
}

type WriteCheck = 'read-back' | 'translate-only' | 'off';

/** Limits of the comparison, in milliseconds and bytes. */
export interface ShadowLimits {
  /** Percentage of the served requests that are compared without a doubt. */
  readonly samplePercent: number;
  /** Percentage of those for which v1 is asked twice. */
  readonly controlPercent: number;
  /** Most pairs that wait to be compared. */
  readonly queue: number;
  /** Most pairs that are compared at a time. */
  readonly places: number;
  /** Most calls a minute to each API on behalf of one caller. */
  readonly perMinute: number;
  /** Number of the processes that share these calls; 1 by default. */
  readonly processes?: (() => number) | undefined;
  /** Longest body that is copied. */
  readonly bodyBytes: number;
  /** Longest time from the client's answer to the verdict. */
  readonly deadlineMs: number;
  /** Longest time that a write may take to show in v2. */
  readonly lag: number;
}

/** Parts of createShadow; all of them separate from those that answer clients. */
export interface ShadowParts {
  /** The operations of the gateway for clients, over separate connections. */
  readonly gateway: Gateway;
  readonly raw: ReturnType<typeof createRawAnswers>;
  /** v1, over separate connections. */
  readonly callV1: Upstream;
  /** Reads answers in v1's form into the mappings' form. */
  readonly wire: PairWire;
  readonly compare: ServingCompare['compare'];
  readonly accounts: Pick<Accounts, 'open'>;
  /** The same operations over an upstream that sends nothing. */
  readonly unsent: Pick<Gateway, 'handle'>;
  /** True while asking v1 once more can decide that the differences are noise. */
  readonly wantsControl: (operation: string, differences: readonly Difference[]) => boolean;
  /** Called for every compared pair; returns whether a client would notice a difference. */
  readonly seen: (
    pair: Pair,
    compared: ComparedAnswers,
    control: ComparedControl | undefined,
  ) => Pick<Verdict, 'differs'>;
  /** Called for every compared read, with its request. */
  readonly paired?: (request: ShadowedRequest, pair: Pair) => void;
  /** Called when a request for the comparison is compared, or will not be. */
  readonly settled?: (request: ShadowedRequest) => void;
  /** Puts a comparison into a separate trace. Absent: nothing is traced. */
  readonly traced?: Traces['ofComparison'] | undefined;
  readonly writes: WriteCheck;
  readonly limits: ShadowLimits;
  /** Seed of the sampling: another seed samples other requests. */
  readonly seed: string;
  readonly clock: Clock;
  /** Returns numbers from 0 to below 1. */
  readonly random: () => number;
  /** True while the process is overloaded: then nothing is compared. */
  readonly busy: () => boolean;
  /** Called with errors that are bugs. */
  readonly failed: (thrown: unknown) => void;
}

/** Parts of the work on one comparison. */
export interface ComparisonParts extends ShadowParts {
  readonly budgets: { readonly v1: CallBudget; readonly v2: CallBudget };
  readonly controls: Controls;
}

/** One comparison in progress. */
export interface ComparisonTask {
  readonly request: ShadowedRequest;
  /** Time of the client's answer, clock ms. */
  readonly at: number;
  /** The same time, steady ms. */
  readonly servedAt: number;
  readonly deadlineAt: number;
  /** Fires at the deadline, and when the comparison is closed. */
  readonly cancel: AbortSignal;
}
