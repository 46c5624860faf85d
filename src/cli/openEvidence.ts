import type { Cutover } from '../cutover/cutover';
import type { AdminOptions } from '../http/createAdminApp';
import { type ComparisonPagesOptions, createComparisonPages } from '../http/shadow/createComparisonPages';
import type { Mappings } from '../mapping/loadMappings';
import { type Result, success } from '../translation/result';
import type { Closers } from './closers';
import { evidenceSubject } from './evidenceSubject';
import type { ComparisonMakings, OpenedCollection } from './openCollection';
import { type CutoverMakings, openCutover } from './openCutover';
import { openNotifiers } from './openNotifiers';
import { readRulesFile } from './readRulesFile';
import { rulesBeside } from './rulesBeside';

/** What evidence is opened from. */
export interface EvidenceMakings extends Omit<CutoverMakings, 'subject' | 'notify'> {
  readonly mappings: Mappings;
}

/** What the evidence and its pages need of a comparison. */
type Comparison = Pick<OpenedCollection<unknown>, 'adopt'> & Omit<ComparisonPagesOptions, 'token'>;

/** Opens a comparison, in this process or in several. */
type Open<Opened> = (
  makings: ComparisonMakings,
  closers: Closers,
) => Promise<Result<Opened, readonly string[]>>;

/** The cutover, and the comparison that its evidence comes from. */
export interface OpenedEvidence<Opened> {
  readonly cutover: Cutover;
  /** Absent without a v1: then there is nothing to compare with. */
  readonly comparison: Opened | undefined;
  /** Begins new evidence where the subject is another; what a store refuses of it is tried again. */
  readonly adopt: (mappings: Mappings) => Promise<void>;
  readonly pages: Pick<AdminOptions, 'comparison'>;
}

/** Opens the cutover and the comparison as configured, or says why they cannot be opened. */
export async function openEvidence<Opened extends Comparison>(
  makings: EvidenceMakings,
  open: Open<Opened>,
  closers: Closers,
): Promise<Result<OpenedEvidence<Opened>, readonly string[]>> {
  const { config, mappings, hasV1, logger, colour } = makings;
  const operations = mappings.operations.map(({ name }) => name);
  const read = readRulesFile(config.comparison.rules ?? rulesBeside(config.mappings), operations, { colour });
  if (!read.ok) return read;
  const { rules, hash: rulesHash } = read.value;
  const subject = evidenceSubject(mappings, rulesHash);
  const notify = openNotifiers(config, logger, closers);
  const staged = await openCutover({ ...makings, subject, notify }, closers);
  if (!staged.ok) return staged;
  const cutover = staged.value;
  const parts = { config, epoch: subject.epoch, rules, rulesHash, mappings, cutover, notify, logger };
  const compared = hasV1 ? await open(parts, closers) : success(undefined);
  if (!compared.ok) return compared;
  const comparison = compared.value;
  return success({
    cutover,
    comparison,
    adopt: async (next) => {
      const adopted = evidenceSubject(next, rulesHash);
      await cutover.adopt(adopted);
      await comparison?.adopt(adopted.epoch, next);
    },
    pages:
      comparison === undefined
        ? {}
        : { comparison: createComparisonPages({ ...comparison, token: config.admin.token }) },
  });
}
