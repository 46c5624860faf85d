import { LRUCache } from 'lru-cache';
import { HOUR, type Served } from './traffic';
import type { SetAside } from '../stages/decide';

/** A caller whom v1 answers alone at a resource, because v2 refuses all of its requests there. */
interface Aside {
  readonly resource: string;
  readonly caller: string;
  /** Start of the stage in which v2 refused it, clock ms. */
  readonly stageSince: number;
  readonly why: string;
  /** Clock ms of its latest request, and from which on v2 is tried again. */
  latest: number;
  tryAt: number;
}

/** A resource at an instant. */
interface ResourceAt {
  readonly resource: string;
  readonly stageSince: number;
  readonly now: number;
}

/** Keeps the callers that v2 refuses altogether on v1, each alone, until v2 takes them again. */
export interface CallersAside {
  readonly begin: (served: Served, why: string, stageSince: number, now: number) => void;
  /** Takes note of a further request: what v2 answers as it should ends it. */
  readonly follow: (served: Served, now: number) => void;
  /** Returns the side that answers a caller; undefined for one that v2 does not refuse. */
  readonly of: (at: ResourceAt, caller: string) => SetAside | undefined;
  readonly named: (at: ResourceAt) => readonly (readonly [caller: string, why: string])[];
}

/** Signatures of refusals that are about the caller, not about its request. */
const ABOUT_CALLER: readonly string[] = ['unauthenticated', 'forbidden'];

export const isAboutCaller = (signature: string): boolean => ABOUT_CALLER.includes(signature);

/** Cap of the callers set aside. */
const MAX_CALLERS = 10_000;

/** Pause (ms) before v2 is tried again with a request of the caller, which v1 answers if v2 refuses it still. */
const TRIAL_PAUSE_MS = 30_000;

const isIn = ({ resource, stageSince, latest: latestAt }: Aside, at: ResourceAt): boolean =>
  resource === at.resource && stageSince === at.stageSince && at.now - latestAt < HOUR;

/** Creates it; nobody is set aside yet. */
export function createCallersAside(): CallersAside {
  const asides = new LRUCache<string, Aside>({ max: MAX_CALLERS });
  const idOf = (resource: string, caller: string): string => `${resource} ${caller}`;
  return {
    begin: ({ resource, caller, because }, why, stageSince, now) => {
      // Whom a person has sent to v2 stays there: he wants to see that.
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
      // A refusal by the rate limit does not say that v2 takes the caller again.
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
