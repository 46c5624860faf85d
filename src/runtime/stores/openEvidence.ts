import type { Logger } from 'pino';
import type { Config } from '../../config/configuration';
import { storeText } from '../../config/storePlace';
import type { Clock } from '../../contract/clock';
import { failure, type Result, success } from '../../contract/result';
import { type Cutover, type CutoverParts, createCutover } from '../../cutover/cutover';
import type { Notice } from '../../cutover/notices';
import type { Plan } from '../../cutover/plan';
import { type KeyExchange, namesByFingerprint } from '../../gateway/keys/clientKeys';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { createUsageCounter } from '../../usage/usageCounter';
import { createUsageReport } from '../../usage/usageReport';
import type { Closers } from '../closers';
import { reasonOf } from '../files';
import { type EvidenceFiles, evidenceSubject, readEvidenceFiles } from '../inputFiles';
import { openNotifiers } from '../notifiers';
import { resolveOutages } from './comparedEvidence';
import { keepCutover, keepEvidence } from './keepRounds';
import { memberOf, type Role } from './member';
import { type OpenedComparison, openComparison } from './openComparison';
import type { OpenedStores } from './openStores';

export interface EvidenceOptions {
  readonly config: Config;
  readonly stores: OpenedStores;
  readonly hasV1: boolean;
  readonly mappings: Mappings;
  /** Content of the files from another process; without it they are read. */
  readonly files?: EvidenceFiles | undefined;
  /** Exchange table, which names callers. */
  readonly keyTable: readonly KeyExchange[];
  readonly role: Role;
  /** Receives a copy of every notice to the channels of the settings. */
  readonly heard?: ((notice: Notice) => void) | undefined;
  readonly logger: Logger;
  readonly colour: boolean;
  readonly clock: Clock;
}

/** Warns in the log of odd dates in the settings and in the plan. */
function warnOfDates(
  { config: { sunset }, hasV1, logger, clock }: EvidenceOptions,
  plan: Plan | undefined,
): void {
  for (const warning of plan?.warnings ?? []) logger.warn(warning);
  if (!hasV1 || clock.now() < sunset) return;
  logger.warn({ sunset: new Date(sunset).toISOString() }, 'v1 has ended: v2 answers, whatever was set');
}

/** Opens the staged cutover as configured, or returns the reason why it cannot be opened. */
async function openCutover(
  { config, hasV1, logger, clock, role, stores }: EvidenceOptions,
  plannedSubject: Pick<CutoverParts, 'subject' | 'plan' | 'keyNames' | 'notify'>,
  closers: Closers,
): Promise<Result<Cutover, readonly string[]>> {
  const cutover = await createCutover({
    ...config.cutover,
    ...plannedSubject,
    clock,
    store: stores.cutover,
    counters: stores.counters,
    sunset: hasV1 ? config.sunset : undefined,
    window: config.comparison.windowMs,
    member: stores.members && memberOf(stores.members, { config, role, clock }),
  }).catch((error: unknown) => reasonOf(error));
  if (typeof cutover === 'string') {
    const hint = 'run `lifeboat doctor`; gateways that share a store need the same index.secret';
    return failure([`store: ${storeText(config)}: ${cutover}\n  = hint: ${hint}`]);
  }
  keepCutover(cutover, { logger, clock }, closers);
  return success(cutover);
}

/** Adds to a cutover that figures lose an issue once a person resolves it. If the store fails, the next round tries again. */
const addResolutions = ({ followResolutions }: OpenedComparison, staged: Cutover): Cutover => ({
  ...staged,
  change: async (request) => {
    const outcome = await staged.change(request);
    await followResolutions().catch(() => undefined);
    return outcome;
  },
});

/** Cutover with the comparison that collects its evidence; without a v1 there is nothing to compare with. */
export type OpenedEvidence = Extract<Awaited<ReturnType<typeof openEvidence>>, { ok: true }>['value'];

/** Opens the cutover and the comparison as configured, or returns the reason why they cannot be opened. */
export async function openEvidence(options: EvidenceOptions, closers: Closers) {
  const { config, stores, mappings, colour, hasV1, logger, clock } = options;
  const read =
    options.files === undefined ? readEvidenceFiles(config, mappings, { colour }) : success(options.files);
  if (!read.ok) return read;
  const files = read.value;
  const { rules, plan } = files;
  if (options.role !== 'worker') warnOfDates(options, plan);
  const subject = evidenceSubject(mappings, rules);
  const notifiers = openNotifiers(config, stores, logger, closers, clock, options.heard);
  const { notify } = notifiers;
  let names = namesByFingerprint(options.keyTable);
  const planned = { subject, plan, keyNames: () => names, notify };
  const opened = await openCutover(options, planned, closers);
  if (!opened.ok) return opened;
  const staged = opened.value;
  const store = stores.comparison;
  const comparison = hasV1
    ? await openComparison({ config, store, subject, rules, mappings, cutover: staged, notify, clock })
    : undefined;
  const cutover = comparison === undefined ? staged : addResolutions(comparison, staged);
  if (comparison !== undefined) {
    const flushEvidence = async (): Promise<void> => {
      await comparison.followResolutions();
      await comparison.collection.flush();
      await resolveOutages(cutover, comparison.figures.report());
    };
    keepEvidence({ flush: flushEvidence, store, alarms: cutover.alarms, clock }, closers);
  }
  let { operations } = mappings;
  const usage = createUsageReport({
    sums: cutover.counters.sums,
    operations: () => operations,
    names: cutover.names,
    now: clock.now,
  });
  return success({
    cutover,
    comparison,
    files,
    notifiers,
    usage: { ...usage, count: createUsageCounter(cutover.counters) },
    /** Starts new evidence for each changed resource; if a store fails, the next round tries again. */
    adopt: async (next: Mappings): Promise<void> => {
      operations = next.operations;
      const adopted = evidenceSubject(next, rules);
      await cutover.adopt(adopted);
      await comparison?.adopt(adopted, next);
    },
    /** Switches to the caller names of a new exchange table. */
    nameCallers: (table: readonly KeyExchange[]): void => {
      names = namesByFingerprint(table);
    },
  });
}
