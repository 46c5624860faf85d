import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Resolution } from '../../comparison/judge/resolutions';
import type { Ended } from '../../comparison/keep/comparisonAccounts';
import type { PairsAgain } from '../../comparison/report/reportUnder';
import type { Observed } from '../../comparison/keep/observation';
import type { ServerPlace } from '../../config/postgresUrl';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { systemClock as clock } from '../../runtime/systemClock';
import type { Sample } from '../../comparison/keep/keptSample';
import { failure, type Result, success } from '../../contract/result';
import { readWholeStore } from '../../store/copyStore';
import type { MemoryStore } from '../../store/wholeStore';
import { resolutionsIn } from '../../runtime/stores/comparedEvidence';
import { reasonOf } from '../../runtime/files';
import { evidenceSubject } from '../../runtime/inputFiles';
import { translationsOf } from '../../mapping/yaml/mappingFile';
import { judgeAgain } from '../../comparison/judge/judgeAgain';
import type { ComparedSubject } from './comparedSubject';

/** Evidence of a store under the mappings read here; if it has none, under the latest mapping of each resource. */
export interface StoredEvidence {
  readonly epoch: string;
  /** True if the evidence belongs to other mappings, agreed differences or another version than those read here. */
  readonly isForeign: boolean;
  readonly observed: readonly Observed[];
  /** Outcomes of all served requests, of any epoch. */
  readonly ended: Ended;
  readonly resolutions: readonly Resolution[];
}

async function readStore<Value>(
  at: string | ServerPlace,
  read: (store: Pick<MemoryStore, 'cutover' | 'comparison'>) => Promise<Value>,
): Promise<Result<Value, string>> {
  const name = typeof at === 'string' ? at : at.shown;
  if (at === name && !existsSync(at)) return failure(`${name} is not there`);
  try {
    return success(await read(await readWholeStore(at)));
  } catch (error) {
    return failure(`${name} cannot be read: ${reasonOf(error)}`);
  }
}

/** Reads the evidence that a store keeps, whether a gateway runs on it or not; the result is the same. */
export const readEvidence = (
  at: string | ServerPlace,
  { mappings, rules }: Pick<ComparedSubject, 'mappings' | 'rules'>,
): Promise<Result<StoredEvidence, string>> =>
  readStore(at, async ({ cutover, comparison }) => {
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
      resolutions: resolutionsIn(await cutover.events()),
    };
  });

/** Reads those of several pairs that a store keeps. */
export const readSamples = (
  at: string | ServerPlace,
  ids: readonly string[],
): Promise<Result<readonly Sample[], string>> =>
  readStore(at, async ({ comparison }) => {
    const keptSamples = await Promise.all(ids.map((id) => comparison.sample(id)));
    return keptSamples.filter((keptSample) => keptSample !== undefined);
  });

/** Finds the resources that two sets of mappings translate differently. */
function changedResources(previous: Mappings, next: Mappings): ReadonlySet<string> {
  const [translations, nextTranslations] = [previous, next].map(({ documents }) => translationsOf(documents));
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
 * Judges stored evidence under other mappings: resources that both translate alike keep theirs, all others are unknown.
 */
export function storedAgain(
  evidence: StoredEvidence,
  previous: ComparedSubject,
  next: ComparedSubject,
): PairsAgain {
  const changed = changedResources(previous.mappings, next.mappings);
  const alike = evidence.observed.filter(({ resource }) => !changed.has(resource));
  const rules = { before: previous.rules, after: next.rules, now: clock.now() };
  const { observed, unclear } = judgeAgain(alike, rules);
  const unknown = evidence.observed.length - alike.length;
  return {
    before: evidence,
    after: { ...evidence, observed },
    open: changed,
    unknown: new Map(unknown === 0 ? [] : [[UNKNOWN, unknown]]),
    unclear,
  };
}
