import type { Cutover } from '../../cutover/cutover';
import type { Notice } from '../../cutover/notices';
import { queueNews } from '../../cutover/stages/memberNews';
import { createUsageReport } from '../../usage/usageReport';
import { type KeyExchange, namesIn } from '../../gateway/keys/clientKeys';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { type Result, success } from '../../contract/result';
import type { Closers } from '../closers';
import { evidenceSubject, readAgreedRules } from '../inputFiles';
import { openComparison } from './openComparison';
import { type CutoverOptions, type EvidenceFiles, openCutover, readConfiguredPlan } from './openCutover';
import { type Notifiers, openNotifiers } from '../notifiers';
import { systemClock } from '../systemClock';
import { createUsageCounter } from '../../usage/usageCounter';
import type { OpenedStores } from './openStores';

export interface EvidenceOptions extends Omit<
  CutoverOptions,
  'subject' | 'notify' | 'keyNames' | 'plan' | 'stores'
> {
  readonly stores: OpenedStores;
  readonly colour: boolean;
  /** Content of the files from another process; without it they are read. */
  readonly files?: EvidenceFiles | undefined;
  readonly mappings: Mappings;
  /** Exchange table, which names callers. */
  readonly keyTable: readonly KeyExchange[];
  /** Receivers of the notices for people; by default the channels of the settings. */
  readonly notifiers?: Notifiers | undefined;
  /** Receives a copy of every notice to those channels. */
  readonly heard?: ((notice: Notice) => void) | undefined;
}

/** Cutover with the comparison that collects its evidence; without a v1 there is nothing to compare with. */
export type OpenedEvidence = Extract<Awaited<ReturnType<typeof openEvidence>>, { ok: true }>['value'];

function readEvidenceFiles({
  config,
  mappings,
  colour,
}: EvidenceOptions): Result<EvidenceFiles, readonly string[]> {
  const rules = readAgreedRules(config, mappings, { colour });
  if (!rules.ok) return rules;
  const plan = readConfiguredPlan({ config, subject: evidenceSubject(mappings, rules.value), colour });
  return plan.ok ? success({ plan: plan.value, rules: rules.value }) : plan;
}

/**
 * Tells the processes that share the store that a person has resolved an issue, whose earlier differences no longer
 * count (if the store fails, the next round tries again), or has acknowledged an alarm.
 */
function shareActs(staged: Cutover, reopen: (resource: string) => Promise<void>): Cutover {
  const resolved = queueNews<string>((resources) => void Promise.all(resources.map(reopen)));
  const { alarms } = staged;
  const queuedNews = queueNews<readonly [string, string]>((acknowledged, _from, isRepeated) => {
    if (!isRepeated) for (const [id, by] of acknowledged) alarms.acknowledge(id, by);
  });
  staged.share('resolved', resolved.part);
  staged.share('acknowledged', queuedNews.part);
  return {
    ...staged,
    alarms: {
      ...alarms,
      acknowledge: (id, by) => {
        queuedNews.add([id, by]);
        return alarms.acknowledge(id, by);
      },
    },
    change: async (request) => {
      const outcome = await staged.change(request);
      if (!outcome.ok || request.change.kind !== 'resolve') return outcome;
      resolved.add(request.resource);
      await reopen(request.resource);
      return outcome;
    },
  };
}

/** Opens the cutover and the comparison as configured, or returns the reason why they cannot be opened. */
export async function openEvidence(options: EvidenceOptions, closers: Closers) {
  const { config, stores, mappings, hasV1, logger, clock = systemClock } = options;
  const read = options.files === undefined ? readEvidenceFiles(options) : success(options.files);
  if (!read.ok) return read;
  const files = read.value;
  const { rules } = files;
  const subject = evidenceSubject(mappings, rules);
  const { notifiers = openNotifiers(config, stores, logger, closers, clock, options.heard) } = options;
  const { notify } = notifiers;
  let names = namesIn(options.keyTable);
  const staged = await openCutover({ ...options, ...files, subject, notify, keyNames: () => names }, closers);
  if (!staged.ok) return staged;
  const reopen = async (): Promise<void> => comparison?.collection.reload().catch(() => undefined);
  const cutover = shareActs(staged.value, reopen);
  const compared = { config, store: stores.comparison, subject, rules, mappings, cutover, notify, clock };
  const comparison = hasV1 ? await openComparison(compared, closers) : undefined;
  let { operations } = mappings;
  const report = createUsageReport({
    sums: cutover.counters.sums,
    operations: () => operations,
    names: cutover.names,
    now: clock.now,
  });
  return success({
    ...{ cutover, comparison, files, rules, notifiers },
    usage: { ...report, count: createUsageCounter(cutover.counters) },
    /** Starts new evidence for each changed resource; if a store fails, the next round tries again. */
    adopt: async (next: Mappings): Promise<void> => {
      operations = next.operations;
      const adopted = evidenceSubject(next, rules);
      await cutover.adopt(adopted);
      await comparison?.adopt(adopted, next);
    },
    /** Switches to the caller names of a new exchange table. */
    nameCallers: (table: readonly KeyExchange[]): void => {
      names = namesIn(table);
    },
  });
}
