import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { ComparisonReport } from '../../comparison/report/comparisonReport';
import type { LineOf, Resolution } from '../../comparison/judge/judgedEvidence';
import { createAccounts, type Ended, withAccounts } from '../../comparison/keep/comparisonAccounts';
import { createComparisonJudge } from '../../comparison/judge/comparisonJudge';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Observed } from '../../comparison/keep/observation';
import { originsIn } from '../../mapping/explain/origins';
import { readServerUrl, type ServerPlace } from '../../config/postgresUrl';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { systemClock as clock } from '../../runtime/systemClock';
import type { Sample } from '../../comparison/keep/keptSample';
import { failure, type Result, success } from '../../contract/result';
import type { ComparisonRows } from '../../store/comparisonRows';
import { readKeptStore } from '../../store/keptStore';
import { reasonOf } from '../../runtime/files';
import { evidenceSubject } from '../../runtime/inputFiles';
import { translationsOf } from '../../mapping/yaml/mappingFile';
import { judgeAgain } from '../../comparison/judge/judgeAgain';
import type { ComparedSubject } from './comparedSubject';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import type { Upstream } from '../../gateway/upstream';
import { createPlayer, type Played, playExchange } from '../recording/playExchange';
import { hasSecret } from '../recording/chooseExchanges';

/** Observations that are judged together. */
export interface Evidence {
  readonly epoch: string;
  readonly observed: readonly Observed[];
  /** Outcomes of all served requests; absent: only the observations are known. */
  readonly ended?: Ended;
  /** Issues that were declared fixed; absent: none. */
  readonly resolutions?: readonly Resolution[];
  /** Instant (clock ms) from which observations count. */
  readonly since?: number | undefined;
  readonly budget?: number | undefined;
  /** False for a recorded v1: it cannot be asked a second time, so it is trusted. */
  readonly canAskAgain?: boolean;
}

