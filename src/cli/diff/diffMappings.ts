import { type ComparisonReport, withNames } from '../../comparison/report/comparisonReport';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import { judgeAgain } from '../../comparison/judge/judgeAgain';
import type { Environment } from '../../config';
import type { Config } from '../../config/configuration';
import type { NamesByCaller } from '../../cutover/callerNames';
import { failure, type Result, success } from '../../contract/result';
import { readKeyNames } from '../../runtime/reload/secrets';
import { readStores } from '../../runtime/stores/openStores';
import { originsIn } from '../../mapping/explain/origins';
import type { ServerPlace } from '../../config/postgresUrl';
import { readRulesFile } from '../../runtime/inputFiles';
import { systemClock as clock } from '../../runtime/systemClock';
import { refused } from '../command';
import type { Terminal } from '../terminal';
import { type ComparedSubject, comparedSubject, storeOf } from './comparedSubject';
import { diffExit, type DiffExit, type VerdictOptions } from './diffVerdict';
import { type ReportEvidence, type PairsAgain, reportUnder } from '../../comparison/report/reportUnder';
import { recordedAgain } from '../../shadow/replay/recordedAgain';
import { readEvidence, readSamples, storedAgain, type StoredEvidence } from './rejudgedPairs';
import { pairsIn } from './issuePairs';
import { type FindPairs, type ReportOptions, showReport } from './report/renderReport';
import { renderWhatIf } from '../../comparison/report/renderWhatIf';
import { readRecording } from '../../runtime/stores/recordingFile';

/** Options of `lifeboat diff --store` and `lifeboat diff --rules`. */
export interface StoredOptions extends ReportOptions, VerdictOptions {
  readonly config?: string | undefined;
  /** Instant (clock ms) from which evidence counts. */
  readonly since?: number | undefined;
  /** File of the evidence, unless it is the configured one. */
  readonly store?: string | undefined;
  /** File of the agreed differences under which the evidence is judged again. */
  readonly rules?: string | undefined;
}

/** Options with the search for the pairs of the store. */
type Stored = StoredOptions & { readonly findPairs: FindPairs };

const pairsInStore = (at: string | ServerPlace, { mappings, rules }: ComparedSubject): FindPairs =>
  pairsIn((ids) => readSamples(at, ids), { origins: originsIn(mappings.resources), rules });

/** Prints the changes for people, or the new report in the formats for programs. */
async function whatIf(
  next: readonly IgnoreRule[],
  evidence: StoredEvidence & Pick<StoredOptions, 'since' | 'budget'>,
  subject: ComparedSubject,
  stored: Stored & Terminal & { readonly environment: Environment },
): Promise<ComparisonReport> {
  const change = { before: subject.rules, after: next, now: clock.now() };
  const { observed, unclear } = judgeAgain(evidence.observed, change);
  const reportAfter = reportUnder({ ...subject, rules: next }, { ...evidence, observed }, clock.now());
  if (stored.format !== 'text') await showReport(reportAfter, stored, stored, stored.environment);
  else {
    const reportBefore = { report: reportUnder(subject, evidence, clock.now()), observed: evidence.observed };
    const whatIf = { before: reportBefore, after: { report: reportAfter, observed }, unclear, rules: next };
    for (const line of renderWhatIf(whatIf)) stored.write(line);
  }
  return reportAfter;
}

/**
 * Reads the gateway's names of its callers: from the exchange table, and with precedence from the labels in its store.
 */
export async function readCallerNames(config: Config): Promise<NamesByCaller> {
  const names = await readKeyNames(config.keys);
  const stored = await readStores(config);
  return stored.ok && stored.value ? new Map([...names, ...(await stored.value.cutover.labels())]) : names;
}

const FOREIGN =
  'this evidence is of other mappings, agreed differences or another version than those at hand: of them nothing was compared';

