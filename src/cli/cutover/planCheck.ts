import type { Environment } from '../../config';
import type { Config } from '../../config/configuration';
import { storeText } from '../../config/storePlace';
import { createCutover } from '../../cutover/createCutover';
import type { Overview } from '../../cutover/cutover';
import type { CutoverSubject } from '../../cutover/evidence/evidence';
import type { Plan } from '../../cutover/plan';
import { planAction } from '../../cutover/runPlan';
import { renderStage } from '../../cutover/stages/stage';
import { type Result, success } from '../../contract/result';
import { readSubject } from '../../runtime/inputFiles';
import { stageViews } from '../../operator/stageViews';
import { type AdminPlace, openOperator } from '../operatorClient';
import { type ExitCode, readSettings, refused } from '../command';
import { readKeyNames } from '../../runtime/reload/secrets';
import { readPlanFile } from '../../runtime/stores/openCutover';
import { openInMemory, readStores } from '../../runtime/stores/openStores';
import { systemClock as clock } from '../../runtime/systemClock';
import type { Terminal } from '../terminal';

/** Describes the plan's next step for a resource, for programs. */
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

const nothingIn = ({ store }: Config): string =>
  store.kind === 'memory' ? 'store is memory' : `${storeText({ store })} is not there yet`;

/** Tries a plan on a copy of the stored log, without storing anything. */
async function tryPlan(
  plan: Plan,
  subject: CutoverSubject,
  config: Config,
  { write, complain }: Terminal,
  json: boolean,
): Promise<ExitCode> {
  const read = await readStores(config);
  if (!read.ok) return refused(read.failure, { complain }, 1);
  if (read.value === undefined)
    complain(`warning: ${nothingIn(config)}: nothing is known of what the gateway has seen`);
  const {
    cutover: store,
    counters,
    kept: keptStageEvents,
  } = read.value ?? { ...(await openInMemory()), kept: [] };
  const names = await readKeyNames(config.keys);
  const cutover = await createCutover({
    subject,
    sunset: config.sunset,
    start: config.cutover.start,
    seed: config.cutover.seed,
    fallback: config.cutover.fallback,
    store,
    counters,
    kept: keptStageEvents,
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
        all.map((overview) => page(plan, overview, now)),
        null,
        2,
      ),
    );
  else for (const line of all.flatMap((overview) => lines(plan, overview, now))) write(line);
  return 0;
}

interface Planned {
  readonly plan: Plan;
  readonly subject: CutoverSubject;
}

/** Reads a plan, and the mappings whose resources it may name. */
function readPlanned(file: string, config: Config, colour: boolean): Result<Planned, readonly string[]> {
  const read = readSubject(config, { colour });
  if (!read.ok) return read;
  const { subject } = read.value;
  const plan = readPlanFile(file, subject, { colour });
  return plan.ok ? success({ plan: plan.value, subject }) : plan;
}

/** Makes a running gateway store what it has seen so far; without a gateway the store is complete already. */
async function saveEvidence(
  adminPlace: AdminPlace,
  environment: Environment,
  { colour }: Terminal,
): Promise<void> {
  const client = openOperator(adminPlace, environment, { colour });
  if (client.ok) await client.value.ask(stageViews.saved, {});
}

/** Checks a plan and prints its next steps; returns 1 if the plan cannot be read. */
export async function planCheck(
  file: string,
  options: AdminPlace & { readonly json?: boolean },
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const { complain, colour } = terminal;
  const read = readSettings({ file: options.config, environment, colour });
  if (!read.ok) return refused(read.failure, { complain }, 1);
  const planned = readPlanned(file, read.value, colour);
  if (!planned.ok) return refused(planned.failure, { complain }, 1);
  const { plan, subject } = planned.value;
  for (const warning of plan.warnings) complain(`warning: ${warning}`);
  await saveEvidence(options, environment, terminal);
  return tryPlan(plan, subject, read.value, terminal, options.json === true);
}
