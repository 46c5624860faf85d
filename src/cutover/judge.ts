import type { Condition, Outlook } from './condition';
import { coverageConditions } from './coverageConditions';
import type { CutoverState } from './cutoverState';
import { errorCondition } from './errorCondition';
import type { Evidence } from './evidence';
import { latencyCondition } from './latencyCondition';
import { parityCondition } from './parityCondition';
import { patienceConditions } from './patienceConditions';
import type { Requirements } from './requirements';
import type { Stage } from './stage';
import type { Usage } from './evidence';

/** What the gate says of a move forward, and every condition behind it. */
export interface Judgement {
  readonly verdict: 'ready' | 'notReady' | 'undecided' | 'failing';
  readonly conditions: readonly Condition[];
}

/** What the gate looks at. */
export interface Case {
  readonly to: Stage;
  readonly state: CutoverState;
  /** Of the current epoch. */
  readonly evidence: Evidence;
  /** Every operation of the resource. */
  readonly operations: readonly string[];
  readonly requirements: Requirements;
  /** What clients use, whatever it is translated by. */
  readonly usage: Usage;
  /** A caller (fingerprint) as people know it. */
  readonly callerText: (caller: string) => string;
}

const worst: readonly { readonly outlook: Outlook; readonly verdict: Judgement['verdict'] }[] = [
  { outlook: 'failing', verdict: 'failing' },
  { outlook: 'undecided', verdict: 'undecided' },
  { outlook: 'waiting', verdict: 'notReady' },
];

function onData(given: Case, now: number): readonly Condition[] {
  const { evidence, requirements } = given;
  return [
    parityCondition(evidence, requirements.differing, now),
    errorCondition(evidence, requirements.errorTolerance, now),
    latencyCondition(evidence, requirements),
    ...coverageConditions(given, now),
  ];
}

/** The verdict that conditions come to: the worst of them names it. */
export function verdictOf(conditions: readonly Condition[]): Judgement['verdict'] {
  const found = worst.find(({ outlook }) => conditions.some((condition) => condition.outlook === outlook));
  return found?.verdict ?? 'ready';
}

/** The gate: a move forward is ready when every condition has passed; else the worst condition names the verdict. */
export function judge(given: Case, now: number): Judgement {
  const { to, state, requirements } = given;
  // In shadow v1 still answers everyone: there is nothing to be sure of yet, and no other way to become sure.
  const data = to.kind === 'shadow' ? [] : onData(given, now);
  const conditions = [...data, ...patienceConditions(state, requirements.dwell, now)];
  return { verdict: verdictOf(conditions), conditions };
}
