import { shortHash } from '../compare/memberNames';
import {
  countEvidence,
  type JudgedEvidence,
  type LineOf,
  type Pattern,
  type PatternPart,
} from '../judge/judgedEvidence';
import { addEachCount, addToCount } from '../../contract/recent';
import { definedMembers } from '../../contract/result';
import type { ResolvedCauses } from '../judge/resolutions';
import type { ComparisonIssue } from './comparisonReport';
import {
  selectFewestGroups,
  type Group,
  createGroupFinder,
  groupCauses,
  type IssueCause,
  listMostFrequent,
  SEVERITIES,
  mostFrequentUnfit,
} from './issueGroups';
import { looksUntilProven } from '../judge/verdicts';
import { type PathCounts, pathEvidence, type LevelCounts } from '../judge/pathCounts';
import { NOISE_LEVELS } from '../judge/noiseLevels';
import {
  isForgotten,
  isRunOver,
  type KindCounts,
  type SampleReference,
  slicesUntil,
} from '../judge/kindCounts';

/** Most listed issues; requests that they do not explain are counted. */
const MAX_ISSUES = 200;

/** Fewest differences that a relation has to explain, all of them, to be shown. */
const MIN_RELATION_COUNT = 20;

const MAX_LISTED_CALLERS = 5;
const MAX_ALONGSIDE = 5;

/** All that a report is made from. */
export interface ReportContext {
  readonly ledger: JudgedEvidence;
  readonly alpha: number;
  readonly lineOf: LineOf | undefined;
  readonly resolved: Pick<ResolvedCauses, 'latestResolution' | 'listAgreements'>;
  /** Instant of the report, clock ms. */
  readonly now: number;
}

const earlierSample = (sample1: SampleReference, sample2: SampleReference) =>
  sample2.at < sample1.at ? sample2 : sample1;
const laterSample = (sample1: SampleReference, sample2: SampleReference) =>
  sample2.at > sample1.at ? sample2 : sample1;

const showSample = ({ id, at }: SampleReference) => ({ id, at: new Date(at).toISOString() });

function callersOf(patterns: readonly Pattern[]): ComparisonIssue['callers'] {
  const counts = new Map<string, number>();
  for (const { callers } of patterns) addEachCount(counts, callers);
  return listMostFrequent(counts, MAX_LISTED_CALLERS).map(([caller, requests]) => ({ caller, requests }));
}

function otherCauses(patterns: readonly Pattern[], isSelf: (patternPart: PatternPart) => boolean): string[] {
  const counts = new Map<string, number>();
  for (const { parts: patternParts, requests } of patterns) {
    for (const { kind, counts: path } of patternParts.filter((candidate) => !isSelf(candidate)))
      addToCount(counts, `${kind} at ${path.path}`, requests);
  }
  return listMostFrequent(counts, MAX_ALONGSIDE).map(([name]) => name);
}

const strongestLevel = ({ levels }: PathCounts): LevelCounts =>
  NOISE_LEVELS.map((level) => levels[level]).reduce((most, level) =>
    level.onlyV2 > most.onlyV2 ? level : most,
  );

function relationOf({ relations }: KindCounts): string | undefined {
  const { text, explained, of = 0 } = relations.summary() ?? {};
  return of >= MIN_RELATION_COUNT && explained === of ? text : undefined;
}

/** Returns the place of one cause, with its requests. */
const issuePlaceOf = ({ counts, kind }: IssueCause): ComparisonIssue['places'][number] => ({
  operation: counts.operation,
  path: counts.path,
  kind: kind.kind,
  requests: kind.requests,
});

/** Derives the id of an issue from its group's name, so that it is the same in the next report. */
const idOf = ({ name }: Group): string => shortHash(name);

/** Returns the latest resolution of a group that was seen again after it. */
function returnOf({ causes }: Group, { resolved }: ReportContext): ComparisonIssue['again'] {
  const resolutions = causes.flatMap(
    ({ counts: { operation, path }, kind: { kind } }) =>
      resolved.latestResolution({ operation, path, kind }) ?? [],
  );
  const [latestResolution] = resolutions.toSorted(
    (resolution1, resolution2) => resolution2.at - resolution1.at,
  );
  if (latestResolution === undefined) return undefined;
  const { at, by, reason } = latestResolution;
  return { at: new Date(at).toISOString(), by, reason };
}

