import type { ComparisonReport } from '../../comparison/comparisonReport';
import type { Environment } from '../../config';
import { failure, type Result, success } from '../../translation/result';
import { readRecording } from '../recording/readRecording';
import type { Terminal } from '../terminal';
import { comparedSubject, type ComparedSubject } from './comparedSubject';
import { diffExit, type DiffExit } from './diffExit';
import type { StoredOptions } from './diffStored';
import type { PairsAgain } from './pairsAgain';
import { readEvidence } from './readEvidence';
import { recordedAgain } from './recordedAgain';
import { renderWhatIf } from './renderWhatIf';
import { type Evidence, reportUnder } from './reportUnder';
import { storedAgain } from './storedAgain';
import { showReport } from './showReport';
import { storeOf } from './storeOf';

/** The options of `lifeboat diff --mappings`. */
export interface MappingsOptions extends StoredOptions {
  /** Folder of the other mappings. */
  readonly mappings: string;
  /** Recorded pairs; absent: what is kept in the store. */
  readonly recording?: string | undefined;
}

interface Fault {
  readonly code: 3 | 4;
  readonly lines: readonly string[];
}

async function pairsAgain(
  options: MappingsOptions,
  before: ComparedSubject,
  after: ComparedSubject,
): Promise<Result<PairsAgain, Fault>> {
  if (options.recording !== undefined) {
    const recording = readRecording(options.recording);
    return recording.ok
      ? success(await recordedAgain(recording.value, before, after))
      : failure({ code: 3, lines: [recording.failure] });
  }
  const file = storeOf(options, before);
  if (!file.ok) return failure({ code: 3, lines: [file.failure] });
  const evidence = await readEvidence(file.value);
  return evidence.ok
    ? success(storedAgain(evidence.value, before, after))
    : failure({ code: 4, lines: [evidence.failure] });
}

/** What is not known of the store's pairs is of the mapping that changes: nothing is within budget then. */
function exitOf(report: ComparisonReport, { unknown }: PairsAgain, options: MappingsOptions): DiffExit {
  const code = diffExit(report, options);
  return code === 0 && options.recording === undefined && unknown.size > 0 ? 2 : code;
}

/**
 * Prints what other mappings would make of the pairs that are recorded, or of what is kept, before they are in force; the
 * exit code is the verdict as it would be.
 */
export async function diffMappings(
  options: MappingsOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { write, complain, colour } = terminal;
  const fail = ({ code, lines }: Fault): DiffExit => {
    for (const line of lines) complain(line);
    return code;
  };
  const { config, mappings, rules, since, budget } = options;
  const before = comparedSubject(config, environment, { colour });
  if (!before.ok) return fail({ code: 3, lines: before.failure });
  const after = comparedSubject(config, environment, { colour, mappings, rules });
  if (!after.ok) return fail({ code: 3, lines: after.failure });
  const again = await pairsAgain(options, before.value, after.value);
  if (!again.ok) return fail(again.failure);
  const judged = (subject: ComparedSubject, evidence: Evidence) => ({
    report: reportUnder(subject, { ...evidence, since, budget }),
    observed: evidence.observed,
  });
  const reports = {
    before: judged(before.value, again.value.before),
    after: judged(after.value, again.value.after),
  };
  const { report } = reports.after;
  if (options.format !== 'text') showReport(report, options, terminal, environment);
  else {
    const told = { ...again.value, ...reports, rules: rules === undefined ? [] : after.value.rules };
    for (const line of renderWhatIf(told)) write(line);
  }
  return exitOf(report, again.value, options);
}
