import { HOUR_MS } from '../contract/clock';
import { LRUCache } from 'lru-cache';
import { Recent } from '../contract/recent';
import { type AlarmCondition, causeList, MAX_NAMED } from './alarms';
import { type BadStreak, KEY_REFUSED, CALLER_STREAK, SuddenStreaks } from './evidence/suddenStreaks';
import { isOwnFailure, type ServedRequest, SIDES } from './evidence/traffic';
import type { RefusedCallerTreatment } from './stages/decide';

/** Resource at an instant (clock ms), in the stage that started at another. */
export interface ResourceAt {
  readonly resource: string;
  readonly stageSince: number;
  readonly now: number;
}

/** Caller that only v1 answers at a resource, because v2 refuses all of its requests there. */
interface Aside extends Omit<ResourceAt, 'now'> {
  readonly caller: string;
  readonly why: string;
  /** Clock ms of its latest request, and of the next trial on v2. */
  latest: number;
  tryAt: number;
}

/** Maximum number of callers that are remembered as answered, and of those that are set aside. */
const MAX_CALLERS = 10_000;

/** Pause (ms) before a request of a caller that was set aside tries v2 again, with v1 as fallback. */
const TRIAL_PAUSE_MS = 30_000;

/** Recognizes a refusal that concerns the caller, not its request. */
const isAboutCaller = (signature: string): boolean => signature === KEY_REFUSED || signature === 'forbidden';

/** Names all operations of a caller together. */
const ALL_OPERATIONS = '';

/** Returns the reason why v2 refuses all requests of a caller. Returns undefined without one. */
function refusalReason({ operation, side, word, same }: Readonly<BadStreak>): string | undefined {
  if (operation !== ALL_OPERATIONS || side === 'v1') return undefined;
  if (word === KEY_REFUSED) return 'its key is refused';
  return isAboutCaller(word) && same >= CALLER_STREAK ? `${same} refused in a row` : undefined;
}

/** Returns the reason why a caller is named. An earlier one stays, unless all its requests are refused. */
const reasonToName = (streak: Readonly<BadStreak>, earlierReason: string | undefined): string =>
  refusalReason(streak) ?? earlierReason ?? `${streak.bad} in a row`;

/** Keeps each caller that v2 always refuses on v1, until v2 accepts it again. */
function createSetAsideCallers() {
  // By size: with a number of entries it would make room for all of them at once, of which hardly one ever comes.
  const asides = new LRUCache<string, Aside>({ maxSize: MAX_CALLERS, sizeCalculation: () => 1 });
  const asideId = (resource: string, caller: string): string => `${resource} ${caller}`;
  const isInForce = (aside: Aside, at: ResourceAt): boolean =>
    aside.resource === at.resource && aside.stageSince === at.stageSince && at.now - aside.latest < HOUR_MS;
  return {
    /** Sets a caller aside: v1 answers it from now on. */
    setAside: (
      { resource, caller, because }: ServedRequest,
      why: string,
      stageSince: number,
      now: number,
    ): void => {
      // A caller that a person has sent to v2 stays there, so that the person sees the result.
      if (because !== 'inCanary' && because !== 'stage') return;
      const tryAt = now + TRIAL_PAUSE_MS;
      asides.set(asideId(resource, caller), { resource, caller, stageSince, why, latest: now, tryAt });
    },
    /** Notes a further request: a good answer of v2 ends the exception. */
    noteNext: ({ resource, caller, side, failed, signature }: ServedRequest, now: number): void => {
      const aside = asides.size === 0 ? undefined : asides.get(asideId(resource, caller));
      if (aside === undefined) return;
      aside.latest = now;
      if (side === 'v1') return;
      // A refusal by the rate limit does not prove that v2 accepts the caller again.
      if (failed || isAboutCaller(signature) || signature === 'rateLimited')
        aside.tryAt = now + TRIAL_PAUSE_MS;
      else asides.delete(asideId(resource, caller));
    },
    /** Returns the treatment of a caller that is set aside: v1 until its next trial, otherwise a trial. */
    treatmentOf: (at: ResourceAt, caller: string): RefusedCallerTreatment | undefined => {
      const aside = asides.size === 0 ? undefined : asides.peek(asideId(at.resource, caller));
      if (aside === undefined || !isInForce(aside, at)) return undefined;
      return at.now < aside.tryAt ? 'v1' : 'trial';
    },
    listAsides: (at: ResourceAt): readonly Aside[] =>
      [...asides.values()].filter((aside) => isInForce(aside, at)),
  };
}

