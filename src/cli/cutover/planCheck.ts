import type { Environment } from '../../config';
import type { Config } from '../../config/configuration';
import { createCutover } from '../../cutover/createCutover';
import type { Overview } from '../../cutover/cutover';
import type { CutoverSubject } from '../../cutover/evidence/evidence';
import { memoryStore } from '../../cutover/cutoverStore';
import type { Plan } from '../../cutover/plan';
import { planAction } from '../../cutover/runPlan';
import { renderStage } from '../../cutover/stages/stage';
import { type Result, success } from '../../contract/result';
import { createClosers } from '../../runtime/closers';
import { readSubject } from '../../runtime/inputFiles';
import { type ExitCode, readSettings, refused } from '../command';
import { readKeyNames } from '../../runtime/secrets';
import { openKept, readPlanFile } from '../../runtime/stores/openCutover';
import { systemClock as clock } from '../../runtime/systemClock';
import type { Terminal } from '../terminal';

/** What the plan would do about a resource now, for programs. */
function page(plan: Plan, { resource, state, next }: Overview, now: number) {
  const stage = renderStage(state.stage);
  if (next === undefined) return { resource, stage };
  const { step, judgement } = next;
  return { resource, stage, step: step.id, now: planAction(plan, step, judgement, now), ...judgement };
}

function lines(plan: Plan, { resource, state, next }: Overview, now: number): readonly string[] {
  const at = `${resource} is at ${renderStage(state.stage)}`;
  if (next === undefined) return [`${at}; the plan has no further step`];
  const { step, judgement } = next;
  const action = planAction(plan, step, judgement, now);
  const what =
    action.kind === 'wait' ? `waits for its ${action.because === 'window' ? 'window' : 'date'}` : action.kind;
  return [
    `${at}; next: ${step.id}`,
    `  now: ${judgement.verdict} (${what})`,
    ...judgement.conditions.map(({ outlook, sentence }) => `  ${outlook}: ${sentence}`),
  ];
}

/** Tries a plan on a copy of what the store holds: nothing that happens to it is written down. */
async function tryPlan(
  plan: Plan,
  subject: CutoverSubject,
  config: Config,
  { write, complain }: Terminal,
  json: boolean,
): Promise<ExitCode> {
  const closers = createClosers((error) => complain(String(error)));
  try {
    const opened = await openKept(config, closers);
    if (!opened.ok) return refused(opened.failure, { complain }, 1);
    const { store, kept } = opened.value;
    if (!store.lasting)
      complain('warning: cutover.store is memory: nothing is known of what the gateway has seen');
    const names = await readKeyNames(config.keys);
    const cutover = await createCutover({
      subject,
      sunset: config.sunset,
      start: config.cutover.start,
      seed: config.cutover.seed,
      fallback: config.cutover.fallback,
      store: { ...memoryStore(), loadEvidence: store.loadEvidence, usage: store.usage, labels: store.labels },
      kept,
      plan,
      clock,
      window: config.comparison.windowMs,
      keyNames: () => names,
      notify: () => undefined,
    });
    const now = clock.now();
    const all = cutover.overview();
    if (json)
      write(
        JSON.stringify(
          all.map((one) => page(plan, one, now)),
          null,
          2,
        ),
      );
    else for (const line of all.flatMap((one) => lines(plan, one, now))) write(line);
    return 0;
  } finally {
    await closers.closeAll();
  }
}

interface Planned {
  readonly plan: Plan;
  readonly subject: CutoverSubject;
}

/** Reads a plan, and the subject whose resources it may name. */
function readPlanned(file: string, config: Config, colour: boolean): Result<Planned, readonly string[]> {
  const read = readSubject(config, { colour });
  if (!read.ok) return read;
  const { subject } = read.value;
  const plan = readPlanFile(file, subject, { colour });
  return plan.ok ? success({ plan: plan.value, subject }) : plan;
}

/** Checks a plan and says what it would do now; 1 when it cannot be read. */
export async function planCheck(
  file: string,
  options: { readonly config?: string; readonly json?: boolean },
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const { complain, colour } = terminal;
  const read = readSettings({ file: options.config, environment, colour });
  if (!read.ok) return refused(read.failure, { complain }, 1);
  const planned = readPlanned(file, read.value, colour);
  if (!planned.ok) return refused(planned.failure, { complain }, 1);
  const { plan, subject } = planned.value;
  return tryPlan(plan, subject, read.value, terminal, options.json === true);
}
