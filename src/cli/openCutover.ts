import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { createCutover } from '../cutover/createCutover';
import type { Cutover } from '../cutover/cutover';
import type { Subject } from '../cutover/evidence';
import type { CutoverParts } from '../cutover/cutoverParts';
import type { Notice } from '../cutover/notice';
import type { Plan } from '../cutover/plan';
import type { Clock } from '../gateway/clock';
import { type Result, success } from '../translation/result';
import type { Closers } from './closers';
import { inRounds } from './inRounds';
import { openKept } from './openKept';
import { openNotifiers } from './openNotifiers';
import { readPlanFile } from './readPlanFile';
import { systemClock } from './systemClock';

/** What a cutover is opened from. */
export interface CutoverMakings {
  readonly config: Config;
  readonly subject: Subject;
  readonly hasV1: boolean;
  readonly logger: Logger;
  readonly colour: boolean;
  /** What the exchange table calls its callers. */
  readonly keyNames?: CutoverParts['keyNames'];
  /** Tells people what they want to hear of; as the settings say unless told. */
  readonly notify?: (notice: Notice) => void;
  /** The machine's unless given. */
  readonly clock?: Clock | undefined;
}

/** How often (ms) the store is looked at, evidence kept and the plan followed. */
const ROUND = 15_000;

/** How often (ms) it is looked for alarms: so much later they are notified. */
const LOOK = 2_000;

function readPlan({ config, subject, colour }: CutoverMakings): Result<Plan | undefined, readonly string[]> {
  const { plan } = config.cutover;
  if (plan === undefined) return success(undefined);
  return readPlanFile(plan, subject, { colour });
}

/** Opens the staged cutover as configured, or says why it cannot be opened. */
export async function openCutover(
  makings: CutoverMakings,
  closers: Closers,
): Promise<Result<Cutover, readonly string[]>> {
  const { config, subject, hasV1, logger, clock = systemClock } = makings;
  const { notify = openNotifiers(config, logger, closers, clock) } = makings;
  const plan = readPlan(makings);
  if (!plan.ok) return plan;
  const opened = await openKept(config, closers);
  if (!opened.ok) return opened;
  const { start, seed, fallback } = config.cutover;
  const cutover = await createCutover({
    ...opened.value,
    subject,
    sunset: hasV1 ? config.sunset : undefined,
    start,
    seed,
    fallback,
    plan: plan.value,
    window: config.comparison.windowMs,
    clock,
    notify,
    keyNames: makings.keyNames,
  });
  const { alarms } = cutover;
  const look = () => Promise.resolve(void alarms.current());
  closers.add(inRounds({ work: look, first: LOOK, pause: LOOK, clock }));
  const work = () =>
    cutover.tick().catch((error: unknown) => logger.error({ err: error }, 'a round of the cutover failed'));
  closers.add(inRounds({ work, first: 0, pause: ROUND, clock }));
  if (hasV1 && clock.now() >= config.sunset) {
    logger.warn(
      { sunset: new Date(config.sunset).toISOString() },
      'v1 has ended: v2 answers, whatever was set',
    );
  }
  return success(cutover);
}
