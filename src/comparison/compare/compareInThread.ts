import { MINUTE_MS } from '../../contract/clock';
import { join } from 'node:path';
import Piscina from 'piscina';
import { declaredContracts } from '../../contract/contracts';
import type { Field } from '../../contract/field';
import type { Comparison, SeenAnswer } from './answerPair';
import {
  type CompareLimits,
  type CompareOptions,
  createCompare,
  threadLimits,
  servingLimits,
} from './compareAnswers';
import type { IgnoreRule } from './ignoreRules';

/** Data that a thread starts with. */
export interface ThreadRules {
  readonly rules: readonly IgnoreRule[];
  readonly limits: CompareLimits;
}

/** A pair for a thread, and the instant (clock ms) by which its rules count. */
export interface CompareTask {
  readonly v1: SeenAnswer;
  readonly v2: SeenAnswer;
  readonly operation: string;
  readonly now: number;
  /** Contracts that mapping files have declared; the thread does not read mapping files. */
  readonly declared: readonly Field[];
}

/** Compares pairs without delaying answers to clients. */
export interface ServingCompare {
  /** Compares a small pair at once and a large one in a thread; never rejects. */
  readonly compare: (v1: SeenAnswer, v2: SeenAnswer, operation: string) => Comparison | Promise<Comparison>;
  /** Ends the thread; pairs that it has not compared count as too costly. */
  readonly close: () => Promise<void>;
}

/** Most characters of all pairs that wait for the thread or are in it; they take twice that memory. */
const MAX_CHARACTERS = 16_000_000;

/** Idle time (ms) after which the thread ends: it takes some 20 MB. */
const IDLE_TIMEOUT_MS = MINUTE_MS;

/**
 * Creates the comparison of a process that answers clients. A pair that would hold clients up for more than some
 * milliseconds is compared in a thread, one pair at a time. If too many pairs wait for the thread, a further pair is
 * not compared.
 */
export function compareInThread({ rules, now }: Pick<CompareOptions, 'rules' | 'now'>): ServingCompare {
  const compareHere = createCompare({ rules, now, limits: servingLimits });
  const thread = new Piscina<CompareTask, Comparison>({
    filename: join(__dirname, 'comparisonThread.js'),
    name: 'compareTask',
    workerData: { rules, limits: threadLimits } satisfies ThreadRules,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
  });
  let waiting = 0;
  const runInThread = async (task: CompareTask, length: number, instead: Comparison): Promise<Comparison> => {
    waiting += length;
    try {
      return await thread.run(task);
    } catch {
      return instead;
    } finally {
      waiting -= length;
    }
  };
  return {
    compare: (v1, v2, operation) => {
      const compared = compareHere(v1, v2, operation);
      const length = v1.body.length + v2.body.length;
      const isLeft = !compared.ok && compared.reason === 'too_costly';
      if (!isLeft || waiting + length > MAX_CHARACTERS) return compared;
      return runInThread({ v1, v2, operation, now: now(), declared: declaredContracts() }, length, compared);
    },
    close: () => thread.destroy(),
  };
}
