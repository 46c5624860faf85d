import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { createCutover } from '../cutover/createCutover';
import type { Cutover, Subject } from '../cutover/cutover';
import type { CutoverStore } from '../cutover/cutoverStore';
import { memoryStore } from '../cutover/memoryStore';
import type { Plan } from '../cutover/plan';
import type { StageEvent } from '../cutover/stageEvent';
import { verifyChain } from '../cutover/verifyChain';
import { failure, type Result, success } from '../translation/result';
import type { Closers } from './closers';
import { logNotice } from './logNotice';
import { readPlanFile } from './readPlanFile';
import { systemClock as clock } from './systemClock';

/** What a cutover is opened from. */
export interface CutoverMakings {
  readonly config: Config;
  readonly subject: Subject;
  readonly hasV1: boolean;
  readonly logger: Logger;
  readonly colour: boolean;
}

/** How often (ms) the store is looked at, evidence kept and the plan followed. */
const ROUND = 15_000;

interface Opened {
  readonly store: CutoverStore;
  readonly kept: readonly StageEvent[];
}

async function openStore({ cutover }: Config, closers: Closers): Promise<Result<Opened, readonly string[]>> {
  if (cutover.store.kind === 'memory') return success({ store: memoryStore(), kept: [] });
  const { file } = cutover.store;
  try {
    const { openCutoverStore } = await import('./openCutoverStore.js');
    const { store, close } = await openCutoverStore(file);
    closers.add(close);
    const kept = await store.events();
    const verdict = verifyChain(kept);
    if (verdict.ok) return success({ store, kept });
    const hint = 'put a copy back, or move the file away to begin at stage v1';
    const line = `cutover.store: ${file}: line ${verdict.seq} of the log is broken: ${verdict.problem}`;
    return failure([`${line}\n  = hint: ${hint}`]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure([`cutover.store: ${file} cannot be used: ${reason}`]);
  }
}

function readPlan({ config, subject, colour }: CutoverMakings): Result<Plan | undefined, readonly string[]> {
  const { plan } = config.cutover;
  if (plan === undefined) return success(undefined);
  const names = subject.resources.map(({ name }) => name);
  return readPlanFile(plan, names, { colour });
}

/** Calls `tick` now and again and again, one after the other, until it is closed. */
function keepTicking({ tick }: Cutover, logger: Logger, closers: Closers): void {
  let stop = (): void => undefined;
  let closed = false;
  const round = async (): Promise<void> => {
    await tick().catch((error: unknown) => logger.error({ err: error }, 'a round of the cutover failed'));
    if (!closed) stop = clock.schedule(ROUND, () => void round());
  };
  const first = round();
  closers.add(async () => {
    closed = true;
    stop();
    await first;
    await tick().catch(() => undefined); // what was seen since the last round
  });
}

/** Opens the staged cutover as configured, or says why it cannot be opened. */
export async function openCutover(
  makings: CutoverMakings,
  closers: Closers,
): Promise<Result<Cutover, readonly string[]>> {
  const { config, subject, hasV1, logger } = makings;
  const plan = readPlan(makings);
  if (!plan.ok) return plan;
  const opened = await openStore(config, closers);
  if (!opened.ok) return opened;
  const { seed, fallback } = config.cutover;
  const cutover = await createCutover({
    ...opened.value,
    subject,
    sunset: hasV1 ? config.sunset : undefined,
    seed,
    fallback,
    plan: plan.value,
    clock,
    notify: logNotice(logger),
  });
  keepTicking(cutover, logger, closers);
  if (hasV1 && clock.now() >= config.sunset) {
    logger.warn(
      { sunset: new Date(config.sunset).toISOString() },
      'v1 has ended: v2 answers, whatever was set',
    );
  }
  return success(cutover);
}