/** Prints the report of a store's evidence, or its change under other agreed differences; the exit code is the verdict. */
export async function diffStored(
  options: StoredOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { colour } = terminal;
  const subject = comparedSubject(options.config, environment, { colour });
  if (!subject.ok) return refused(subject.failure, terminal, 3);
  const names = subject.value.mappings.operations.map(({ name }) => name);
  const next = readRulesFile(options.rules, names, { colour });
  if (!next.ok) return refused(next.failure, terminal, 3);
  const file = storeOf(options, subject.value);
  if (!file.ok) return refused([file.failure], terminal, 3);
  const read = await readEvidence(file.value, subject.value);
  if (!read.ok) return refused([read.failure], terminal, 4);
  const findPairs = pairsInStore(file.value, subject.value);
  const { since, budget } = options;
  const evidence = success({ ...read.value, since, budget });
  if (options.rules !== undefined) {
    const whatIfParts = { ...terminal, ...options, findPairs, environment };
    const reportAfter = await whatIf(next.value, evidence.value, subject.value, whatIfParts);
    return diffExit(reportAfter, options);
  }
  const called = await readCallerNames(subject.value.config);
  const namedReport = withNames(reportUnder(subject.value, evidence.value, clock.now()), (caller) =>
    called.get(caller),
  );
  const warnings = [...namedReport.warnings, ...(read.value.isForeign ? [FOREIGN] : [])];
  await showReport({ ...namedReport, warnings }, { ...options, findPairs }, terminal, environment);
  const code = diffExit(namedReport, options);
  return code === 0 && read.value.isForeign ? 2 : code;
}

/** Options of `lifeboat diff --mappings`. */
export interface MappingsOptions extends StoredOptions {
  /** Folder of the other mappings. */
  readonly mappings: string;
  /** File of recorded pairs; absent: the evidence in the store. */
  readonly recording?: string | undefined;
}

interface Fault {
  readonly code: 3 | 4;
  readonly lines: readonly string[];
}

async function pairsAgain(
  options: MappingsOptions,
  previousComparedSubject: ComparedSubject,
  nextComparedSubject: ComparedSubject,
): Promise<Result<PairsAgain, Fault>> {
  if (options.recording !== undefined) {
    const recording = readRecording(options.recording);
    return recording.ok
      ? success(await recordedAgain(recording.value, previousComparedSubject, nextComparedSubject, clock))
      : failure({ code: 3, lines: [recording.failure] });
  }
  const file = storeOf(options, previousComparedSubject);
  if (!file.ok) return failure({ code: 3, lines: [file.failure] });
  const evidence = await readEvidence(file.value, previousComparedSubject);
  return evidence.ok
    ? success(storedAgain(evidence.value, previousComparedSubject, nextComparedSubject))
    : failure({ code: 4, lines: [evidence.failure] });
}

/**
 * Returns the exit code. The store cannot judge pairs of a changed mapping, so the verdict is not "within budget" then.
 */
function exitOf(report: ComparisonReport, { unknown }: PairsAgain, options: MappingsOptions): DiffExit {
  const code = diffExit(report, options);
  return code === 0 && options.recording === undefined && unknown.size > 0 ? 2 : code;
}

/**
 * Prints the report that other mappings would give for recorded pairs or stored evidence, before they are in force; the
 * exit code is the verdict.
 */
export async function diffMappings(
  options: MappingsOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { write, colour } = terminal;
  const { config, mappings, rules, since, budget } = options;
  const subjectBefore = comparedSubject(config, environment, { colour });
  if (!subjectBefore.ok) return refused(subjectBefore.failure, terminal, 3);
  const subjectAfter = comparedSubject(config, environment, { colour, mappings, rules });
  if (!subjectAfter.ok) return refused(subjectAfter.failure, terminal, 3);
  const rejudged = await pairsAgain(options, subjectBefore.value, subjectAfter.value);
  if (!rejudged.ok) return refused(rejudged.failure.lines, terminal, rejudged.failure.code);
  const judged = (subject: ComparedSubject, evidence: ReportEvidence) => ({
    report: reportUnder(subject, { ...evidence, since, budget }, clock.now()),
    observed: evidence.observed,
  });
  const reports = {
    before: judged(subjectBefore.value, rejudged.value.before),
    after: judged(subjectAfter.value, rejudged.value.after),
  };
  const { report } = reports.after;
  if (options.format !== 'text') await showReport(report, options, terminal, environment);
  else {
    const whatIf = {
      ...rejudged.value,
      ...reports,
      rules: rules === undefined ? [] : subjectAfter.value.rules,
    };
    for (const line of renderWhatIf(whatIf)) write(line);
  }
  return exitOf(report, rejudged.value, options);
}
