import type { Logger } from 'pino';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import { type Plan, readPlan, requirementsSchema } from '../../cutover/plan';
import type { CutoverSubject } from '../../cutover/evidence/evidence';
import { readDocument } from '../../mapping/yaml/yamlDocument';
import { renderFault } from '../../mapping/yaml/fileFault';
import { schemaFaults } from '../../mapping/yaml/complaints';
import { failure, type Result, success } from '../../contract/result';
import { readBytes, reasonOf } from '../files';
import type { Config } from '../../config/configuration';
import { storeText } from '../../config/storePlace';
import { memberOf, type Role } from './member';
import type { OpenedStores } from './openStores';
import { type Closers, inRounds } from '../closers';
import { type Cutover, type CutoverParts, createCutover } from '../../cutover/cutover';
import type { Notice } from '../../cutover/notices';
import type { Clock } from '../../contract/clock';
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

/** Facts in the files beside the mappings that concern a cutover and its evidence. */
export interface EvidenceFiles {
  readonly plan: Plan | undefined;
  /** Agreed differences. */
  readonly rules: readonly IgnoreRule[];
}

export interface CutoverOptions {
  readonly config: Config;
  /** Store and its log. */
  readonly stores: Pick<OpenedStores, 'cutover' | 'counters' | 'kept' | 'members'>;
  readonly subject: CutoverSubject;
  readonly hasV1: boolean;
  readonly plan: Plan | undefined;
  /** Role of the process; by default a whole gateway. */
  readonly role?: Role | undefined;
  readonly logger: Logger;
  /** Returns the caller names of the exchange table. */
  readonly keyNames?: CutoverParts['keyNames'];
  /** Receives the notices for people. */
  readonly notify: (notice: Notice) => void;
  /** Clock; by default that of the system. */
  readonly clock?: Clock | undefined;
}

/** Interval (ms) of checking the store, saving evidence and following the plan. */
const ROUND = 15_000;

/** Interval (ms) of writing the counters, and the most that a killed process loses. */
const COUNTS_MS = 1_000;

/** Interval (ms) of the checks for alarms, and their longest delay. */
const CHECK = 2_000;

/** Reads the plan of the settings, undefined if they name none, or returns every fault in it. */
export function readConfiguredPlan({
  config,
  subject,
  colour,
}: Pick<CutoverOptions, 'config' | 'subject'> & { readonly colour: boolean }): Result<
  Plan | undefined,
  readonly string[]
> {
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

/** Checks, saves and follows the plan in rounds, and leaves the other processes at the end. */
function keepCutover(
  { alarms, tick, saveCounts, leave }: Cutover,
  { logger, clock }: { readonly logger: Logger; readonly clock: Clock },
  closers: Closers,
): void {
  closers.add(leave);
  closers.add(inRounds({ work: saveCounts, first: COUNTS_MS, pause: COUNTS_MS, clock }));
  const check = () => Promise.resolve(void alarms.current());
  closers.add(inRounds({ work: check, first: CHECK, pause: CHECK, clock }));
  const work = () =>
    tick().catch((error: unknown) => logger.error({ err: error }, 'a round of the cutover failed'));
  closers.add(inRounds({ work, first: 0, pause: ROUND, clock }));
}

/** Warns in the log of odd dates in the settings and in the plan. */
function warnOfDates({ config: { sunset }, hasV1, plan, logger }: CutoverOptions, clock: Clock): void {
  for (const warning of plan?.warnings ?? []) logger.warn(warning);
  if (!hasV1 || clock.now() < sunset) return;
  logger.warn({ sunset: new Date(sunset).toISOString() }, 'v1 has ended: v2 answers, whatever was set');
}

/** Opens the staged cutover as configured, or returns the reason why it cannot be opened. */
export async function openCutover(
  options: CutoverOptions,
  closers: Closers,
): Promise<Result<Cutover, readonly string[]>> {
  const { config, hasV1, logger, clock = systemClock, role = 'whole', stores } = options;
  const cutover = await createCutover({
    ...{ ...config.cutover, ...options, clock },
    store: stores.cutover,
    counters: stores.counters,
    kept: stores.kept,
    sunset: hasV1 ? config.sunset : undefined,
    window: config.comparison.windowMs,
    member: stores.members && memberOf(stores.members, { config, role, clock }),
  }).catch((error: unknown) => reasonOf(error));
  if (typeof cutover === 'string') {
    const hint = 'run `lifeboat doctor`; gateways that share a store need the same index.secret';
    return failure([`store: ${storeText(config)}: ${cutover}\n  = hint: ${hint}`]);
  }
  keepCutover(cutover, { logger, clock }, closers);
  if (role !== 'worker') warnOfDates(options, clock);
  return success(cutover);
}
