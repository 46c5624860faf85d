import {
  clockText,
  type Condition,
  errorCondition,
  type Outlook,
  parityCondition,
  percentText,
} from './rateConditions';
import type { Evidence, Usage } from './evidence';
import { type Used, usedWithin } from './usage';
import { latencyBelow } from './latency';
import { currentHold, type CutoverState } from '../stages/stageState';
import type { Stage } from '../stages/stage';

const seen = (all: boolean): Outlook => (all ? 'passed' : 'undecided');

/** What has to be compared, what that is called, and the way round what never is. */
interface Expected {
  readonly names: readonly string[];
  readonly all: string;
  /** An operation that is missing, with how often it is used where that is why it is wanted. */
  readonly shown: (name: string) => string;
  readonly waiver: (missing: readonly string[]) => string;
}

const listed = (names: readonly string[]): string => `require: { operations: [${names.join(', ')}] }`;

function usedOf(
  operations: readonly string[],
  { operations: counts, days, since }: Used,
  now: number,
): Expected {
  const names = operations.filter((name) => counts.has(name));
  return {
    names,
    all: `every operation that clients used in ${days} days, as far as known since ${clockText(since, now)},`,
    shown: (name) => `${name} (requests in ${days} days: ${counts.get(name) ?? 0})`,
    waiver: (missing) => {
      const others = names.filter((name) => !missing.includes(name));
      return others.length === 0 ? '' : `; to go without: ${listed(others)}`;
    },
  };
}

function expectedOf({ operations, requirements, usage }: MoveCase, now: number): Expected {
  const { operations: wanted, usedDays } = requirements;
  if (wanted === 'used') return usedOf(operations, usedWithin(usage, usedDays, now), now);
  const shown = (name: string): string => name;
  if (wanted === 'all') {
    const waiver = () => '; to wait only for what clients use: require: { operations: used }';
    return { names: operations, all: 'every operation', shown, waiver };
  }
  return { names: wanted, all: 'every operation that the plan names', shown, waiver: () => '' };
}

function operationsSeen(given: MoveCase, now: number): Condition {
  const { names, all, shown, waiver } = expectedOf(given, now);
  const name = 'operations';
  if (names.length === 0) {
    const days = given.requirements.usedDays;
    const sentence = `no client has used anything in ${days} days, as far as known: what has to be compared? Name it: ${listed(given.operations)}`;
    return { name, outlook: 'undecided', sentence };
  }
  const missing = names.filter((one) => !given.evidence.operations.has(one));
  const sentence =
    missing.length === 0
      ? `${all} was compared`
      : `never compared: ${missing.map(shown).join(', ')}${waiver(missing)}`;
  return { name, outlook: seen(missing.length === 0), sentence };
}

/** Good-Turing: the share of traffic of kinds never seen is about the share of kinds seen once. */
function signaturesSeen({ signatures, compared }: Evidence, most: number): Condition {
  const once = [...signatures.values()].filter((count) => count === 1).length;
  const unseen = compared === 0 ? 1 : once / compared;
  const sentence = `about ${percentText(unseen)} of the traffic is of a kind never compared; allowed are ${percentText(most)}`;
  return { name: 'signatures', outlook: seen(unseen <= most), sentence };
}

function callersSeen({
  evidence: { callers },
  requirements: { callerShare: share },
  callerText,
}: MoveCase): Condition {
  const total = [...callers.values()].reduce((sum, { served }) => sum + served, 0);
  const missing = [...callers].filter(
    ([, { served, compared }]) => compared === 0 && served > 0 && served >= share * total,
  );
  const names = missing.map(([caller]) => callerText(caller)).join(', ');
  const sentence =
    missing.length === 0
      ? `every caller with ${percentText(share)} of the traffic was compared`
      : `callers never compared: ${names}`;
  return { name: 'callers', outlook: seen(missing.length === 0), sentence };
}

/** Was everything looked at that the traffic consists of? */
function coverageConditions(given: MoveCase, now: number): readonly Condition[] {
  const { evidence, requirements } = given;
  return [operationsSeen(given, now), signaturesSeen(evidence, requirements.unseen), callersSeen(given)];
}

/** What a move forward requires of the evidence. Rates are shares from 0 to 1. */
export interface Requirements {
  /** Compared requests that may differ. */
  readonly differing: number;
  /** How far v2's share of errors may lie above v1's. */
  readonly errorTolerance: number;
  /** v2's 95th percentile of latency may be this many times v1's, and so many ms more. */
  readonly latencyTimes: number;
  readonly latencyMore: number;
  /** Estimated share of traffic whose kind has never been compared (Good-Turing). */
  readonly unseen: number;
  /** What must have been compared: the operations that clients use, all, or these. */
  readonly operations: 'used' | 'all' | readonly string[];
  /** How far back, in days, what clients use is looked for. */
  readonly usedDays: number;
  /** Callers with at least this share of the traffic must each have been compared. */
  readonly callerShare: number;
  /** Least time in the present stage, ms. */
  readonly dwell: number;
}

