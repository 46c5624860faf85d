import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { addNamesOfCallers } from '../../comparison/report/comparisonReport';
import { renderWhatIf } from '../../comparison/report/renderWhatIf';
import { type PairsAgain, type ReportEvidence, judgeObservations } from '../../comparison/report/reportUnder';
import type { Config } from '../../config/configuration';
import type { NamesByCaller } from '../../cutover/callerNames';
import { readKeyNames } from '../../runtime/reload/secrets';
import { readStores } from '../../runtime/stores/openStores';
import { readRecording } from '../../runtime/stores/recordingFile';
import { systemClock as clock } from '../../runtime/systemClock';
import { compareRecordedAgain } from '../../shadow/replay/recordedAgain';
import { valueOrEnd, type Surroundings } from '../command';
import { keepPresentLines } from '../terminal';
import { type ComparedSubject, comparedSubject, storeOf } from './comparedSubject';
import { diffExit, type DiffExit, type VerdictOptions } from './diffVerdict';
import { createSamplePairFinder, pairSubjectOf } from './issuePairs';
import { type FindPairs, type ReportOptions, showReport } from './report/renderReport';
import type { Resolution } from '../../comparison/judge/resolutions';
import type { EndedCounts } from '../../comparison/keep/comparisonAccounts';
import type { SeenPair } from '../../comparison/keep/observation';
import type { ServerPlace } from '../../config/storePlace';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { Sample } from '../../comparison/keep/keptSample';
import { failure, type Result, success } from '../../contract/result';
import { readWholeStore } from '../../store/copyStore';
import type { MemoryStore } from '../../store/wholeStore';
import { readResolutions } from '../../runtime/stores/comparedEvidence';
import { reasonOf } from '../../runtime/files';
import { evidenceSubject } from '../../runtime/inputFiles';
import { translationsOf } from '../../mapping/yaml/meaning';
import { judgeAgain } from '../../comparison/judge/judgeAgain';

/** Evidence of a store under the mappings read here; if it has none, under the latest mapping of each resource. */
interface StoredEvidence {
  readonly epoch: string;
  /** True if the evidence belongs to other mappings, agreed differences or another version than those read here. */
  readonly isForeign: boolean;
  readonly observed: readonly SeenPair[];
  /** Outcomes of all served requests, of any epoch. */
  readonly ended: EndedCounts;
  readonly resolutions: readonly Resolution[];
}

async function readStore<Value>(
  filesOrServer: string | ServerPlace,
  read: (store: Pick<MemoryStore, 'cutover' | 'comparison'>) => Promise<Value>,
): Promise<Result<Value, string>> {
  const name = typeof filesOrServer === 'string' ? filesOrServer : filesOrServer.shown;
  if (filesOrServer === name && !existsSync(filesOrServer)) return failure(`${name} is not there`);
  try {
    return success(await read(await readWholeStore(filesOrServer)));
  } catch (error) {
    return failure(`${name} cannot be read: ${reasonOf(error)}`);
  }
}

/** Reads the evidence that a store keeps, whether a gateway runs on it or not; the result is the same. */
const readEvidence = (
  filesOrServer: string | ServerPlace,
  { mappings, rules }: Pick<ComparedSubject, 'mappings' | 'rules'>,
): Promise<Result<StoredEvidence, string>> =>
  readStore(filesOrServer, async ({ cutover, comparison }) => {
    const epochs = evidenceSubject(mappings, rules).resources.map((resource) => resource.epoch);
    const ownObserved = await comparison.observed(epochs);
    const observed = ownObserved.length > 0 ? ownObserved : await comparison.latest();
    const isForeign = observed !== ownObserved && observed.length > 0;
    const seenEpochs = [...new Set(observed.map((observation) => observation.epoch))].toSorted();
    return {
      epoch: (isForeign ? seenEpochs : epochs).join('-'),
      isForeign,
      observed,
      ended: await comparison.ended(),
      resolutions: readResolutions(await cutover.events()),
    };
  });

/** Reads those of several pairs that a store keeps. */
export const readSamples = (
  filesOrServer: string | ServerPlace,
  ids: readonly string[],
): Promise<Result<readonly Sample[], string>> =>
  readStore(filesOrServer, async ({ comparison }) => {
    const keptSamples = await Promise.all(ids.map((id) => comparison.sample(id)));
    return keptSamples.filter((keptSample) => keptSample !== undefined);
  });

/** Finds the resources that two sets of mappings translate differently. */
function changedResources(previous: Mappings, next: Mappings): ReadonlySet<string> {
  const [translations, nextTranslations] = [previous, next].map(({ resources }) => translationsOf(resources));
  const all = [...(translations?.keys() ?? []), ...(nextTranslations?.keys() ?? [])];
  return new Set(
    all.filter(
      (resource) => !isDeepStrictEqual(translations?.get(resource), nextTranslations?.get(resource)),
    ),
  );
}

