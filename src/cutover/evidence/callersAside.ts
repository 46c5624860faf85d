import { LRUCache } from 'lru-cache';
import { HOUR, type Served } from './traffic';
import type { SetAside } from '../stages/decide';

/** Caller that only v1 answers at a resource, because v2 refuses all of its requests there. */
interface Aside {
  readonly resource: string;
  readonly caller: string;
  /** Start of the stage in which v2 refused it, clock ms. */
  readonly stageSince: number;
  readonly why: string;
  /** Clock ms of its latest request, and of the next trial on v2. */
  latest: number;
  tryAt: number;
}

/** Resource at an instant. */
interface ResourceAt {
  readonly resource: string;
  readonly stageSince: number;
  readonly now: number;
}

/** Keeps each caller that v2 always refuses on v1, until v2 accepts it again. */
export interface CallersAside {
  readonly begin: (served: Served, why: string, stageSince: number, now: number) => void;
  /** Records a further request: a good answer of v2 ends the exception. */
  readonly follow: (served: Served, now: number) => void;
  /** Returns the treatment of a caller; undefined for a caller that v2 does not refuse. */
  readonly of: (at: ResourceAt, caller: string) => SetAside | undefined;
  readonly named: (at: ResourceAt) => readonly (readonly [caller: string, why: string])[];
}

/** Signatures of refusals that concern the caller, not its request. */
const ABOUT_CALLER: readonly string[] = ['unauthenticated', 'forbidden'];

export const isAboutCaller = (signature: string): boolean => ABOUT_CALLER.includes(signature);

/** Maximum number of callers that are set aside. */
const MAX_CALLERS = 10_000;

/** Pause (ms) before a request of the caller tries v2 again, with v1 as fallback. */
const TRIAL_PAUSE_MS = 30_000;

const isIn = ({ resource, stageSince, latest: latestAt }: Aside, at: ResourceAt): boolean =>
  resource === at.resource && stageSince === at.stageSince && at.now - latestAt < HOUR;

/** Creates the exceptions, without any caller. */
export function createCallersAside(): CallersAside {
  const asides = new LRUCache<string, Aside>({ max: MAX_CALLERS });
  const idOf = (resource: string, caller: string): string => `${resource} ${caller}`;
  return {
    begin: ({ resource, caller, because }, why, stageSince, now) => {
      // A caller that a person has sent to v2 stays there, so that the person sees the result.
      if (because !== 'inCanary' && because !== 'stage') return;
      const tryAt = now + TRIAL_PAUSE_MS;
      asides.set(idOf(resource, caller), { resource, caller, stageSince, why, latest: now, tryAt });
    },
    follow: ({ resource, caller, side, failed, signature }, now) => {
      const id = idOf(resource, caller);
      const aside = asides.get(id);
      if (aside === undefined) return;
      aside.latest = now;
      if (side === 'v1') return;
      // A refusal by the rate limit does not prove that v2 accepts the caller again.
      if (failed || isAboutCaller(signature) || signature === 'rateLimited')
        aside.tryAt = now + TRIAL_PAUSE_MS;
      else asides.delete(id);
    },
    of: (at, caller) => {
      const aside = asides.size === 0 ? undefined : asides.peek(idOf(at.resource, caller));
      if (aside === undefined || !isIn(aside, at)) return undefined;
      return at.now < aside.tryAt ? 'v1' : 'trial';
    },
    named: (at) =>
      [...asides.values()]
        .filter((aside) => isIn(aside, at))
        .map(({ caller, why }) => [caller, `${why}: v1 answers it for now`] as const),
  };
}
