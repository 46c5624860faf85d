import { TZDate } from '@date-fns/tz';
import { DAY_MS } from '../contract/clock';
import type { Components } from './cutoverComponents';
import type { Plan, PlanStep, Window } from './plan';
import type { GateJudgement } from './evidence/gate';
import { judgeResource, snapshotText } from './evidence/judgeMove';
import type { CutoverState } from './stages/stageState';
import { isForward, renderStage } from './stages/stage';
import type { AlarmCondition } from './alarms';
import type { CutoverSubject } from './evidence/evidenceRegistry';
import { LIFEBOAT } from './stages/mover';

/**
 * Reports whether the window is open at an instant. The local clock decides: the window is never open in an hour that
 * summer time skips, and open twice in an hour that occurs twice.
 */
export function isInWindow({ days, from, to, zone }: Window, at: number): boolean {
  const local = new TZDate(at, zone);
  const minute = local.getHours() * 60 + local.getMinutes();
  return days.includes(local.getDay()) && minute >= from && minute < to;
}

type PlanAction =
  | { readonly kind: 'wait'; readonly because: 'notBefore' | 'window' }
  | { readonly kind: 'move' }
  /** Notifies people, daily until somebody moves; then the step is closed, or checked again. */
  | { readonly kind: 'notify'; readonly ready: boolean; readonly close: boolean };

/** Chooses the action from a step's date, window and judgement. */
export function planAction(plan: Plan, step: PlanStep, { verdict }: GateJudgement, now: number): PlanAction {
  if (now < step.notBefore) return { kind: 'wait', because: 'notBefore' };
  if (step.window !== undefined && !isInWindow(step.window, now)) return { kind: 'wait', because: 'window' };
  if (verdict !== 'ready') return { kind: 'notify', ready: false, close: step.onNotReady === 'notify' };
  return plan.advance === 'automatic' ? { kind: 'move' } : { kind: 'notify', ready: true, close: false };
}

/**
 * Returns the next step of a resource: the first that is not closed and still leads forward. A step is never taken
 * twice, so that the plan does not repeat a move after evidence has caused a move back.
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

type DueParts = Pick<Components, 'plan' | 'log' | 'registry' | 'usage' | 'names' | 'now'>;

/** Returns the next step of a resource with the gate's judgement of it. Returns undefined if the plan has none left. */
export function dueStep(
  { name, operations }: CutoverSubject['resources'][number],
  dueParts: DueParts,
): { readonly step: PlanStep; readonly judgement: GateJudgement } | undefined {
  const state = dueParts.log.state(name);
  const step = nextStep(dueParts.plan?.steps ?? [], name, state);
  if (step === undefined) return undefined;
  const { to, requirements } = step;
  return { step, judgement: judgeResource(dueParts, name, { to, state, operations, requirements }) };
}

/** Time (ms) after its date from which on an untaken step is late. */
const LATE_AFTER_MS = DAY_MS;

/** Returns an alarm for each late step, with the reason why it was not taken. */
export const lateSteps = (components: DueParts & Pick<Components, 'subject'>): readonly AlarmCondition[] =>
  components.subject().resources.flatMap((resource) => {
    const due = dueStep(resource, components);
    if (due === undefined || components.now() < due.step.notBefore + LATE_AFTER_MS) return [];
    const { name: subject } = resource;
    const [to, why] = [renderStage(due.step.to), conditionSentences(due.judgement).join('; ')];
    const what = why === '' ? `ready for ${to}, and nobody has moved it` : `not ready for ${to}`;
    const text = `${subject} is ${what}, a day and more after its date${why === '' ? '' : `: ${why}`}`;
    return [{ kind: 'late', severity: 'warning' as const, subject, text }];
  });

const conditionSentences = ({ conditions }: GateJudgement): readonly string[] =>
  conditions.filter(({ outlook }) => outlook !== 'passed').map(({ sentence }) => sentence);

/**
 * Summarizes a judgement without figures, because these change with every request and only other changes are notified.
 */
const summarize = ({ verdict, conditions }: GateJudgement): string =>
  [verdict, ...conditions.map(({ name, outlook }) => `${name} ${outlook}`)].join(', ');

/** Reports whether this was not notified of the step within the last day. */
function isNews(
  id: string,
  what: string,
  { said: saidNews, now }: Pick<Components, 'said' | 'now'>,
): boolean {
  const previousEntry = saidNews.get(id);
  if (previousEntry?.what === what && now() - previousEntry.at < DAY_MS) return false;
  saidNews.set(id, { what, at: now() });
  return true;
}

/** Takes a due step of the plan: makes its move, or tells that it is ready or not, and closes it at its end. */
async function takeStep(
  plan: Plan,
  { step, judgement }: NonNullable<ReturnType<typeof dueStep>>,
  components: Components,
): Promise<void> {
  const { resource, to, id } = step;
  const { now, move, notify } = components;
  const action = planAction(plan, step, judgement, now());
  const motive = { actor: LIFEBOAT, cause: 'schedule', step: id } as const;
  if (action.kind === 'wait') return;
  if (action.kind === 'move') {
    const reason = 'the plan says so, and it is ready';
    await move(resource, { kind: 'move', to }, { ...motive, reason, evidence: snapshotText(judgement) });
    return;
  }
  const stage = renderStage(to);
  const why = conditionSentences(judgement).join('; ');
  if (isNews(id, summarize(judgement), components)) {
    const notice = { resource, id: `${id} ${now()}`, at: now() };
    if (action.ready) notify({ kind: 'ready', ...notice, text: `${resource} is ready for ${stage}` });
    else notify({ kind: 'notReady', ...notice, text: `${resource} is not ready for ${stage}: ${why}` });
  }
  if (action.close) await move(resource, { kind: 'closeStep', step: id }, { ...motive, reason: why });
}

/** Checks the next step of every resource, and takes it, notifies people of it, or leaves it for later. */
export async function runPlan(plan: Plan, components: Components): Promise<void> {
  for (const resource of components.subject().resources) {
    const due = dueStep(resource, components);
    if (due !== undefined) await takeStep(plan, due, components);
  }
}
