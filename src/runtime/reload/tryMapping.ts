import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import { renderWhatIf } from '../../comparison/report/renderWhatIf';
import { type ReportEvidence, reportUnder } from '../../comparison/report/reportUnder';
import { failure, type Result, success } from '../../contract/result';
import { compileMappings, type Mappings, type MappingTexts } from '../../mapping/compile/loadMappings';
import { recordedAgain } from '../../shadow/replay/recordedAgain';
import { systemClock as clock } from '../systemClock';
import type { TryOptions } from '../../proof/laws/tryLaws';
import { renderFaults, tryCandidate, withFixtures } from './checkCandidate';

/** Other texts of the mappings to try on recorded pairs; plain data, so that a thread can receive it. */
export interface AskedTrial {
  /** Folder of the fixtures. */
  readonly folder: string;
  readonly inForce: MappingTexts;
  readonly other: MappingTexts;
  /** Agreed differences in force. */
  readonly rules: readonly IgnoreRule[];
  readonly exchanges: readonly RecordedExchange[];
  readonly trial: TryOptions;
}

/** Effect of other mappings on the kept pairs, in lines for people, and the reasons why a reload would refuse them. */
export interface TriedMapping {
  readonly lines: readonly string[];
  readonly refusals: readonly string[];
}

/**
 * Tries other mappings on recorded pairs before they are put in force; the failure lists every fault of their texts.
 */
export async function tryMapping(askedTrial: AskedTrial): Promise<Result<TriedMapping, readonly string[]>> {
  const { folder, inForce, other: nextMappingTexts, rules, exchanges, trial } = askedTrial;
  const mappingsBefore = compileMappings(inForce);
  if (!mappingsBefore.ok) throw new Error('the texts in force were compiled before');
  const mappingsAfter = compileMappings(nextMappingTexts);
  if (!mappingsAfter.ok) return failure(renderFaults(mappingsAfter.failure));
  const loaded = withFixtures(folder, mappingsAfter.value);
  const refusals = loaded.ok ? await tryCandidate(loaded.value, trial) : loaded.failure;
  const under = (mappings: Mappings) => ({ mappings, rules });
  const rejudged = await recordedAgain(
    exchanges,
    under(mappingsBefore.value),
    under(mappingsAfter.value),
    clock,
  );
  const judged = (mappings: Mappings, evidence: ReportEvidence) => ({
    report: reportUnder(under(mappings), evidence, clock.now()),
    observed: evidence.observed,
  });
  const lines = renderWhatIf({
    ...rejudged,
    before: judged(mappingsBefore.value, rejudged.before),
    after: judged(mappingsAfter.value, rejudged.after),
    rules: [],
  });
  return success({ lines, refusals });
}