/** Makes the report of observations, as a gateway with these agreed differences and mappings would. */
export function reportUnder(
  { rules, mappings }: { readonly rules: readonly IgnoreRule[]; readonly mappings: Mappings },
  { epoch, observed, ended, resolutions = [], since = -Infinity, budget, canAskAgain = true }: Evidence,
): ComparisonReport {
  const origins = originsIn(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const judge = createComparisonJudge({
    epoch,
    isCurrent: () => true,
    rules,
    canAskAgain,
    lineOf,
    resolutions,
  });
  for (const one of observed) if (one.at >= since) judge.add(one);
  const report = judge.report(clock.now(), budget);
  return ended === undefined ? report : withAccounts(report, createAccounts(ended));
}

/** Evidence of a store under the mappings at hand; if there is none, under the latest mapping of each resource. */
export interface StoredEvidence {
  readonly epoch: string;
  /** True if it is of other mappings, agreed differences or another version than those at hand. */
  readonly isForeign: boolean;
  readonly observed: readonly Observed[];
  /** Outcomes of all served requests, of any epoch. */
  readonly ended: Ended;
  readonly resolutions: readonly Resolution[];
}

async function readStore<Value>(
  at: string | ServerPlace,
  read: (comparison: ComparisonRows) => Promise<Value>,
): Promise<Result<Value, string>> {
  const name = typeof at === 'string' ? at : at.shown;
  if (at === name && !existsSync(at)) return failure(`${name} is not there`);
  try {
    return success(await read((await readKeptStore(at)).comparison));
  } catch (error) {
    return failure(`${name} cannot be read: ${reasonOf(error)}`);
  }
}

/** Reads the evidence that a store keeps, with or without a gateway that runs on it: the same as such a gateway has. */
export const readEvidence = (
  at: string | ServerPlace,
  { mappings, rules }: Pick<ComparedSubject, 'mappings' | 'rules'>,
): Promise<Result<StoredEvidence, string>> =>
  readStore(at, async ({ observed: ofEpochs, latest, ended, resolutions }) => {
    const epochs = evidenceSubject(mappings, rules).resources.map((resource) => resource.epoch);
    const own = await ofEpochs(epochs);
    const observed = own.length > 0 ? own : await latest();
    const isForeign = observed !== own && observed.length > 0;
    const epoch = isForeign ? [...new Set(observed.map((one) => one.epoch))].toSorted() : epochs;
    const rest = { ended: await ended(), resolutions: await resolutions() };
    return { epoch: epoch.join('-'), isForeign, observed, ...rest };
  });

/** Reads one pair that a store keeps; undefined when it has none with that id. */
export const readSample = (store: string, id: string): Promise<Result<Sample | undefined, string>> =>
  readStore(readServerUrl(store) ?? store, ({ sample }) => sample(id));

/** Reads those of several pairs that a store keeps; none when it cannot be read. */
export async function readSamples(
  at: string | ServerPlace,
  ids: readonly string[],
): Promise<readonly Sample[]> {
  const read = await readStore(at, async ({ sample }) => {
    const kept: Sample[] = [];
    for (const id of ids) {
      const one = await sample(id);
      if (one !== undefined) kept.push(one);
    }
    return kept;
  });
  return read.ok ? read.value : [];
}

/** The same pairs under two sets of mappings. */
export interface PairsAgain {
  readonly before: Evidence;
  readonly after: Evidence;
  /** Counts of pairs that the other mappings cannot be tried on, by reason and remedy. */
  readonly unknown: ReadonlyMap<string, number>;
  /** Resources whose evidence no longer applies; absent: none. */
  readonly open?: ReadonlySet<string>;
  /** Number of differences that only the values, which are not stored, could decide. */
  readonly unclear: number;
}

type Files = Pick<Mappings, 'documents'>;

/** Finds the resources that two sets of mappings translate differently. */
function changedResources(before: Files, after: Files): ReadonlySet<string> {
  const [one, other] = [translationsOf(before.documents), translationsOf(after.documents)];
  const all = [...one.keys(), ...other.keys()];
  return new Set(all.filter((resource) => !isDeepStrictEqual(one.get(resource), other.get(resource))));
}

/** Reason for a changed mapping: bodies are not stored, because they hold private values. */
const UNKNOWN =
  'its mapping changes, and what v2 said is not kept: `lifeboat record FILE`, then --recording FILE';

/** Judges stored evidence under other mappings: resources translated alike keep theirs, the rest is unknown. */
export function storedAgain(
  evidence: StoredEvidence,
  before: ComparedSubject,
  after: ComparedSubject,
): PairsAgain {
  const changed = changedResources(before.mappings, after.mappings);
  const alike = evidence.observed.filter(({ resource }) => !changed.has(resource));
  const rules = { before: before.rules, after: after.rules, now: clock.now() };
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

/** Creates an upstream that answers from a recording: each exchange gets its recorded answers, and nothing else. */
export function recordedUpstream(exchanges: readonly RecordedExchange[]): Upstream {
  const known = new Map(exchanges.map(({ id, v2 = [] }) => [id, v2]));
  return ({ requestId, method, path }) => {
    const found = known.get(requestId)?.find(({ asked }) => asked === `${method} ${path}`);
    // A call that was never recorded says nothing about v2; `unreachable` would.
    if (found === undefined) return Promise.resolve(failure({ kind: 'cancelled', sent: false }));
    const { status, headers, body } = found;
    return Promise.resolve(success({ status, headers, body: Buffer.from(body) }));
  };
}

/** Any key will do: nothing checks it. */
const AUTHORIZATION = 'Bearer recorded';

/**
 * Translates v2's recorded answers again and compares them with v1's: the observations that can be compared, by the id of
 * the exchange. Nothing is sent anywhere.
 */
async function observeAgain(
  exchanges: readonly RecordedExchange[],
  played: Played,
  epoch: string,
): Promise<ReadonlyMap<string, Observed>> {
  const player = createPlayer(recordedUpstream(exchanges), played);
  const { signal } = new AbortController();
  const parts = { ...player, epoch, signal, authorization: AUTHORIZATION };
  const observed = new Map<string, Observed>();
  for (const exchange of exchanges) {
    const one = await playExchange(exchange, parts);
    if (typeof one === 'object' && one.outcome === 'compared') observed.set(exchange.id, one);
  }
  return observed;
}

const EPOCH = 'recorded';

/** Explains why an exchange is unknown under any mappings; undefined when it can be compared. */
function whyUnknown(exchange: RecordedExchange): string | undefined {
  if (exchange.method !== 'GET') return 'a write is not sent again';
  if (hasSecret(exchange)) return 'it asked for a secret, which is not recorded';
  return exchange.v2 === undefined
    ? 'no answer of v2 is recorded: `lifeboat replay FILE --against URL --pairs FILE` asks for it'
    : undefined;
}

const evidenceOf = (observed: PairsAgain['before']['observed']) => ({
  ...{ epoch: EPOCH, observed },
  canAskAgain: false,
});

/** Translates recorded answers of v2 under both mappings; only exchanges that both can answer count. */
export async function recordedAgain(
  exchanges: readonly RecordedExchange[],
  { mappings: { operations: old }, rules: agreed }: ComparedSubject,
  { mappings: { operations }, rules }: ComparedSubject,
): Promise<PairsAgain> {
  const unknown = new Map<string, number>();
  const count = (why: string) => unknown.set(why, (unknown.get(why) ?? 0) + 1);
  const known = exchanges.filter((exchange) => {
    const why = whyUnknown(exchange);
    if (why !== undefined) count(why);
    return why === undefined;
  });
  const before = await observeAgain(known, { operations: old, rules: agreed }, EPOCH);
  const after = await observeAgain(known, { operations, rules }, EPOCH);
  const both = known.filter(({ id }) => {
    if (!before.has(id)) count('v2 did not answer, or not all of it is recorded');
    else if (!after.has(id)) count('the other mappings ask v2 for what is not recorded');
    return before.has(id) && after.has(id);
  });
  const under = (all: typeof before) => evidenceOf(both.flatMap(({ id }) => all.get(id) ?? []));
  return { before: under(before), after: under(after), unknown, unclear: 0 };
}
