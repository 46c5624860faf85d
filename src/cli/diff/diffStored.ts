import { type ComparisonReport, withNames } from '../../comparison/comparisonReport';
import type { IgnoreRule } from '../../comparison/ignoreRule';
import { judgeAgain } from '../../comparison/judgeAgain';
import type { Environment } from '../../config';
import { success } from '../../translation/result';
import { readKeyNames } from '../openKeys';
import { readRulesFile } from '../readRulesFile';
import { systemClock as clock } from '../systemClock';
import type { Terminal } from '../terminal';
import { type ComparedSubject, comparedSubject } from './comparedSubject';
import { diffExit, type DiffExit, type VerdictOptions } from './diffExit';
import { readEvidence, type StoredEvidence } from './readEvidence';
import type { ReportOptions } from './renderReport';
import { renderWhatIf } from './renderWhatIf';
import { reportUnder } from './reportUnder';
import { showReport } from './showReport';
import { storeOf } from './storeOf';

/** The options of `lifeboat diff --store` and `lifeboat diff --rules`. */
export interface StoredOptions extends ReportOptions, VerdictOptions {
  readonly config?: string | undefined;
  /** What was seen before does not count, clock ms. */
  readonly since?: number | undefined;
  /** File of the evidence, when it is not the configured one. */
  readonly store?: string | undefined;
  /** Agreed differences under which the evidence is judged again. */
  readonly rules?: string | undefined;
}

/** Prints what would change, or in the formats for programs the report as it would be. */
function whatIf(
  next: readonly IgnoreRule[],
  evidence: StoredEvidence & Pick<StoredOptions, 'since' | 'budget'>,
  subject: ComparedSubject,
  parts: StoredOptions & Terminal & { readonly environment: Environment },
): ComparisonReport {
  const change = { before: subject.rules, after: next, now: clock.now() };
  const { observed, unclear } = judgeAgain(evidence.observed, change);
  const after = reportUnder({ ...subject, rules: next }, { ...evidence, observed });
  if (parts.format !== 'text') showReport(after, parts, parts, parts.environment);
  else {
    const before = { report: reportUnder(subject, evidence), observed: evidence.observed };
    const told = { before, after: { report: after, observed }, unclear, rules: next };
    for (const line of renderWhatIf(told)) parts.write(line);
  }
  return after;
}

/** Prints the report of the evidence in a store, or what other agreed differences would make of it; the exit code is the verdict. */
export async function diffStored(
  options: StoredOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { complain, colour } = terminal;
  const fail = (code: 3 | 4, lines: readonly string[]): DiffExit => {
    for (const line of lines) complain(line);
    return code;
  };
  const subject = comparedSubject(options.config, environment, { colour });
  if (!subject.ok) return fail(3, subject.failure);
  const names = subject.value.mappings.operations.map(({ name }) => name);
  const next = readRulesFile(options.rules, names, { colour });
  if (!next.ok) return fail(3, next.failure);
  const file = storeOf(options, subject.value);
  if (!file.ok) return fail(3, [file.failure]);
  const read = await readEvidence(file.value);
  if (!read.ok) return fail(4, [read.failure]);
  const { since, budget } = options;
  const evidence = success({ ...read.value, since, budget });
  if (options.rules !== undefined) {
    const after = whatIf(next.value, evidence.value, subject.value, { ...terminal, ...options, environment });
    return diffExit(after, options);
  }
  const called = await readKeyNames(subject.value.config.keys);
  const report = withNames(reportUnder(subject.value, evidence.value), (caller) => called.get(caller));
  showReport(report, options, terminal, environment);
  return diffExit(report, options);
}
