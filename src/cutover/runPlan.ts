import { TZDate } from '@date-fns/tz';
import type { Plan, PlanStep, Window } from './plan';
import { type GateJudgement, judge } from './evidence/gate';
import { snapshotText } from './evidence/judgeMove';
import type { CutoverState } from './stages/stageState';
import { isForward, renderStage } from './stages/stage';
import type { AlarmCondition } from './alarms';
import type { EvidenceRegistry } from './evidence/evidenceRegistry';
import { LIFEBOAT, type Mover, type StageLog } from './stages/stageLog';
import type { CutoverSubject } from './evidence/evidence';
import type { Notice } from './notices';
import type { CallerNames } from './callerNames';
import type { UsageCount } from './evidence/usage';

/**
 * True when the window is open at an instant. The local clock decides: an hour that summer time skips has no minutes
 * to be open in, and one that comes twice is open twice.
 */
export function isInWindow({ days, from, to, zone }: Window, at: number): boolean {
  const local = new TZDate(at, zone);
  const minute = local.getHours() * 60 + local.getMinutes();
  return days.includes(local.getDay()) && minute >= from && minute < to;
}

/** An action on a step that is due now. */
type PlanAction =
  | { readonly kind: 'wait'; readonly because: 'notBefore' | 'window' }
  | { readonly kind: 'move' }
  /** A person is to be told; afterwards the step has had its chance, or it is looked at again. */
  | { readonly kind: 'tell'; readonly ready: boolean; readonly close: boolean };

/** Chooses the action from a step's date, window and judgement. */
export function planAction(plan: Plan, step: PlanStep, { verdict }: GateJudgement, now: number): PlanAction {
  if (now < step.notBefore) return { kind: 'wait', because: 'notBefore' };
  if (step.window !== undefined && !isInWindow(step.window, now)) return { kind: 'wait', because: 'window' };
  if (verdict !== 'ready') return { kind: 'tell', ready: false, close: step.onNotReady === 'notify' };
  return plan.advance === 'automatic' ? { kind: 'move' } : { kind: 'tell', ready: true, close: true };
}

/**
 * The step of a resource whose turn it is: the first that has not had its chance and still leads forward. A step that
 * was taken is never taken again, also not after a move back: the plan does not climb where evidence has pushed down.
 */
export const nextStep = (
  steps: readonly PlanStep[],
  resource: string,
  state: CutoverState,
): PlanStep | undefined =>
  steps.find(
    (step) =>
      step.resource === resource && !state.closedSteps.has(step.id) && isForward(state.stage, step.to),
  );

/** Parts that a plan is carried out with. */
interface PlanParts {
  readonly log: StageLog;
  readonly registry: EvidenceRegistry;
  readonly move: Mover;
  readonly usage: Pick<UsageCount, 'of'>;
  readonly names: Pick<CallerNames, 'text'>;
  /** The latest word on each step that is not ready, and its instant. */
  readonly said: Map<string, { readonly what: string; readonly at: number }>;
  readonly notify: (notice: Notice) => void;
  readonly now: () => number;
}

/** One resource as the plan sees it. */
interface Due {
  readonly step: PlanStep;
  readonly judgement: GateJudgement;
}

/** The next step of a resource and what the gate says of it; undefined when the plan has none left. */
export function dueStep(
  plan: Plan | undefined,
  { name, operations }: CutoverSubject['resources'][number],
  { log, registry, usage, names, now }: Pick<PlanParts, 'log' | 'registry' | 'usage' | 'names' | 'now'>,
): Due | undefined {
  const state = log.state(name);
  const step = plan === undefined ? undefined : nextStep(plan.steps, name, state);
  if (step === undefined) return undefined;
  const { to, requirements } = step;
  const given = { to, state, evidence: registry.of(name), operations, requirements };
  const judgement = judge({ ...given, usage: usage.of(name), callerText: names.text }, now());
  return { step, judgement };
}

/** A step that is not taken so long (ms) after its day is late. */
const LATE = 86_400_000;

/** Steps of the plan whose day has long come, and why they are not taken. */
export function lateSteps(
  plan: Plan | undefined,
  subject: CutoverSubject,
  parts: Pick<PlanParts, 'log' | 'registry' | 'usage' | 'names' | 'now'>,
): readonly AlarmCondition[] {
  return subject.resources.flatMap((resource) => {
    const due = dueStep(plan, resource, parts);
    if (due === undefined || parts.now() < due.step.notBefore + LATE) return [];
    const { name: subject } = resource;
    const why = sentences(due.judgement).join('; ') || 'it is ready, and nobody moves it';
    const text = `${subject} is not ready for ${renderStage(due.step.to)}, a day and more after its date: ${why}`;
    return [{ kind: 'late', severity: 'warning' as const, subject, text }];
  });
}

const sentences = ({ conditions }: GateJudgement): readonly string[] =>
  conditions.filter(({ outlook }) => outlook !== 'passed').map(({ sentence }) => sentence);

const DAY = 86_400_000;

/** The part of a judgement that is news when it changes: the figures in its sentences change with every request. */
const gist = ({ verdict, conditions }: GateJudgement): string =>
  [verdict, ...conditions.map(({ name, outlook }) => `${name} ${outlook}`)].join(', ');

/** True when this was not said of the step yet, or a day ago. */
function isNews(id: string, what: string, { said, now }: Pick<PlanParts, 'said' | 'now'>): boolean {
  const before = said.get(id);
  if (before?.what === what && now() - before.at < DAY) return false;
  said.set(id, { what, at: now() });
  return true;
}

async function takeStep(plan: Plan, { step, judgement }: Due, parts: PlanParts): Promise<void> {
  const { resource, to, id } = step;
  const { now, move, notify } = parts;
  const action = planAction(plan, step, judgement, now());
  const motive = { actor: LIFEBOAT, cause: 'schedule', step: id } as const;
  switch (action.kind) {
    case 'wait':
      return;
    case 'move': {
      const evidence = snapshotText(judgement);
      await move(
        resource,
        { kind: 'move', to },
        { ...motive, evidence, reason: 'the plan says so, and it is ready' },
      );
      return;
    }
    case 'tell': {
      const stage = renderStage(to);
      const why = sentences(judgement).join('; ');
      const text = action.ready
        ? `${resource} is ready for ${stage}`
        : `${resource} is not ready for ${stage}: ${why}`;
      if (isNews(id, gist(judgement), parts)) {
        const kind = action.ready ? 'ready' : 'notReady';
        notify({ kind, resource, id: `${id} ${now()}`, at: now(), text });
      }
      const reason = action.ready ? 'ready; a person takes it from here' : why;
      if (action.close) await move(resource, { kind: 'closeStep', step: id }, { ...motive, reason });
    }
  }
}

/** Looks once at the next step of every resource, and takes it, tells of it, or leaves it for later. */
export async function runPlan(plan: Plan, subject: CutoverSubject, parts: PlanParts): Promise<void> {
  for (const resource of subject.resources) {
    const due = dueStep(plan, resource, parts);
    if (due !== undefined) await takeStep(plan, due, parts);
  }
}
