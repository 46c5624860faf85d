import { createHash } from 'node:crypto';
import type { Cutover, Subject } from '../cutover/cutover';
import type { AdminOptions } from '../http/createAdminApp';
import { createComparisonPages } from '../http/shadow/createComparisonPages';
import type { Mappings } from '../mapping/loadMappings';
import { type Result, success } from '../translation/result';
import type { Closers } from './closers';
import { cutoverSubject } from './cutoverSubject';
import { type OpenedComparison, openComparison } from './openComparison';
import { type CutoverMakings, openCutover } from './openCutover';
import { openNotifiers } from './openNotifiers';
import { readRulesFile } from './readRulesFile';
import { rulesBeside } from './rulesBeside';

/** What evidence is opened from. */
export interface EvidenceMakings extends Omit<CutoverMakings, 'subject' | 'notify'> {
  readonly mappings: Mappings;
}

/** The cutover, and the comparison that its evidence comes from. */
export interface OpenedEvidence {
  readonly cutover: Cutover;
  /** Absent without a v1: then there is nothing to compare with. */
  readonly comparison: OpenedComparison | undefined;
  /** Begins new evidence where the subject is another. */
  readonly adopt: (mappings: Mappings) => void;
  readonly pages: Pick<AdminOptions, 'comparison'>;
}

/** Other rules make other evidence. */
function withRules(subject: Subject, hash: string): Subject {
  if (hash === '') return subject;
  const epoch = createHash('sha256').update(`${subject.epoch}\0${hash}`).digest('hex');
  return { ...subject, epoch: epoch.slice(0, subject.epoch.length) };
}

/** Opens the cutover and the comparison as configured, or says why they cannot be opened. */
export async function openEvidence(
  makings: EvidenceMakings,
  closers: Closers,
): Promise<Result<OpenedEvidence, readonly string[]>> {
  const { config, mappings, hasV1, logger, colour } = makings;
  const operations = mappings.operations.map(({ name }) => name);
  const read = readRulesFile(config.comparison.rules ?? rulesBeside(config.mappings), operations, { colour });
  if (!read.ok) return read;
  const { rules, hash } = read.value;
  const subject = withRules(cutoverSubject(mappings), hash);
  const notify = openNotifiers(config, logger, closers);
  const staged = await openCutover({ ...makings, subject, notify }, closers);
  if (!staged.ok) return staged;
  const cutover = staged.value;
  const parts = { config, epoch: subject.epoch, rules, mappings, cutover, notify, logger };
  const compared = hasV1 ? await openComparison(parts, closers) : success(undefined);
  if (!compared.ok) return compared;
  const comparison = compared.value;
  const begin = async (next: Mappings): Promise<void> => {
    const adopted = withRules(cutoverSubject(next), hash);
    await cutover.adopt(adopted);
    await comparison?.adopt(adopted.epoch, next);
  };
  return success({
    cutover,
    comparison,
    adopt: (next) => {
      begin(next).catch((error: unknown) => logger.error({ err: error }, 'new evidence could not be begun'));
    },
    pages:
      comparison === undefined
        ? {}
        : { comparison: createComparisonPages({ ...comparison, token: config.admin.token }) },
  });
}