/** Reason why a changed mapping cannot be judged: bodies are not stored, because they hold private values. */
const UNKNOWN =
  'its mapping changes, and what v2 said is not kept: `lifeboat record FILE`, then --recording FILE';

/**
 * Judges stored evidence under other mappings and agreed differences. Observations of resources that both mappings
 * translate alike are judged by the next rules; all others count as unknown.
 */
function judgeStoredEvidence(
  evidence: StoredEvidence,
  previous: ComparedSubject,
  next: ComparedSubject,
): PairsAgain {
  const changedNames = changedResources(previous.mappings, next.mappings);
  const unaffected = evidence.observed.filter(({ resource }) => !changedNames.has(resource));
  const rules = { before: previous.rules, after: next.rules, now: clock.now() };
  const { observed, unclear } = judgeAgain(unaffected, rules);
  const unknown = evidence.observed.length - unaffected.length;
  return {
    before: evidence,
    after: { ...evidence, observed },
    open: changedNames,
    unknown: new Map(unknown === 0 ? [] : [[UNKNOWN, unknown]]),
    unclear,
  };
}

export interface StoredOptions extends ReportOptions, VerdictOptions {
  readonly config?: string | undefined;
  /** Instant (clock ms) from which evidence counts. */
  readonly since?: number | undefined;
  readonly store?: string | undefined;
  readonly recording?: string | undefined;
  readonly mappings?: string | undefined;
  readonly rules?: string | undefined;
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

const pairsInStore = (options: StoredOptions, subject: ComparedSubject): FindPairs =>
  createSamplePairFinder(async (ids) => {
    const read = await readSamples(storeOf(options, subject), ids);
    return read.ok ? read.value : [];
  }, pairSubjectOf(subject));

/** Prints the report of a store's evidence. */
async function reportStored(
  options: StoredOptions,
  subject: ComparedSubject,
  around: Surroundings,
): Promise<DiffExit> {
  const { since, budget } = options;
  const { isForeign, ...evidence } = valueOrEnd(await readEvidence(storeOf(options, subject), subject), 4);
  const names = await readCallerNames(subject.config);
  const unnamedReport = judgeObservations(subject, { ...evidence, since, budget }, clock.now());
  const report = addNamesOfCallers(unnamedReport, (caller) => names.get(caller));
  const warnings = [...keepPresentLines([...report.warnings, isForeign && FOREIGN])];
  const findPairs = pairsInStore(options, subject);
  await showReport({ ...report, warnings }, { ...options, findPairs }, around);
  const code = diffExit(report, options);
  return code === 0 && isForeign ? 2 : code;
}

/** Judges the pairs of a recording, or of a store, under both subjects. */
async function pairsAgain(
  options: StoredOptions,
  subjectBefore: ComparedSubject,
  subjectAfter: ComparedSubject,
): Promise<PairsAgain> {
  if (options.recording !== undefined)
    return compareRecordedAgain(
      valueOrEnd(readRecording(options.recording), 3),
      subjectBefore,
      subjectAfter,
      clock,
    );
  const evidence = valueOrEnd(await readEvidence(storeOf(options, subjectBefore), subjectBefore), 4);
  return judgeStoredEvidence(evidence, subjectBefore, subjectAfter);
}

/**
 * Prints the report of a store's evidence; or what other mappings or agreed differences would make of it, or of recorded
 * pairs, before they are in force. The exit code is the verdict.
 */
export async function diffStored(options: StoredOptions, around: Surroundings): Promise<DiffExit> {
  const { config, mappings, rules, recording, since, budget } = options;
  const subjectBefore = comparedSubject(config, around);
  if (mappings === undefined && rules === undefined) return reportStored(options, subjectBefore, around);
  const subjectAfter = comparedSubject(config, around, { mappings, rules });
  const rejudged = await pairsAgain(options, subjectBefore, subjectAfter);
  const judgedReport = (subject: ComparedSubject, evidence: ReportEvidence) => ({
    report: judgeObservations(subject, { ...evidence, since, budget }, clock.now()),
    observed: evidence.observed,
  });
  const judgedBefore = judgedReport(subjectBefore, rejudged.before);
  const judgedAfter = judgedReport(subjectAfter, rejudged.after);
  const shownRules = rules === undefined ? [] : subjectAfter.rules;
  if (options.format === 'text')
    renderWhatIf({ ...rejudged, before: judgedBefore, after: judgedAfter, rules: shownRules }).forEach(
      around.terminal.write,
    );
  else {
    const findPairs = recording === undefined ? pairsInStore(options, subjectBefore) : undefined;
    await showReport(judgedAfter.report, { ...options, findPairs }, around);
  }
  const code = diffExit(judgedAfter.report, options);
  // The store cannot judge pairs of a changed mapping, so the verdict is not "within budget" then.
  return code === 0 && recording === undefined && rejudged.unknown.size > 0 ? 2 : code;
}
