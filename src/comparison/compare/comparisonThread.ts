import { workerData } from 'node:worker_threads';
import { declareContracts } from '../../contract/contracts';
import type { Comparison } from './answerPair';
import { createCompare } from './compareAnswers';
import type { ThreadRules, CompareTask } from './compareInThread';

const { rules, limits } = workerData as ThreadRules;
let at = 0;
const compare = createCompare({ rules, now: () => at, limits });

/** Returns the program of the thread: compares one pair at the instant at which it was handed over. */
export function compareTask({ v1, v2, operation, now, declared }: CompareTask): Comparison {
  declareContracts(declared);
  at = now;
  return compare(v1, v2, operation);
}
