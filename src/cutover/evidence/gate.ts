import { clockText, type Condition, type Outlook, percentText, rateConditions } from './rateConditions';
import type { Evidence } from './evidenceRegistry';
import { type Usage, type UsedOperations, usedOperations } from './usage';
import { latencyBelow } from './traffic';
import { forecastConditions } from './writeForecast';
import { currentHold, type CutoverState } from '../stages/stageState';
import type { Stage } from '../stages/stage';
import type { Requirements } from '../plan';

const outlookOf = (isFinal: boolean): Outlook => (isFinal ? 'passed' : 'undecided');

/** Operations that must be compared, and the words for them. */
interface Expected {
  readonly names: readonly string[];
  readonly description: string;
  /** Names a missing operation, with its number of requests if that is the reason to expect it. */
  readonly describe: (name: string) => string;
  /** Suggests a way to do without the missing operations. */
  readonly hint: (missing: readonly string[]) => string;
}

const planLine = (names: readonly string[]): string => `require: { operations: [${names.join(', ')}] }`;

/** Expects the operations that clients used, and shows their requests as the reason. */
function expectUsed(
  operations: readonly string[],
  { operations: counts, days, since }: UsedOperations,
  now: number,
): Expected {
  const names = operations.filter((name) => counts.has(name));
  return {
    names,
    description: `every operation that clients used in ${days} days, as far as known since ${clockText(since, now)},`,
    describe: (name) => `${name} (requests in ${days} days: ${counts.get(name) ?? 0})`,
    hint: (missing) => {
      const otherNames = names.filter((name) => !missing.includes(name));
      if (otherNames.length === 0) return '';
      return `; to go without, in the plan, read at a restart: ${planLine(otherNames)}`;
    },
  };
}

/** Chooses the operations that must have been compared: those that clients used, all, or those that the plan names. */
function expectedOperations({ operations, requirements, usage }: MoveCase, now: number): Expected {
  const { operations: wantedNames, usedDays } = requirements;
  if (wantedNames === 'used') return expectUsed(operations, usedOperations(usage, usedDays, now), now);
  const describe = (name: string): string => name;
  if (wantedNames === 'all') {
    const hint = () =>
      '; to wait only for what clients use, in the plan, read at a restart: require: { operations: used }';
    return { names: operations, description: 'every operation', describe, hint };
  }
  return { names: wantedNames, description: 'every operation that the plan names', describe, hint: () => '' };
}

/** Checks that every expected operation was compared at least once. Undecided if clients have used nothing. */
function operationsCondition(moveCase: MoveCase, now: number): Condition {
  const { names, description, describe, hint } = expectedOperations(moveCase, now);
  const name = 'operations';
  if (names.length === 0) {
    const days = moveCase.requirements.usedDays;
    const sentence = `no client has used anything in ${days} days, as far as known: what has to be compared? Name it: ${planLine(moveCase.operations)}`;
    return { name, outlook: 'undecided', sentence };
  }
  const missingNames = names.filter((name) => !moveCase.evidence.operations.has(name));
  if (missingNames.length === 0) return { name, outlook: 'passed', sentence: `${description} was compared` };
  const sentence = `never compared: ${missingNames.map(describe).join(', ')}${hint(missingNames)}`;
  return { name, outlook: 'undecided', sentence };
}

/** Estimates the share of unseen traffic by Good-Turing: about the share of the kinds that were seen once. */
function signaturesCondition({ signatures, compared }: Evidence, most: number): Condition {
  const once = [...signatures.values()].filter((count) => count === 1).length;
  const unseen = compared === 0 ? 1 : once / compared;
  const sentence = `about ${percentText(unseen)} of the traffic is of a kind never compared; allowed are ${percentText(most)}`;
  return { name: 'signatures', outlook: outlookOf(unseen <= most), sentence };
}

/** Checks that every caller with a share of the traffic was compared at least once. */
function callersCondition({
  evidence: { callers },
  requirements: { callerShare: share },
  callerText,
}: MoveCase): Condition {
  const total = [...callers.values()].reduce((sum, { served }) => sum + served, 0);
  const missingCallers = [...callers].filter(
    ([, { served, compared }]) => compared === 0 && served > 0 && served >= share * total,
  );
  const name = 'callers';
  if (missingCallers.length === 0)
    return {
      name,
      outlook: 'passed',
      sentence: `every caller with ${percentText(share)} of the traffic was compared`,
    };
  const names = missingCallers.map(([caller]) => callerText(caller)).join(', ');
  return { name, outlook: 'undecided', sentence: `callers never compared: ${names}` };
}

/** Checks that all parts of the traffic were compared: operations, kinds of requests, callers. */
function coverageConditions(moveCase: MoveCase, now: number): readonly Condition[] {
  const { unseen } = moveCase.requirements;
  return [
    operationsCondition(moveCase, now),
    signaturesCondition(moveCase.evidence, unseen),
    callersCondition(moveCase),
  ];
}

