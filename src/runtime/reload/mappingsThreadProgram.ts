import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import { renderWhatIf } from '../../comparison/report/renderWhatIf';
import { type ReportEvidence, judgeObservations } from '../../comparison/report/reportUnder';
import { failure, type Result, success } from '../../contract/result';
import type { DateStyles, Mappings, MappingTexts } from '../../mapping/compile/loadMappings';
import { renderFault } from '../../mapping/yaml/fileFault';
import { type Fixture, loadFixtures } from '../../mapping/yaml/fixtureFile';
import { formsFolder } from '../../mapping/yaml/mappingFolder';
import { playFixture } from '../../proof/fixturesPlay';
import { tryLaws, type TryOptions } from '../../proof/laws/tryLaws';
import { compareRecordedAgain } from '../../shadow/replay/recordedAgain';
import { compileTexts, isSystemError, mappingsFault, readMappings } from '../inputFiles';
import { systemClock as clock } from '../systemClock';
import { makeDocuments } from './makeDocuments';

/** A check to run; plain data, so that it can be sent to a thread. */
export interface AskedCheck {
  readonly folder: string;
  /** Styles of dates that replace those in the files. */
  readonly dates?: DateStyles | undefined;
  /** Hash of the texts in force, which need no trial. */
  readonly inForce: string;
  readonly trial: TryOptions;
}

interface LoadedMappings {
  readonly mappings: Mappings;
  /** The same mappings with the date styles of the files, in which fixtures are written. */
  readonly written?: Mappings;
  readonly fixtures: readonly Fixture[];
}

/** Adds the fixtures of a folder to its mappings, or returns every fault in either. */
function addFixtures(folder: string, mappings: Mappings): Result<LoadedMappings, readonly string[]> {
  const { dates, ...texts } = mappings.texts;
  const writtenMappings = dates === undefined ? success(mappings) : compileTexts(texts);
  if (!writtenMappings.ok) return writtenMappings;
  const fixtures = loadFixtures(folder, formsFolder(folder));
  if (!fixtures.ok) return failure(fixtures.failure.map((fault) => renderFault(fault, { colour: false })));
  return success({ mappings, written: writtenMappings.value, fixtures: fixtures.value });
}

/** Tries the laws and plays the fixtures. Returns every reason against the candidate. */
export async function tryCandidate(
  { mappings, written: writtenMappings = mappings, fixtures }: LoadedMappings,
  trial: TryOptions,
): Promise<readonly string[]> {
  const reasons = mappings.resources
    .flatMap((resource) => tryLaws(resource, trial))
    .map(({ law, what, counterexample }) => {
      const exampleText = JSON.stringify(counterexample);
      return `the law "${law}" does not hold: ${what}; for example ${exampleText}`;
    });
  const operations = [...writtenMappings.operations, ...writtenMappings.forms];
  for (const fixture of fixtures) {
    for (const { place: position, what, expected, got } of await playFixture(fixture, operations)) {
      reasons.push(
        `${position}: ${fixture.name}: ${what} is ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`,
      );
    }
  }
  return reasons;
}

/** Adds fixtures as `addFixtures` does. A folder that cannot be read is a fault as well. */
function addReadableFixtures(folder: string, mappings: Mappings): Result<LoadedMappings, readonly string[]> {
  try {
    return addFixtures(folder, mappings);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return failure([mappingsFault(folder, error)]);
  }
}

/**
 * Reads, compiles and tries a folder. Returns texts and fixtures as plain data, because compiled operations hold
 * functions and cannot change threads. The failure lists every fault.
 */
export async function checkCandidate({ folder, dates, inForce, trial }: AskedCheck) {
  const read = readMappings(folder, { colour: false, dates });
  const loaded = read.ok ? addReadableFixtures(folder, read.value) : read;
  if (!loaded.ok) return loaded;
  const { mappings, fixtures } = loaded.value;
  if (mappings.hash === inForce) return success('unchanged' as const);
  const reasons = await tryCandidate(loaded.value, trial);
  return reasons.length > 0 ? failure(reasons) : success({ texts: mappings.texts, fixtures });
}

/** Other texts of the mappings to try on recorded pairs; plain data, so that a thread can receive it. */
export interface AskedTrial {
  /** Folder of the fixtures. */
  readonly folder: string;
  readonly inForce: MappingTexts;
  readonly other: MappingTexts;
  readonly rules: readonly IgnoreRule[];
  readonly exchanges: readonly RecordedExchange[];
  readonly trial: TryOptions;
}

/**
 * Tries other mappings on recorded pairs, putting nothing in force. Returns the effect in lines for people, and the
 * reasons why a reload would refuse them. The failure lists every fault of their texts.
 */
async function tryMapping(askedTrial: AskedTrial) {
  const { folder, inForce, other: nextMappingTexts, rules, exchanges, trial } = askedTrial;
  const mappingsBefore = compileTexts(inForce);
  if (!mappingsBefore.ok) throw new Error('the texts in force were compiled before');
  const mappingsAfter = compileTexts(nextMappingTexts);
  if (!mappingsAfter.ok) return mappingsAfter;
  const loaded = addFixtures(folder, mappingsAfter.value);
  const refusals = loaded.ok ? await tryCandidate(loaded.value, trial) : loaded.failure;
  const makeSubject = (mappings: Mappings) => ({ mappings, rules });
  const subjects = [makeSubject(mappingsBefore.value), makeSubject(mappingsAfter.value)] as const;
  const rejudged = await compareRecordedAgain(exchanges, ...subjects, clock);
  const judgePairs = (subject: ReturnType<typeof makeSubject>, evidence: ReportEvidence) => ({
    report: judgeObservations(subject, evidence, clock.now()),
    observed: evidence.observed,
  });
  const lines = renderWhatIf({
    ...rejudged,
    before: judgePairs(subjects[0], rejudged.before),
    after: judgePairs(subjects[1], rejudged.after),
    rules: [],
  });
  return success({ lines, refusals });
}

const work = { check: checkCandidate, documents: makeDocuments, trial: tryMapping };

/** Work of the thread, with its answer; plain data, so that both can change threads. */
export type ThreadWork = typeof work;

export type MappingsTask = {
  readonly [Name in keyof ThreadWork]: {
    readonly name: Name;
    readonly asked: Parameters<ThreadWork[Name]>[0];
  };
}[keyof ThreadWork];

/** Performs a task. A throw rejects the waiting call. */
export function performTask({ name, asked }: MappingsTask): unknown {
  // A task always pairs a name with its own request.
  return (work[name] as (request: typeof asked) => unknown)(asked);
}
