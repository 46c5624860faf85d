import { DAY_MS } from '../../contract/clock';
import { type Condition, parityCondition } from './rateConditions';
import type { CallerNames } from '../callerNames';
import type { EvidenceRegistry, CutoverSubject, Evidence } from './evidenceRegistry';
import type { StageLog } from '../stages/stageLog';
import type { CutoverState } from '../stages/stageState';
import { isForward, renderStage, type Stage } from '../stages/stage';
import { type GateJudgement, judge, type MoveCase, verdictOf } from './gate';
import { type Plan, standardRequirements } from '../plan';
import type { UsageSums } from './usage';

/** Move as it would be made now, with the gate's judgement of it. */
export interface Gate {
  readonly resource: string;
  readonly from: Stage;
  readonly to: Stage;
  /** True for a move forward; a move back needs neither gate nor confirmation. */
  readonly forward: boolean;
  readonly judgement: GateJudgement;
}

interface GateParts {
  readonly subject: () => CutoverSubject;
  readonly log: Pick<StageLog, 'state'>;
  readonly registry: Pick<EvidenceRegistry, 'evidenceOf'>;
  readonly usage: Pick<UsageSums, 'usageOf'>;
  readonly names: Pick<CallerNames, 'nameText'>;
  readonly plan: Plan | undefined;
  /** Instant (clock ms) after which v1 is not called. It is undefined without a v1. */
  readonly sunset: number | undefined;
  readonly now: () => number;
}

/** Checks that no caller is left, because each would get a 410, which parity does not measure. */
function noCallersCondition({ v1, v2, callers, since }: Evidence, now: number): Condition {
  const requests = v1.requests + v2.requests;
  const name = 'callers';
  if (requests > 0) {
    const who = callers.size === 1 ? '1 caller' : `${callers.size} callers`;
    const sentence = `${requests} requests of ${who} within the window: each would have got a 410`;
    return { name, outlook: 'failing', sentence };
  }
  if (now - since < DAY_MS)
    return {
      name,
      outlook: 'undecided',
      sentence: 'nobody has asked, but it is watched for less than a day',
    };
  return { name, outlook: 'passed', sentence: 'nobody has asked within the window' };
}

/** Reports whether the release of a kill results in the stage `to`, at which v2 answers. */
function isReleaseOf({ killed, stage }: CutoverState, to: Stage): boolean {
  return killed && to.kind !== 'v1' && to.kind !== 'shadow' && renderStage(to) === renderStage(stage);
}

/** Returns the plan's requirements for a move, or the defaults. */
function requirementsOf(plan: Plan | undefined, resource: string, to: Stage) {
  const step = plan?.steps.find(
    (planStep) => planStep.resource === resource && renderStage(planStep.to) === renderStage(to),
  );
  return step?.requirements ?? standardRequirements;
}

/** Judges a move with the evidence and the usage of its resource. */
export const judgeResource = (
  { registry, usage, names, now }: Pick<GateParts, 'registry' | 'usage' | 'names' | 'now'>,
  resource: string,
  move: Pick<MoveCase, 'to' | 'state' | 'operations' | 'requirements'>,
): GateJudgement => {
  const seenEvidence = {
    evidence: registry.evidenceOf(resource),
    usage: usage.usageOf(resource),
    callerText: names.nameText,
  };
  return judge({ ...move, ...seenEvidence }, now());
};

/**
 * Judges a move by a person, with the plan's requirements for the same move. Returns undefined for an unknown resource.
 * A killed resource is at v1: its release is a move from v1 to its set stage, if v2 answers at that stage.
 */
export function judgeMove(gateParts: GateParts, resource: string, to: Stage): Gate | undefined {
  const { subject, log, registry, plan, sunset, now } = gateParts;
  const knownResource = subject().resources.find(({ name }) => name === resource);
  if (knownResource === undefined) return undefined;
  const state = log.state(resource);
  const isReleasing = isReleaseOf(state, to);
  const from: Stage = isReleasing ? { kind: 'v1' } : state.stage;
  const gate = { resource, from, to, forward: isForward(from, to) };
  if (to.kind === 'gone') {
    const conditions = [noCallersCondition(registry.evidenceOf(resource), now())];
    return { ...gate, judgement: { verdict: verdictOf(conditions), conditions } };
  }
  // Without v1, v2 already answers at any set stage.
  if (sunset === undefined || now() >= sunset)
    return { ...gate, judgement: { verdict: 'ready', conditions: [] } };
  const { operations } = knownResource;
  const requirements = requirementsOf(plan, resource, to);
  // This move is a person's, so that three automatic moves back do not prevent it. Nor does a kill, which lasts until
  // its release, and the gate judges that again.
  const person = { ...state, strikes: 0, killed: false, ...(isReleasing ? { held: undefined } : {}) };
  return {
    ...gate,
    judgement: judgeResource(gateParts, resource, { to, state: person, operations, requirements }),
  };
}

/** Reports whether enough was compared to prove that v2 answers as v1, in this operation too. */
export function isProvenEqual(
  { registry, plan, now }: GateParts,
  resource: string,
  operation: string,
): boolean {
  const evidence = registry.evidenceOf(resource);
  const { differing } = requirementsOf(plan, resource, { kind: 'v2' });
  return (
    evidence.operations.has(operation) && parityCondition(evidence, differing, now()).outlook === 'passed'
  );
}

/** Renders a judgement for the log. */
export const snapshotText = ({ conditions }: GateJudgement): readonly string[] =>
  conditions.map(({ outlook, sentence }) => `${outlook}: ${sentence}`);

/** Renders the gate's current judgement of a resource, so that the log shows the knowledge behind a decision. */
export function snapshotOf(gateParts: GateParts, resource: string, to: Stage): readonly string[] {
  const gate = judgeMove(gateParts, resource, to);
  // The log shows the evidence about v2 for a move back as well.
  const askedGate = gate?.forward === false ? judgeMove(gateParts, resource, { kind: 'v2' }) : gate;
  return askedGate === undefined ? [] : snapshotText(askedGate.judgement);
}
