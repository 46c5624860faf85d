import {
  compileMappings,
  type DateStyles,
  loadMappings,
  type Mappings,
  type MappingTexts,
} from '../../mapping/compile/loadMappings';
import { failure, type Result, success } from '../../contract/result';
import { reasonOf } from '../files';
import { type Fault, renderFault } from '../../mapping/yaml/fileFault';
import { type Fixture, loadFixtures } from '../../mapping/yaml/fixtureFile';
import { formsFolder } from '../../mapping/yaml/mappingFolder';
import { playFixture } from '../../proof/fixturesPlay';
import { tryLaws, type TryOptions } from '../../proof/laws/tryLaws';

/** A check to run; plain data, so that it can be sent to a thread. */
export interface AskedCheck {
  readonly folder: string;
  /** Styles of dates that replace those in the files. */
  readonly dates?: DateStyles | undefined;
  /** Hash of the texts in force, which need no trial. */
  readonly inForce: string;
  readonly trial: TryOptions;
}

/** Mappings that passed the check, as plain data: compiled operations hold functions and cannot change threads. */
interface CheckedTexts {
  readonly texts: MappingTexts;
  readonly fixtures: readonly Fixture[];
}

/** Texts of a checked folder, or every fault in it; `unchanged`: they are already in force. */
export type CheckedFolder = Result<CheckedTexts | 'unchanged', readonly string[]>;

/** Mappings with the fixtures they are tried with. */
interface Loaded {
  readonly mappings: Mappings;
  /**
   * The same mappings with the date styles of the files, if the settings replace them; fixtures are written in those
   * styles.
   */
  readonly written?: Mappings;
  readonly fixtures: readonly Fixture[];
}

/** Renders faults for people, without colours. */
export const renderFaults = (faults: readonly Fault[]): string[] =>
  faults.map((fault) => renderFault(fault, { colour: false }));

/** Reads the fixtures of mappings from their folder; or returns every fault of either. */
export function withFixtures(folder: string, mappings: Mappings): Result<Loaded, readonly string[]> {
  const { dates, ...texts } = mappings.texts;
  const written = dates === undefined ? success(mappings) : compileMappings(texts);
  if (!written.ok) return failure(renderFaults(written.failure));
  const fixtures = loadFixtures(folder);
  if (!fixtures.ok) return failure(renderFaults(fixtures.failure));
  const ofForms = loadFixtures(formsFolder(folder));
  if (!ofForms.ok) return failure(renderFaults(ofForms.failure));
  return success({ mappings, written: written.value, fixtures: [...fixtures.value, ...ofForms.value] });
}

function load(folder: string, dates: DateStyles | undefined): Result<Loaded, readonly string[]> {
  const mappings = loadMappings(folder, dates);
  return mappings.ok ? withFixtures(folder, mappings.value) : failure(renderFaults(mappings.failure));
}

/** Tries the laws and plays the fixtures; returns every reason against the candidate. */
export async function tryCandidate(
  { mappings, written = mappings, fixtures }: Loaded,
  trial: TryOptions,
): Promise<readonly string[]> {
  const reasons = mappings.resources
    .flatMap((resource) => tryLaws(resource, trial))
    .map(({ law, what, counterexample }) => {
      const exampleText = JSON.stringify(counterexample);
      return `the law "${law}" does not hold: ${what}; for example ${exampleText}`;
    });
  const operations = [...written.operations, ...written.forms];
  for (const fixture of fixtures) {
    for (const { place: position, what, expected, got } of await playFixture(fixture, operations)) {
      reasons.push(
        `${position}: ${fixture.name}: ${what} is ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`,
      );
    }
  }
  return reasons;
}

function read(folder: string, dates: DateStyles | undefined): Result<Loaded, readonly string[]> {
  try {
    return load(folder, dates);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return failure([`the mappings cannot be read: ${reasonOf(error)}`]);
  }
}

/** Reads, compiles and tries a folder; the failure lists every fault. */
export async function checkCandidate(askedCheck: AskedCheck): Promise<CheckedFolder> {
  const { folder, dates, inForce, trial } = askedCheck;
  const loaded = read(folder, dates);
  if (!loaded.ok) return loaded;
  const { mappings, fixtures } = loaded.value;
  if (mappings.hash === inForce) return success('unchanged');
  const reasons = await tryCandidate(loaded.value, trial);
  return reasons.length > 0 ? failure(reasons) : success({ texts: mappings.texts, fixtures });
}
