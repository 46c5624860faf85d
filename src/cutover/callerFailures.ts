import { LRUCache } from 'lru-cache';
import { Recent } from '../contract/recent';
import { type AlarmCondition, listed, MAX_NAMED } from './alarms';
import { type BadRow, KEY_REFUSED, OF_ONE_CALLER, SuddenRows } from './evidence/suddenRows';
import { HOUR, isPassing, type Served, SIDES } from './evidence/traffic';
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
const MOST_CALLERS = 10_000;

/** Pause (ms) before a request of a caller that was set aside tries v2 again, with v1 as fallback. */
const TRIAL_PAUSE_MS = 30_000;

/** Recognizes a refusal that concerns the caller, not its request. */
const isAboutCaller = (signature: string): boolean => signature === KEY_REFUSED || signature === 'forbidden';

/** Names all operations of a caller together. */
const ALL_OPERATIONS = '';

/** Returns the reason why v2 refuses all requests of a caller; undefined without one. */
function refusesAll({ operation, side, word, same }: Readonly<BadRow>): string | undefined {
  if (operation !== ALL_OPERATIONS || side === 'v1') return undefined;
  if (word === KEY_REFUSED) return 'its key is refused';
  return isAboutCaller(word) && same >= OF_ONE_CALLER ? `${same} refused in a row` : undefined;
}

/** Keeps each caller that v2 always refuses on v1, until v2 accepts it again. */
function createAsides() {
  const asides = new LRUCache<string, Aside>({ max: MOST_CALLERS });
  const idOf = (resource: string, caller: string): string => `${resource} ${caller}`;
  const isIn = (aside: Aside, at: ResourceAt): boolean =>
    aside.resource === at.resource && aside.stageSince === at.stageSince && at.now - aside.latest < HOUR;
  return {
    begin: ({ resource, caller, because }: Served, why: string, stageSince: number, now: number): void => {
      // A caller that a person has sent to v2 stays there, so that the person sees the result.
      if (because !== 'inCanary' && because !== 'stage') return;
      const tryAt = now + TRIAL_PAUSE_MS;
      asides.set(idOf(resource, caller), { resource, caller, stageSince, why, latest: now, tryAt });
    },
    /** Notes a further request: a good answer of v2 ends the exception. */
    follow: ({ resource, caller, side, failed, signature }: Served, now: number): void => {
      const aside = asides.size === 0 ? undefined : asides.get(idOf(resource, caller));
      if (aside === undefined) return;
      aside.latest = now;
      if (side === 'v1') return;
      // A refusal by the rate limit does not prove that v2 accepts the caller again.
      if (failed || isAboutCaller(signature) || signature === 'rateLimited')
        aside.tryAt = now + TRIAL_PAUSE_MS;
      else asides.delete(idOf(resource, caller));
    },
    of: (at: ResourceAt, caller: string): RefusedCallerTreatment | undefined => {
      const aside = asides.size === 0 ? undefined : asides.peek(idOf(at.resource, caller));
      if (aside === undefined || !isIn(aside, at)) return undefined;
      return at.now < aside.tryAt ? 'v1' : 'trial';
    },
    all: (at: ResourceAt): readonly Aside[] => [...asides.values()].filter((aside) => isIn(aside, at)),
  };
}

/** Creates the tracking of callers: one may be cut off while the overall error rate is good. */
export function createCallerFailures() {
  const answered = new Recent<string, true>(MOST_CALLERS);
  const rows = new SuddenRows('failures');
  const asides = createAsides();
  const countedAs = (served: Served): Served => {
    const { side, caller, failed, refused = false } = served;
    if (refused) return side === 'v2' && answered.get(caller) === true ? { ...served, failed: true } : served;
    if (!failed && answered.get(caller) === undefined) answered.set(caller, true);
    return served;
  };
  const count = (served: Served, stageSince: number, now: number): void => {
    const { resource, side, caller, failed, refused, signature } = served;
    if (!failed && !rows.has(resource)) return;
    const reason = refused === true ? signature : 'failed';
    const bad = failed ? reason : undefined;
    rows.end(resource, side === 'v1' ? 'v2' : 'v1', caller);
    rows.note({ resource, operation: served.operation, side, caller, bad }, now, stageSince);
    const row = rows.note({ resource, operation: ALL_OPERATIONS, side, caller, bad }, now, stageSince);
    const why = row && refusesAll(row);
    if (why !== undefined) asides.begin(served, why, stageSince, now);
  };
  return {
    /**
     * Records the end of a request and returns the counted request: a refusal by v2 is a failure if the caller was
     * answered before.
     */
    note: (servedRequest: Served, stageSince: number, now: number): Served => {
      if (servedRequest.caller === '') return servedRequest;
      const served = countedAs(servedRequest);
      asides.follow(served, now);
      const isLimit = served.signature === 'rateLimited' && !served.failed;
      if (!isLimit && !isPassing(served.signature)) count(served, stageSince, now);
      return served;
    },
    /** Marks callers as answered that an earlier process has answered: a key may be refused only since the restart. */
    recall: (callers: Iterable<string>): void => {
      for (const caller of callers) answered.set(caller, true);
    },
    /** Returns the treatment of a caller; undefined for a caller that v2 does not refuse. */
    setAside: asides.of,
    findings: (check: ResourceAt & { readonly callerText: (caller: string) => string }): AlarmCondition[] => {
      const { resource: subject, stageSince, now, callerText } = check;
      const alone = new Map(asides.all(check).map(({ caller, why }) => [caller, why]));
      const failing = rows
        .of(subject, now)
        .flat()
        .filter((row) => row.stageSince === stageSince && !(row.side === 'v2' && alone.has(row.caller)))
        .toSorted((row, nextRow) => nextRow.bad - row.bad);
      return SIDES.flatMap((side) => {
        const reasons = new Map<string, string>();
        if (side === 'v2')
          for (const [caller, why] of alone) reasons.set(caller, `${why}: v1 answers it for now`);
        for (const row of failing.filter((row) => row.side === side))
          reasons.set(row.caller, refusesAll(row) ?? reasons.get(row.caller) ?? `${row.bad} in a row`);
        if (reasons.size === 0) return [];
        const callers = Array.from(reasons, ([caller, why]) => `${callerText(caller)} (${why})`);
        const text = `${subject}: ${side} has failed the latest requests of ${listed(callers, MAX_NAMED)}`;
        return [{ kind: `callers ${side}` as const, severity: 'critical', subject, text }];
      });
    },
  };
}
