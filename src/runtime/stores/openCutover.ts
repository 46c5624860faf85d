import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { type Plan, readPlan, requirementsSchema } from '../../cutover/plan';
import type { CutoverSubject } from '../../cutover/evidence/evidence';
import { readDocument } from '../../mapping/yaml/yamlDocument';
import { renderFault } from '../../mapping/yaml/fileFault';
import { schemaFaults } from '../../mapping/yaml/complaints';
import { failure, type Result, success } from '../../contract/result';
import { readBytes, reasonOf } from '../files';
import type { Config } from '../../config/configuration';
import { storeText } from '../../config/storePlace';
import type { Member, MemberStore } from '../../cutover/stages/memberStore';
import { memoryStore } from '../../cutover/cutoverStore';
import type { OpenedStores } from './openStores';
import { type Closers, inRounds } from '../closers';
import { createCutover } from '../../cutover/createCutover';
import type { Cutover, CutoverParts } from '../../cutover/cutover';
import type { Notice } from '../../cutover/notices';
import type { Clock } from '../../contract/clock';
import { openNotifiers } from '../notifiers';
import { comparisonSecret } from '../prepareShadow';
import { systemClock } from '../systemClock';

/** Keys that a plan may use, for "did you mean". */
const words = [
  ...['zone', 'advance', 'steps', 'resource', 'to', 'notBefore', 'window', 'require', 'onNotReady'],
  ...['brownouts', 'freeze', 'at', 'minutes', 'clients', 'except', 'resources', 'percent', 'status', 'from'],
  ...Object.keys(requirementsSchema.shape),
];

/** Reads a plan, or returns every fault in it with its place. */
export function readPlanFile(
  file: string,
  { resources }: CutoverSubject,
  options: { readonly colour: boolean },
): Result<Plan, readonly string[]> {
  const bytes = readBytes(file);
  if (!bytes.ok) return failure([`the plan ${bytes.failure}`]);
  const document = readDocument(file, bytes.value.toString());
  if (document.faults.length > 0) return failure(document.faults.map((fault) => renderFault(fault, options)));
  const read = readPlan(document.value, resources);
  if (read.ok) return success(read.plan);
  const faults = schemaFaults(document, read.error, words);
  return failure(faults.map((fault) => renderFault(fault, options)));
}

/** Options of openCutover. */
export interface CutoverOptions {
  readonly config: Config;
  /** The store and its log; memory by default. */
  readonly stores?: Pick<OpenedStores, 'cutover' | 'kept' | 'members'>;
  readonly subject: CutoverSubject;
  readonly hasV1: boolean;
  readonly logger: Logger;
  readonly colour: boolean;
  /** Returns the caller names of the exchange table. */
  readonly keyNames?: CutoverParts['keyNames'];
  /** Receives the notices for people; by default the channels of the settings. */
  readonly notify?: (notice: Notice) => void;
  /** The system clock by default. */
  readonly clock?: Clock | undefined;
}

/** Interval (ms) of checking the store, saving evidence and following the plan. */
const ROUND = 15_000;

/** Interval (ms) of the checks for alarms, and so their longest delay. */
const CHECK = 2_000;

function readConfiguredPlan({
  config,
  subject,
  colour,
}: CutoverOptions): Result<Plan | undefined, readonly string[]> {
  const { plan } = config.cutover;
  if (plan === undefined) return success(undefined);
  const read = readPlanFile(plan, subject, { colour });
  if (!read.ok || read.value.brownouts.length === 0 || config.cutover.end !== undefined) return read;
  const hint =
    'set it to the instant at which v1 ends here: each refusal names it, and so does the Sunset header';
  return failure([
    `cutover.end: the plan ${plan} has brownouts, and nothing says when v1 ends\n  = hint: ${hint}`,
  ]);
}

/** True if a process of this host has ended; one with the number of this process, if it began before. */
function isGone({ name, startedAt }: Member): boolean {
  const [host, pid] = name.split(' ');
  if (host !== hostname()) return false;
  if (Number(pid) === process.pid) return startedAt < Date.now() - process.uptime() * 1_000;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** Describes this process to those that share its store. */
const memberOf = (store: MemberStore, config: Config, clock: Clock): CutoverParts['member'] => ({
  ...{ store, clock, isGone, id: randomUUID(), name: `${hostname()} ${process.pid}` },
  secret: createHash('sha256').update(comparisonSecret(config)).digest('hex').slice(0, 16),
});

/** Opens the staged cutover as configured, or returns the reason why it cannot be opened. */
export async function openCutover(
  options: CutoverOptions,
  closers: Closers,
): Promise<Result<Cutover, readonly string[]>> {
  const { config, subject, hasV1, logger, clock = systemClock } = options;
  const { notify = openNotifiers(config, logger, closers, clock) } = options;
  const plan = readConfiguredPlan(options);
  if (!plan.ok) return plan;
  const { stores = { cutover: memoryStore(), kept: [], members: undefined } } = options;
  const { start, seed, fallback } = config.cutover;
  const cutover = await createCutover({
    store: stores.cutover,
    kept: stores.kept,
    subject,
    sunset: hasV1 ? config.sunset : undefined,
    start,
    seed,
    fallback,
    plan: plan.value,
    window: config.comparison.windowMs,
    clock,
    notify,
    keyNames: options.keyNames,
    member: stores.members && memberOf(stores.members, config, clock),
  }).catch((error: unknown) => reasonOf(error));
  if (typeof cutover === 'string') {
    const hint = 'run `lifeboat doctor`; gateways that share a store need the same index.secret';
    return failure([`store: ${storeText(config)}: ${cutover}\n  = hint: ${hint}`]);
  }
  closers.add(cutover.leave);
  const { alarms } = cutover;
  const check = () => Promise.resolve(void alarms.current());
  closers.add(inRounds({ work: check, first: CHECK, pause: CHECK, clock }));
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
