import type { Config } from '../../config/configuration';
import { storeText } from '../../config/storePlace';
import { type Overview, createCutover } from '../../cutover/cutover';
import type { Plan } from '../../cutover/plan';
import { planAction } from '../../cutover/runPlan';
import { renderStage } from '../../cutover/stages/stage';
import { readPlanFile, readSubject } from '../../runtime/inputFiles';
import { stageViews } from '../../operator/stageViews';
import { type AdminPlace, openOperator } from '../operatorClient';
import { type ExitCode, valueOrEnd, readSettings, type Surroundings } from '../command';
import { readKeyNames } from '../../runtime/reload/secrets';
import { openComparison } from '../../runtime/stores/openComparison';
import { openTemporaryStore, readStores } from '../../runtime/stores/openStores';
import { systemClock as clock } from '../../runtime/systemClock';
import { print } from '../terminal';

/** Describes the plan's next step for a resource, for programs. */
function stepPage(plan: Plan, { resource, state, next }: Overview, now: number) {
  const stage = renderStage(state.stage);
  if (next === undefined) return { resource, stage };
  const { step, judgement } = next;
  return { resource, stage, step: step.id, now: planAction(plan, step, judgement, now), ...judgement };
}

function stepLines(plan: Plan, { resource, state, next }: Overview, now: number): readonly string[] {
  const standing = `${resource} is at ${renderStage(state.stage)}`;
  if (next === undefined) return [`${standing}; the plan has no further step`];
  const { step, judgement } = next;
  const action = planAction(plan, step, judgement, now);
  const what =
    action.kind === 'wait' ? `waits for its ${action.because === 'window' ? 'window' : 'date'}` : action.kind;
  return [
    `${standing}; next: ${step.id}`,
    `  now: ${judgement.verdict} (${what})`,
    ...judgement.conditions.map(({ outlook, sentence }) => `  ${outlook}: ${sentence}`),
  ];
}

const emptyStoreText = ({ store }: Config): string =>
  store.kind === 'memory' ? 'store is memory' : `${storeText({ store })} is not there yet`;

/** Reads what the gateway has seen, after a running one has written it; without a gateway the store is complete. */
async function openCopy(adminPlace: AdminPlace, config: Config, { environment, terminal }: Surroundings) {
  const client = openOperator(adminPlace, environment, terminal);
  if (client.ok) await client.value.ask(stageViews.saved, {});
  const stores = valueOrEnd(await readStores(config));
  if (stores !== undefined) return stores;
  terminal.complain(`warning: ${emptyStoreText(config)}: nothing is known of what the gateway has seen`);
  return openTemporaryStore();
}

/** Checks a plan and prints its next steps on a copy of the stored log, without storing anything. */
export async function checkPlan(
  { file, json, ...adminPlace }: AdminPlace & { readonly file: string },
  around: Surroundings,
): Promise<ExitCode> {
  const { environment, terminal } = around;
  const { colour } = terminal;
  const config = valueOrEnd(readSettings({ file: adminPlace.config, environment, colour }));
  const { mappings, rules, subject } = valueOrEnd(readSubject(config, { colour }));
  const plan = valueOrEnd(readPlanFile(file, subject, { colour }));
  for (const warning of plan.warnings) terminal.complain(`warning: ${warning}`);
  const stores = await openCopy(adminPlace, config, around);
  const names = await readKeyNames(config.keys);
  const notify = (): void => undefined;
  const cutover = await createCutover({
    subject,
    store: stores.cutover,
    counters: stores.counters,
    plan,
    clock,
    sunset: config.sunset,
    start: config.cutover.start,
    seed: config.cutover.seed,
    fallback: config.cutover.fallback,
    window: config.comparison.windowMs,
    keyNames: () => names,
    notify,
  });
  // Compared requests are counted from the stored pairs.
  await openComparison({
    config,
    store: stores.comparison,
    subject,
    rules,
    mappings,
    cutover,
    notify,
    clock,
  });
  const now = clock.now();
  const all = cutover.overview();
  const pages = all.map((overview) => stepPage(plan, overview, now));
  const text = all.flatMap((overview) => stepLines(plan, overview, now));
  print(pages, text, json, terminal);
  return 0;
}