/** Creates the tracking of callers: one may be cut off while the overall error rate is good. */
export function createCallerFailures() {
  const answered = new Recent<string, true>(MAX_CALLERS);
  const streaks = new SuddenStreaks('failures');
  const asides = createSetAsideCallers();
  /** Turns v2's refusal of a known caller into a failure, and remembers answered callers. */
  const countedRequest = (served: ServedRequest): ServedRequest => {
    const { side, caller, failed, refused = false } = served;
    if (refused) return side === 'v2' && answered.get(caller) === true ? { ...served, failed: true } : served;
    if (!failed && answered.get(caller) === undefined) answered.set(caller, true);
    return served;
  };
  const countRequest = (request: ServedRequest, stageSince: number, now: number): void => {
    const { resource, side, caller, failed, refused, signature } = request;
    if (!failed && !streaks.hasResource(resource)) return;
    const reason = refused === true ? signature : 'failed';
    const bad = failed ? reason : undefined;
    streaks.endStreaks(resource, side === 'v1' ? 'v2' : 'v1', caller);
    streaks.count({ resource, operation: request.operation, side, caller, bad }, now, stageSince);
    const streak = streaks.count({ resource, operation: ALL_OPERATIONS, side, caller, bad }, now, stageSince);
    const why = streak && refusalReason(streak);
    if (why !== undefined) asides.setAside(request, why, stageSince, now);
  };
  return {
    /**
     * Records the end of a request and returns the counted request: a refusal by v2 is a failure if the caller was
     * answered before.
     */
    noteRequest: (servedRequest: ServedRequest, stageSince: number, now: number): ServedRequest => {
      if (servedRequest.caller === '') return servedRequest;
      const served = countedRequest(servedRequest);
      asides.noteNext(served, now);
      const isLimit = served.signature === 'rateLimited' && !served.failed;
      if (!isLimit && !isOwnFailure(served.signature)) countRequest(served, stageSince, now);
      return served;
    },
    /** Marks callers as answered that an earlier process has answered: a key may be refused only since the restart. */
    markAnswered: (callers: Iterable<string>): void => {
      for (const caller of callers) answered.set(caller, true);
    },
    /** Returns the treatment of a caller. Returns undefined for a caller that v2 does not refuse. */
    setAside: asides.treatmentOf,
    /** Lists the alarms for callers whose latest requests a side has failed. */
    listFindings: (
      check: ResourceAt & { readonly callerText: (caller: string) => string },
    ): AlarmCondition[] => {
      const { resource: subject, stageSince, now, callerText } = check;
      const alone = new Map(asides.listAsides(check).map(({ caller, why }) => [caller, why]));
      const failing = streaks
        .alarmingStreaks(subject, now)
        .flat()
        .filter((streak) => streak.stageSince === stageSince)
        .filter(({ side, caller }) => side !== 'v2' || !alone.has(caller))
        .toSorted((streak, nextStreak) => nextStreak.bad - streak.bad);
      return SIDES.flatMap((side) => {
        const reasons = new Map<string, string>();
        if (side === 'v2')
          for (const [caller, why] of alone) reasons.set(caller, `${why}: v1 answers it for now`);
        for (const streak of failing.filter((streak) => streak.side === side))
          reasons.set(streak.caller, reasonToName(streak, reasons.get(streak.caller)));
        if (reasons.size === 0) return [];
        const callers = Array.from(reasons, ([caller, why]) => `${callerText(caller)} (${why})`);
        const text = `${subject}: ${side} has failed the latest requests of ${causeList(callers, MAX_NAMED)}`;
        return [{ kind: `callers ${side}` as const, severity: 'critical', subject, text }];
      });
    },
  };
}
