import type { Finding } from './alarms';
import type { EvidenceBook } from './createEvidenceBook';
import { LIFEBOAT, type Mover } from './createMover';
import type { StageLog } from './createStageLog';
import type { Subject } from './evidence';
import { judge, type Judgement } from './judge';
import { nextStep } from './nextStep';
import type { Notice } from './notice';
import type { CallerNames } from './callerNames';
import type { Plan, Step } from './plan';
import { planAction } from './planAction';
import { renderStage } from './renderStage';
import type { UsageCount } from './usage';

/** What a plan is carried out with. */
export interface PlanParts {
  readonly log: StageLog;
  readonly book: EvidenceBook;
  readonly move: Mover;
  readonly usage: Pick<UsageCount, 'of'>;
  readonly names: Pick<CallerNames, 'text'>;
  /** What was last said of each step that is not ready, and when. */
  readonly said: Map<string, { readonly what: string; readonly at: number }>;
  readonly notify: (notice: Notice) => void;
  readonly now: () => number;
}

/** One resource as the plan sees it. */
export interface Due {
  readonly step: Step;
  readonly judgement: Judgement;
}

/** The next step of a resource and what the gate says of it; undefined when the plan has none left. */
export function dueStep(
  plan: Plan | undefined,
  { name, operations }: Subject['resources'][number],
  { log, book, usage, names, now }: Pick<PlanParts, 'log' | 'book' | 'usage' | 'names' | 'now'>,
): Due | undefined {
  const state = log.state(name);
  const step = plan === undefined ? undefined : nextStep(plan.steps, name, state);
  if (step === undefined) return undefined;
  const { to, requirements } = step;
  const given = { to, state, evidence: book.of(name), operations, requirements };
  const judgement = judge({ ...given, usage: usage.of(name), callerText: names.text }, now());
  return { step, judgement };
}

/** A step that is not taken so long (ms) after its day is late. */
const LATE = 86_400_000;

/** Steps of the plan whose day has long come, and why they are not taken. */
export function lateSteps(
  plan: Plan | undefined,
  subject: Subject,
  parts: Pick<PlanParts, 'log' | 'book' | 'usage' | 'names' | 'now'>,
): readonly Finding[] {
  return subject.resources.flatMap((resource) => {
    const due = dueStep(plan, resource, parts);
    if (due === undefined || parts.now() < due.step.notBefore + LATE) return [];
    const { name: subject } = resource;
    const why = sentences(due.judgement).join('; ') || 'it is ready, and nobody moves it';
    const text = `${subject} is not ready for ${renderStage(due.step.to)}, a day and more after its date: ${why}`;
    return [{ kind: 'late', severity: 'warning' as const, subject, text }];
  });
}

const sentences = ({ conditions }: Judgement): readonly string[] =>
  conditions.filter(({ outlook }) => outlook !== 'passed').map(({ sentence }) => sentence);

const DAY = 86_400_000;

/** What of a judgement is new when it changes: the figures in its sentences change with every request. */
const gist = ({ verdict, conditions }: Judgement): string =>
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
      const evidence = judgement.conditions.map(({ sentence }) => sentence);
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
export async function runPlan(plan: Plan, subject: Subject, parts: PlanParts): Promise<void> {
  for (const resource of subject.resources) {
    const due = dueStep(plan, resource, parts);
    if (due !== undefined) await takeStep(plan, due, parts);
  }
}