/** Minimum number of requests of each side for a meaningful percentile. */
const MIN_REQUESTS = 100;

/** Checks that v2 is hardly slower than v1. Passes while v2 has served nothing. */
function latencyCondition({ v1, v2 }: Evidence, { latencyTimes, latencyMore }: Requirements): Condition {
  const name = 'latency';
  if (v2.requests === 0) return { name, outlook: 'passed', sentence: 'v2 has not served anyone yet' };
  const fewer = Math.min(v1.requests, v2.requests);
  if (fewer < MIN_REQUESTS) {
    const sentence = `${MIN_REQUESTS} requests of each side are needed to compare them; there are ${v1.requests} of v1 and ${v2.requests} of v2`;
    return { name, outlook: 'undecided', sentence };
  }
  const [v1Latency, v2Latency] = [latencyBelow(v1.latency, 0.95), latencyBelow(v2.latency, 0.95)];
  const limit = v1Latency * latencyTimes + latencyMore;
  const rounded = [v2Latency, v1Latency, limit].map((milliseconds) => Math.ceil(milliseconds));
  const sentence = `95% of v2's answers within ${rounded[0]} ms, of v1's within ${rounded[1]} ms; allowed are ${rounded[2]} ms`;
  return { name, outlook: v2Latency <= limit ? 'passed' : 'failing', sentence };
}

/** Number of automatic moves back after which only a person moves forward. */
const MAX_STRIKES = 3;

function holdText(state: CutoverState, now: number): string | undefined {
  const hold = currentHold(state, now);
  if (hold === undefined) return state.killed ? 'killed until it is released' : undefined;
  const end = hold.until === undefined ? 'until it is released' : `until ${clockText(hold.until, now)}`;
  return `held ${end}: ${hold.reason}`;
}

function coolDownText({ strikes, coolUntil }: CutoverState, now: number): string | undefined {
  if (strikes >= MAX_STRIKES)
    return `it went back by itself ${strikes} times: only a person moves it forward now`;
  return now < coolUntil ? `cooling down until ${clockText(coolUntil, now)}` : undefined;
}

/** Checks the conditions that do not depend on data: dwell, hold and cool-down. */
function patienceConditions(state: CutoverState, least: number, now: number): readonly Condition[] {
  const until = state.since + least;
  const dwellText = now < until ? `in the present stage until ${clockText(until, now)} at least` : undefined;
  return [
    { name: 'dwell' as const, waits: dwellText, passed: 'long enough in the present stage' },
    { name: 'hold' as const, waits: holdText(state, now), passed: 'not held' },
    { name: 'coolDown' as const, waits: coolDownText(state, now), passed: 'no move back to cool down from' },
  ].map(({ name, waits, passed }) => {
    if (waits === undefined) return { name, outlook: 'passed', sentence: passed };
    return { name, outlook: 'waiting', sentence: waits };
  });
}

/** Verdict of the gate on a move forward, with all its conditions. */
export interface GateJudgement {
  readonly verdict: 'ready' | 'notReady' | 'undecided' | 'failing';
  readonly conditions: readonly Condition[];
}

/** Input of the gate. */
export interface MoveCase {
  readonly to: Stage;
  readonly state: CutoverState;
  /** Evidence of the current epoch. */
  readonly evidence: Evidence;
  /** All operations of the resource. */
  readonly operations: readonly string[];
  readonly requirements: Requirements;
  /** Requests of clients, independent of the mapping. */
  readonly usage: Usage;
  /** Renders a caller (fingerprint) for people. */
  readonly callerText: (caller: string) => string;
}

const worst: readonly { readonly outlook: Outlook; readonly verdict: GateJudgement['verdict'] }[] = [
  { outlook: 'failing', verdict: 'failing' },
  { outlook: 'undecided', verdict: 'undecided' },
  { outlook: 'waiting', verdict: 'notReady' },
];

function dataConditions(moveCase: MoveCase, now: number): readonly Condition[] {
  const { evidence, requirements } = moveCase;
  return [
    ...rateConditions(evidence, requirements, now),
    ...forecastConditions(moveCase, requirements.errorTolerance, now),
    latencyCondition(evidence, requirements),
    ...coverageConditions(moveCase, now),
  ];
}

/** Returns the verdict of the worst condition. */
export function verdictOf(conditions: readonly Condition[]): GateJudgement['verdict'] {
  const worstOutlook = worst.find(({ outlook }) =>
    conditions.some((condition) => condition.outlook === outlook),
  );
  return worstOutlook?.verdict ?? 'ready';
}

/** Judges a move forward: ready if every condition has passed, else the verdict of the worst condition. */
export function judge(moveCase: MoveCase, now: number): GateJudgement {
  const { to, state, requirements } = moveCase;
  // A move to shadow needs no data, because v1 still answers all requests and only shadow collects data.
  const data = to.kind === 'shadow' ? [] : dataConditions(moveCase, now);
  const conditions = [...data, ...patienceConditions(state, requirements.dwell, now)];
  return { verdict: verdictOf(conditions), conditions };
}
