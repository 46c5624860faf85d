import type { Cutover } from '../../cutover/cutover';
import type { Notice } from '../../cutover/notices';
import type { AdminOptions } from '../../http/admin/adminApp';
import { createComparisonPages } from '../../shadow/comparisonPages';
import { type KeyExchange, namesIn } from '../../gateway/keys/clientKeys';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { type Result, success } from '../../contract/result';
import type { Closers } from '../closers';
import { evidenceSubject, readAgreedRules } from '../inputFiles';
import { openComparison, type PrimaryComparison } from './openComparison';
import { type CutoverOptions, openCutover } from './openCutover';
import { openNotifiers } from '../notifiers';

/** What evidence is opened from. */
interface EvidenceOptions extends Omit<CutoverOptions, 'subject' | 'notify' | 'keyNames'> {
  readonly mappings: Mappings;
  /** Names callers. */
  readonly keyTable: readonly KeyExchange[];
}

/** The cutover, and the comparison that its evidence comes from. */
export interface OpenedEvidence {
  readonly cutover: Cutover;
  /** Absent without a v1: then there is nothing to compare with. */
  readonly comparison: PrimaryComparison | undefined;
  /** Begins new evidence where the subject is another; what a store refuses of it is tried again. */
  readonly adopt: (mappings: Mappings) => Promise<void>;
  /** Callers have the names of another exchange table from now on. */
  readonly nameCallers: (table: readonly KeyExchange[]) => void;
  readonly pages: Pick<AdminOptions, 'comparison'>;
  /** Tells people what they want to hear of. */
  readonly notify: (notice: Notice) => void;
}

/** Opens the cutover and the comparison as configured, or says why they cannot be opened. */
export async function openEvidence(
  makings: EvidenceOptions,
  closers: Closers,
): Promise<Result<OpenedEvidence, readonly string[]>> {
  const { config, mappings, hasV1, logger, colour, clock } = makings;
  const read = readAgreedRules(config, mappings, { colour });
  if (!read.ok) return read;
  const rules = read.value;
  const subject = evidenceSubject(mappings, rules);
  const notify = openNotifiers(config, logger, closers, clock);
  let names = namesIn(makings.keyTable);
  const staged = await openCutover({ ...makings, subject, notify, keyNames: () => names }, closers);
  if (!staged.ok) return staged;
  const cutover: Cutover = {
    ...staged.value,
    change: async (request) => {
      const outcome = await staged.value.change(request);
      // What was seen before counts no more from now on; what the store refuses of it is tried again.
      if (outcome.ok && request.change.kind === 'resolve')
        await comparison?.collection.reopen(request.resource).catch(() => undefined);
      return outcome;
    },
  };
  const parts = { config, subject, rules, mappings, cutover, notify, clock };
  const compared = hasV1 ? await openComparison(parts, closers) : success(undefined);
  if (!compared.ok) return compared;
  const comparison = compared.value;
  return success({
    ...{ cutover, comparison, notify },
    adopt: async (next) => {
      const adopted = evidenceSubject(next, rules);
      await cutover.adopt(adopted);
      await comparison?.adopt(adopted, next);
    },
    nameCallers: (table) => {
      names = namesIn(table);
    },
    pages:
      comparison === undefined
        ? {}
        : {
            comparison: createComparisonPages({
              ...comparison,
              ...{ callerName: cutover.callerName, token: config.admin.token },
            }),
          },
  });
}