/** Returns the state of a cause with its counts and the looks that are still needed. */
function proofOf({ counts, kind }: IssueCause, { ledger, alpha }: ReportContext) {
  const isProven = ledger.proven.has(counts);
  const isSettled = isProven || kind.kind === 'unavailable';
  const { onlyV2, onlyV1 } = strongestLevel(counts);
  const live = [...ledger.operations.values()].reduce((sum, { paths }) => sum + paths.size, 0);
  const state: ComparisonIssue['state'] = isProven ? 'regression' : 'undecided';
  return {
    state,
    evidence: pathEvidence(counts),
    onlyV2,
    onlyV1,
    morePairs: isSettled ? 0 : looksUntilProven({ onlyV2, onlyV1, v1: 0, v2: 0 }, live / alpha),
  };
}

/** Returns the requests of the longest present run of a group's causes, and those since its causes were seen last. */
function presenceOf(
  { causes }: Group,
  { ledger, now }: ReportContext,
): Pick<ComparisonIssue, 'present' | 'countedSince'> {
  const presences = causes.map(({ counts, kind: { kind, run, countedThen } }) => {
    const { seen: seenRequests = 0, resource = '' } = ledger.operations.get(counts.operation) ?? {};
    if (run === undefined || isRunOver(kind, run, seenRequests))
      return { requests: 0, of: 0, since: countEvidence(ledger, resource) - countedThen };
    if (isForgotten(kind, run, now)) return { requests: 0, of: 0, since: 0 };
    return { requests: run.times, of: seenRequests - run.first + 1, since: 0 };
  });
  const [{ requests, of } = { requests: 0, of: 0 }] = presences.toSorted(
    (presence1, presence2) => presence2.requests - presence1.requests,
  );
  return { present: { requests, of }, countedSince: Math.min(...presences.map(({ since }) => since)) };
}

/**
 * Makes the issue of a group of causes, by its first, which is its worst. `explainedCount` is the number of requests
 * that this group explains and no earlier one does; `isSelf` recognizes the parts of a pattern that belong to the group.
 */
function issueOf(
  group: Group,
  explainedCount: number,
  patterns: readonly Pattern[],
  isSelf: (patternPart: PatternPart) => boolean,
  context: ReportContext,
): ComparisonIssue {
  const { causes, line } = group;
  const [worstCause] = causes;
  const { counts, kind } = worstCause;
  const { operations } = context.ledger;
  const ownPatterns = patterns.filter(({ parts: patternParts }) => patternParts.some(isSelf));
  const patternRequests = ownPatterns.reduce((sum, { requests }) => sum + requests, 0);
  const { from, width, counts: slices } = slicesUntil(kind.times, context.now);
  const ownOperations = new Set(causes.map((cause) => cause.counts.operation));
  return definedMembers({
    id: idOf(group),
    operation: counts.operation,
    resource: operations.get(counts.operation)?.resource ?? '',
    path: counts.path,
    kind: kind.kind,
    severity: kind.severity,
    ...proofOf(worstCause, context),
    ...presenceOf(group, context),
    requests: causes.length === 1 ? kind.requests : patternRequests,
    of: [...ownOperations].reduce((sum, name) => sum + (operations.get(name)?.compared ?? 0), 0),
    explains: explainedCount,
    relation: relationOf(kind),
    unfit: mostFrequentUnfit(kind),
    line,
    places: causes.map(issuePlaceOf).toSorted((place1, place2) => place2.requests - place1.requests),
    again: returnOf(group, context),
    alongside: otherCauses(ownPatterns, isSelf),
    callers: callersOf(ownPatterns),
    first: showSample(causes.map((cause) => cause.kind.first).reduce(earlierSample)),
    latest: showSample(causes.map((cause) => cause.kind.latest).reduce(laterSample)),
    times: { from: new Date(from).toISOString(), seconds: width / 1000, counts: slices },
    smallest: showSample(kind.smallest),
  });
}

/** Lists the issues, severe before harmless and frequent before rare, and counts the requests they do not explain. */
export function listIssues(
  patterns: readonly Pattern[],
  context: ReportContext,
): { readonly issues: ComparisonIssue[]; readonly unexplained: number } {
  const groups = groupCauses(context, patterns);
  const groupOf = createGroupFinder(groups);
  const listedGroups = [...selectFewestGroups(groups, patterns, context.ledger)].slice(0, MAX_ISSUES);
  const isListed = new Set<Group | undefined>(listedGroups.map(([group]) => group));
  const unexplained = patterns.filter(
    ({ parts: patternParts }) => !patternParts.some((patternPart) => isListed.has(groupOf(patternPart))),
  );
  const rank = ({ severity }: ComparisonIssue): number => SEVERITIES.findIndex((level) => level === severity);
  return {
    issues: listedGroups
      .map(([group, explains]) =>
        issueOf(group, explains, patterns, (part) => groupOf(part) === group, context),
      )
      .toSorted((issue1, issue2) => rank(issue1) - rank(issue2) || issue2.requests - issue1.requests),
    unexplained: unexplained.reduce((sum, { requests }) => sum + requests, 0),
  };
}
