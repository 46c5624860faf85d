import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { ComparisonReport } from '../../comparison/report/comparisonReport';
import type { LineOf, Resolution } from '../../comparison/judge/judgedEvidence';
import { createAccounts, type Ended, withAccounts } from '../../comparison/keep/comparisonAccounts';
import { createComparisonJudge } from '../../comparison/judge/comparisonJudge';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import type { Observed } from '../../comparison/keep/observed';
import { originsIn } from '../../mapping/explain/origins';
import type { Mappings } from '../../mapping/compile/loadMappings';
import { systemClock as clock } from '../../runtime/systemClock';
import type { Sample } from '../../comparison/keep/keptSample';
import { failure, type Result, success } from '../../contract/result';
import { openComparisonStore, type OpenedComparisonStore } from '../../store/openComparisonStore';
import { reasonOf } from '../../runtime/files';
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
  /** What became of everything served; absent: only what was observed is known. */
  readonly ended?: Ended;
  /** What was called mended; absent: nothing. */
  readonly resolutions?: readonly Resolution[];
  /** What was seen before does not count, clock ms. */
  readonly since?: number | undefined;
  readonly budget?: number | undefined;
  /** False for a recorded v1, which is taken at its word. */
  readonly canAskAgain?: boolean;
}

/** The report of observations, as a gateway with these agreed differences and mappings makes it. */
export function reportUnder(
  { rules, mappings }: { readonly rules: readonly IgnoreRule[]; readonly mappings: Mappings },
  { epoch, observed, ended, resolutions = [], since = -Infinity, budget, canAskAgain = true }: Evidence,
): ComparisonReport {
  const origins = originsIn(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const book = createComparisonJudge({
    epoch,
    isCurrent: () => true,
    rules,
    canAskAgain,
    lineOf,
    resolutions,
  });
  for (const one of observed) if (one.at >= since) book.add(one);
  const report = book.report(clock.now(), budget);
  return ended === undefined ? report : withAccounts(report, createAccounts(ended));
}

/** What a store knows of what was seen with the latest mapping of each resource. */
export interface StoredEvidence {
  readonly epoch: string;
  readonly observed: readonly Observed[];
  /** What became of everything served, of whatever epoch. */
  readonly ended: Ended;
  readonly resolutions: readonly Resolution[];
}

const NO_BOUNDS = { pairs: Infinity, age: Infinity };

async function readStore<Value>(
  file: string,
  read: (opened: OpenedComparisonStore) => Promise<Value>,
): Promise<Result<Value, string>> {
  // A file that is not there would be made.
  if (!existsSync(file)) return failure(`${file} is not there`);
  try {
    const opened = await openComparisonStore(file, NO_BOUNDS);
    try {
      return success(await read(opened));
    } finally {
      await opened.close();
    }
  } catch (error) {
    return failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
}

/** Reads the evidence that a store keeps, with or without a gateway that runs on it. */
export const readEvidence = (file: string): Promise<Result<StoredEvidence, string>> =>
  readStore(file, async ({ store, latest, resolutions }) => {
    const observed = await latest();
    const epoch = [...new Set(observed.map((one) => one.epoch))].toSorted().join('-');
    return { epoch, observed, ended: await store.ended(), resolutions: await resolutions() };
  });

/** Reads one pair that a store keeps; undefined where it keeps none of that id. */
export const readSample = (file: string, id: string): Promise<Result<Sample | undefined, string>> =>
  readStore(file, ({ store }) => store.sample(id));

/** The same pairs as two sets of mappings make them. */
export interface PairsAgain {
  readonly before: Evidence;
  readonly after: Evidence;
  /** Pairs of which it is not known what the other mappings would make, by why, and by how that is found out. */
  readonly unknown: ReadonlyMap<string, number>;
  /** Resources of which nothing is known any more; absent: none. */
  readonly open?: ReadonlySet<string>;
  /** Differences of agreed values that only the values could judge. */
  readonly unclear: number;
}

type Files = Pick<Mappings, 'documents'>;

/** The resources that two sets of mappings do not translate alike. */
function changedResources(before: Files, after: Files): ReadonlySet<string> {
  const [one, other] = [translationsOf(before.documents), translationsOf(after.documents)];
  const all = [...one.keys(), ...other.keys()];
  return new Set(all.filter((resource) => !isDeepStrictEqual(one.get(resource), other.get(resource))));
}

/** Bodies are not kept, so that nothing private is. */
const UNKNOWN =
  'its mapping changes, and what v2 said is not kept: `lifeboat record FILE`, then --recording FILE';

/** What is kept under other mappings: what they translate alike stands, of the rest nothing can be said. */
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

/** v2 as a recording knows it: what it answered for an exchange then it answers again, and nothing else can be asked. */
export function recordedUpstream(exchanges: readonly RecordedExchange[]): Upstream {
  const known = new Map(exchanges.map(({ id, v2 = [] }) => [id, v2]));
  return ({ requestId, method, path }) => {
    const found = known.get(requestId)?.find(({ asked }) => asked === `${method} ${path}`);
    // What was never asked says nothing about v2: `unreachable` would.
    if (found === undefined) return Promise.resolve(failure({ kind: 'cancelled', sent: false }));
    const { status, headers, body } = found;
    return Promise.resolve(success({ status, headers, body: Buffer.from(body) }));
  };
}

/** Any: nothing checks it. */
const AUTHORIZATION = 'Bearer recorded';

/**
 * Translates what v2 answered then once more and holds it against what v1 answered: what can be compared, by the id of
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

/** Why nothing can be said of an exchange, whatever the mappings; undefined where something can. */
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

/** Translates recorded answers of v2 under both mappings; what counts is what both can answer. */
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
