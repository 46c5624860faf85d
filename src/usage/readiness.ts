import { DAY_MS } from '../contract/clock';
import { counted } from '../mapping/compile/ledger';
import type { UsedClient } from './usagePages';
import { dayOf, isOnV1, type UsageLine, type UsedTrait } from './usageLines';

/** The progress of a client on its way to v2. */
export type Readiness = 'moved' | 'can move' | 'has work' | 'unknown';

/** Readiness of a client, with the reason in one sentence. */
export interface ReadinessVerdict {
  readonly readiness: Readiness;
  readonly why: string;
  /** Instant of the latest request on a path of v1, clock ms. It is undefined if there was none in the period. */
  readonly latestOnV1: number | undefined;
}

/**
 * Days without a v1 request after which a client has moved; a trait that was not shown for so long has been given up.
 */
const SILENT_DAYS = 14;

/** Fewest v1 requests from which a client can be judged. */
const FEW_REQUESTS = 20;

/** Returns the traits of an operation that a client still showed in the last days in which it used v1. */
export function presentTraits({ traits }: UsageLine, latestOnV1: number): readonly UsedTrait[] {
  return traits.filter(({ latestDay }) => latestDay > dayOf(latestOnV1) - SILENT_DAYS);
}

/** True if an operation's requests have a body and none was read. */
type IsBlind = (line: UsageLine) => boolean;

/**
 * Judges a client. A single request can show work to do, but only FEW_REQUESTS whose bodies were read can show that
 * there is none.
 */
export function judgeReadiness(lines: readonly UsageLine[], isBlind: IsBlind, now: number): ReadinessVerdict {
  const onV1 = lines.filter(isOnV1);
  if (onV1.length === 0)
    return { readiness: 'moved', why: 'no v1 request in this period', latestOnV1: undefined };
  const latestOnV1 = Math.max(...onV1.map(({ latest: latestAt }) => latestAt));
  if (latestOnV1 <= now - SILENT_DAYS * DAY_MS) {
    const days = Math.floor((now - latestOnV1) / DAY_MS);
    return { readiness: 'moved', why: `no v1 request for ${counted(days, 'day')}`, latestOnV1 };
  }
  const traits = onV1.flatMap((line) => presentTraits(line, latestOnV1));
  if (traits.length > 0) {
    const why = `${counted(traits.length, 'thing')} to change`;
    return { readiness: 'has work', why, latestOnV1 };
  }
  const requests = onV1.reduce((sum, line) => sum + line.requests, 0);
  if (requests < FEW_REQUESTS)
    return { readiness: 'unknown', why: `only ${counted(requests, 'v1 request')} seen`, latestOnV1 };
  const blind = onV1.filter(isBlind).map(({ operation }) => operation);
  if (blind.length > 0)
    return { readiness: 'unknown', why: `no body of ${blind.join(', ')} was seen`, latestOnV1 };
  return { readiness: 'can move', why: 'all that it uses maps one to one', latestOnV1 };
}

export function countReadiness(clients: readonly UsedClient[]): Record<string, number> {
  const counts: Record<string, number> = { moved: 0, 'can move': 0, 'has work': 0, unknown: 0 };
  for (const { readiness } of clients)
    if (readiness !== undefined) counts[readiness] = (counts[readiness] ?? 0) + 1;
  return counts;
}