const HOUR = 3_600_000;

/** What is required unless a step of the plan says otherwise. */
export const standardRequirements: Requirements = {
  differing: 0.005,
  errorTolerance: 0.01,
  latencyTimes: 1.5,
  latencyMore: 50,
  unseen: 0.005,
  operations: 'used',
  usedDays: 14,
  callerShare: 0.01,
  dwell: HOUR,
};

/** Requests of each side before a percentile says anything. */
const LEAST = 100;

/** Is v2 hardly slower than v1? With nothing served by v2 yet there is nothing to ask. */
function latencyCondition({ v1, v2 }: Evidence, { latencyTimes, latencyMore }: Requirements): Condition {
  const name = 'latency';
  if (v2.requests === 0) return { name, outlook: 'passed', sentence: 'v2 has not served anyone yet' };
  const fewer = Math.min(v1.requests, v2.requests);
  if (fewer < LEAST) {
    const sentence = `${LEAST} requests of each side are needed to compare them; there are ${v1.requests} of v1 and ${v2.requests} of v2`;
    return { name, outlook: 'undecided', sentence };
  }
  const [before, after] = [latencyBelow(v1.latency, 0.95), latencyBelow(v2.latency, 0.95)];
  const limit = before * latencyTimes + latencyMore;
  const rounded = [after, before, limit].map((milliseconds) => Math.ceil(milliseconds));
  const sentence = `95% of v2's answers within ${rounded[0]} ms, of v1's within ${rounded[1]} ms; allowed are ${rounded[2]} ms`;
  return { name, outlook: after <= limit ? 'passed' : 'failing', sentence };
}

/** So many automatic moves back, and only a person moves forward. */
const MOST_STRIKES = 3;

function dwell({ since }: CutoverState, least: number, now: number): Condition {
  const until = since + least;
  return now >= until
    ? { name: 'dwell', outlook: 'passed', sentence: 'long enough in the present stage' }
    : {
        name: 'dwell',
        outlook: 'waiting',
        sentence: `in the present stage until ${clockText(until, now)} at least`,
      };
}

function hold(state: CutoverState, now: number): Condition {
  const name = 'hold';
  const held = currentHold(state, now);
  if (held !== undefined) {
    const end = held.until === undefined ? 'until it is released' : `until ${clockText(held.until, now)}`;
    return { name, outlook: 'waiting', sentence: `held ${end}: ${held.reason}` };
  }
  if (state.killed) return { name, outlook: 'waiting', sentence: 'killed until it is released' };
  return { name, outlook: 'passed', sentence: 'not held' };
}

function coolDown({ strikes, coolUntil }: CutoverState, now: number): Condition {
  const name = 'coolDown';
  if (strikes >= MOST_STRIKES) {
    const sentence = `it went back by itself ${strikes} times: only a person moves it forward now`;
    return { name, outlook: 'waiting', sentence };
  }
  return now >= coolUntil
    ? { name, outlook: 'passed', sentence: 'no move back to cool down from' }
    : { name, outlook: 'waiting', sentence: `cooling down until ${clockText(coolUntil, now)}` };
}

/** Is it time, whatever the data say? */
function patienceConditions(state: CutoverState, least: number, now: number): readonly Condition[] {
  return [dwell(state, least, now), hold(state, now), coolDown(state, now)];
}

/** What the gate says of a move forward, and every condition behind it. */
export interface GateJudgement {
  readonly verdict: 'ready' | 'notReady' | 'undecided' | 'failing';
  readonly conditions: readonly Condition[];
}

/** What the gate looks at. */
interface MoveCase {
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

const worst: readonly { readonly outlook: Outlook; readonly verdict: GateJudgement['verdict'] }[] = [
  { outlook: 'failing', verdict: 'failing' },
  { outlook: 'undecided', verdict: 'undecided' },
  { outlook: 'waiting', verdict: 'notReady' },
];

function onData(given: MoveCase, now: number): readonly Condition[] {
  const { evidence, requirements } = given;
  return [
    parityCondition(evidence, requirements.differing, now),
    errorCondition(evidence, requirements.errorTolerance, now),
    latencyCondition(evidence, requirements),
    ...coverageConditions(given, now),
  ];
}

/** The verdict that conditions come to: the worst of them names it. */
export function verdictOf(conditions: readonly Condition[]): GateJudgement['verdict'] {
  const found = worst.find(({ outlook }) => conditions.some((condition) => condition.outlook === outlook));
  return found?.verdict ?? 'ready';
}

/** The gate: a move forward is ready when every condition has passed; else the worst condition names the verdict. */
export function judge(given: MoveCase, now: number): GateJudgement {
  const { to, state, requirements } = given;
  // In shadow v1 still answers everyone: there is nothing to be sure of yet, and no other way to become sure.
  const data = to.kind === 'shadow' ? [] : onData(given, now);
  const conditions = [...data, ...patienceConditions(state, requirements.dwell, now)];
  return { verdict: verdictOf(conditions), conditions };
}
