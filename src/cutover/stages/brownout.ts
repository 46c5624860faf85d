import { DAY_MS, HOUR_MS } from '../../contract/clock';
/** Planned time before the end of v1 in which v1 requests are refused. */
export interface Brownout {
  /** Id in the log, made of the resources and the start. */
  readonly id: string;
  /** Clock ms; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Names or fingerprints of keys. */
  readonly clients: 'all' | readonly string[];
  readonly except: readonly string[];
  readonly resources: 'all' | readonly string[];
  /** Percentage of refused clients, above 0 to 100; a larger share contains every smaller one. */
  readonly percent: number;
  readonly status: 503 | 410;
}

/** State of v1's retirement, folded from its events. */
export interface RetirementState {
  /** Past phases of brownouts: id and phase. */
  readonly phases: ReadonlySet<string>;
  /** Callers (fingerprint) with the instant (clock ms) before which no brownout refuses them. */
  readonly extended: ReadonlyMap<string, number>;
  /** Callers for which v1 has ended. */
  readonly retired: ReadonlySet<string>;
}

export const notRetired: RetirementState = { phases: new Set(), extended: new Map(), retired: new Set() };

/** Phase of a brownout: announced a week, a day and an hour before, started, ended or stopped. */
export const BROWNOUT_PHASES = ['week', 'day', 'hour', 'began', 'ended', 'stopped'] as const;
export type BrownoutPhase = (typeof BROWNOUT_PHASES)[number];

/** Names a phase of a brownout in the state. */
export const phaseOf = (id: string, phase: BrownoutPhase): string => `${id} ${phase}`;

/** Brownouts and extensions that apply to a resource, with clients by fingerprint. */
export interface Retirement extends Pick<RetirementState, 'extended' | 'retired'> {
  /** Brownouts that were not stopped. */
  readonly brownouts: readonly Brownout[];
}

/** Reports whether a caller is in a share of all callers, in percent. */
export type IsIn = (caller: string, percent: number) => boolean;

/** End of v1 for a request: for good, or until an instant. */
export type EndedV1 =
  | { readonly because: 'retired' }
  | ({ readonly because: 'brownout'; readonly until: number } & Pick<Brownout, 'id' | 'status'>);

/** Reports whether a brownout is meant for a caller. */
const isRefusedBy = (
  { clients, except, percent }: Brownout,
  caller: string | undefined,
  isIn: IsIn,
): boolean => {
  // A request without a key belongs to all clients, but to no share of them.
  if (caller === undefined) return clients === 'all' && percent === 100;
  if (except.includes(caller) || (clients !== 'all' && !clients.includes(caller))) return false;
  return percent === 100 || isIn(caller, percent);
};

/** Reports whether a brownout, while in force, refuses a caller (fingerprint) with no extension up to its start. */
export function isRefusedNow(
  { extended }: Pick<Retirement, 'extended'>,
  brownout: Brownout,
  caller: string | undefined,
  isIn: IsIn,
): boolean {
  const until = caller === undefined ? undefined : extended.get(caller);
  return (until === undefined || brownout.from >= until) && isRefusedBy(brownout, caller, isIn);
}

/** Returns why a caller's v1 request is refused at an instant (clock ms). Returns undefined without a reason. Pure. */
export function findEnd(
  { brownouts, extended, retired }: Retirement,
  caller: string | undefined,
  now: number,
  isIn: IsIn,
): EndedV1 | undefined {
  const hasTime = caller !== undefined && now < (extended.get(caller) ?? 0);
  if (hasTime) return undefined;
  if (caller !== undefined && retired.has(caller)) return { because: 'retired' };
  for (const brownout of brownouts) {
    const { id, from, to: until, status } = brownout;
    if (now >= from && now < until && isRefusedBy(brownout, caller, isIn))
      return { because: 'brownout', id, until, status };
  }
  return undefined;
}

/** Announcements with their lead (ms), the nearest last; a late one is skipped if a nearer one is due. */
const ANNOUNCED: readonly (readonly [BrownoutPhase, number])[] = [
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
];

/** Returns the due phase that is not noted yet. Returns undefined without one. */
export function duePhase({ id, from, to }: Brownout, { phases }: RetirementState, now: number) {
  const isNoted = (phase: BrownoutPhase): boolean => phases.has(phaseOf(id, phase));
  if (isNoted('stopped')) return undefined;
  if (now >= to) return isNoted('began') && !isNoted('ended') ? 'ended' : undefined;
  if (now >= from) return isNoted('began') ? undefined : 'began';
  const due = ANNOUNCED.findLast(([, leadMs]) => now >= from - leadMs)?.[0];
  return due === undefined || isNoted(due) ? undefined : due;
}
