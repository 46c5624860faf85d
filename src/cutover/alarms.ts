import { MINUTE_MS } from '../contract/clock';
import type { Notice } from './notices';

/** Kinds of alarms without a further name; each has a rule in `alerts.yaml`. */
export const singleAlarmKinds = [
  ...(['failures v1', 'failures v2', 'callers v1', 'callers v2', 'refusals v1', 'refusals v2'] as const),
  ...(['slow v1', 'slow v2', 'waiting v1', 'waiting v2', 'fallbacks', 'breaker', 'back', 'sunset'] as const),
  ...(['store cutover', 'store comparison', 'store index', 'store journal', 'store usage'] as const),
  ...(['unavailable', 'regression', 'differing', 'writes', 'killed', 'held', 'pin'] as const),
  ...(['emptyCanary', 'late', 'member', 'uncaught', 'notify', 'events'] as const),
] as const;
type SingleAlarmKind = (typeof singleAlarmKinds)[number];

/** Kinds of alarms, with those that name an upstream or a reloaded subject. */
export type AlarmKind = SingleAlarmKind | `away ${string}` | `refused ${string}`;

/** Current finding of a source about something that is wrong. */
export interface AlarmCondition {
  /** Kind of alarm, e.g. `breaker`; kind, subject and part identify an alarm for as long as it lasts. */
  readonly kind: AlarmKind;
  /** Critical if clients are hurt, or if only v1 protects them. */
  readonly severity: 'warning' | 'critical';
  /** Resource concerned; `*` for all. */
  readonly subject: string;
  /** Distinguishes several alarms of one kind on one subject. */
  readonly part?: string;
  /** Sentence with names and counts, never values. */
  readonly text: string;
  /** Causes in words: each is notified once while the alarm lasts, even one that joins later. */
  readonly causes?: readonly string[];
  /** Start of the condition, clock ms, if the source knows it; otherwise the alarm starts when it is first seen. */
  readonly since?: number;
  /** True if another notice has announced it; then only its repeats and its end are notified. */
  readonly announced?: true;
}

/** Condition with the instant (clock ms) of its start. */
export interface Alarm extends AlarmCondition {
  readonly since: number;
  /** Name of the person who has seen the alarm, and when, clock ms. It is absent until somebody has. */
  readonly acknowledged?: { readonly by: string; readonly at: number };
}

/** Reports whether this kind of alarm is active for the subject, or for this part of it. */
export type AlarmActivityCheck = (kind: AlarmKind, subject: string, cause?: string) => boolean;

/** Collects all alarms: the one source for readiness, stage list, metrics, log and notices. */
export type Alarms = ReturnType<typeof createAlarms>;

/** Source of alarms that every check asks; `lasts` reports whether an alarm is active. */
type FindAlarms = (lasts: AlarmActivityCheck) => readonly AlarmCondition[];

interface Lasting {
  alarm: Alarm;
  /** Notified causes. */
  readonly told: Set<string>;
  /** True while no notice was sent, because another process notifies. */
  isUnsaid: boolean;
  repeats: number;
  repeatAt: number;
}

/** Pauses (ms) before a lasting alarm is notified again; the last pause repeats. */
const PAUSES_MS = [10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS, 1_440 * MINUTE_MS] as const;
const pauseAfter = (repeats: number): number =>
  PAUSES_MS[Math.min(repeats, PAUSES_MS.length - 1)] ?? MINUTE_MS;

const UNITS = [
  [1_440 * MINUTE_MS, 'd'],
  [60 * MINUTE_MS, 'h'],
  [MINUTE_MS, 'min'],
  [1_000, 's'],
] as const;

/** Renders a duration in whole units, e.g. `10 min`. */
function durationText(milliseconds: number): string {
  const [size, name] = UNITS.find(([least]) => milliseconds >= 2 * least) ?? [1_000, 's'];
  return `${Math.floor(milliseconds / size)} ${name}`;
}

/** Maximum number of causes that a sentence names, and of callers or operations. */
const NAMED_CAUSES = 3;
export const MAX_NAMED = 5;

/** Lists causes in a sentence, or other words, and counts those beyond a number. */
export function causeList(causes: readonly string[], most = NAMED_CAUSES): string {
  const more = causes.length > most ? `, and ${causes.length - most} more` : '';
  return causes.slice(0, most).join(', ') + more;
}

/** Returns the id of an alarm while it lasts. */
export const alarmId = (
  { kind, subject, part }: Pick<AlarmCondition, 'kind' | 'subject' | 'part'>,
  cause = part ?? '',
): string => `${kind} ${subject} ${cause}`;

/** Takes the causes that have joined an alarm since it was notified. */
function takeJoinedCauses({ told }: Lasting, { causes = [] }: AlarmCondition): readonly string[] {
  const joined = causes.filter((cause) => !told.has(cause));
  for (const cause of joined) told.add(cause);
  return joined;
}

/** Merges the findings of all sources. The first source to report a condition wins. */
function mergeFindings(lists: readonly (readonly AlarmCondition[])[]): ReadonlyMap<string, AlarmCondition> {
  const all = new Map<string, AlarmCondition>();
  for (const finding of lists.flat()) if (!all.has(alarmId(finding))) all.set(alarmId(finding), finding);
  return all;
}

/** Updates an alarm with the current finding of its source. Its acknowledgement ends if it gets worse. */
function renewAlarm(
  { since, acknowledged, severity }: Alarm,
  finding: AlarmCondition,
  hasJoined: boolean,
): Alarm {
  const isWorse = hasJoined || (severity === 'warning' && finding.severity === 'critical');
  return acknowledged === undefined || isWorse ? { ...finding, since } : { ...finding, since, acknowledged };
}

type AlarmNews = 'degraded' | 'acknowledged' | 'recovered';

function noticeOf(kind: AlarmNews, alarm: Alarm, text: string, at: number): Notice {
  const { severity, subject: resource } = alarm;
  return { kind, resource, id: `${alarmId(alarm)} ${at}`, at, severity, text };
}

/** Creates the record of an alarm that begins. An unsaid one was not notified. */
const newLastingAlarm = (alarm: Alarm, isUnsaid: boolean, now: number): Lasting => ({
  alarm,
  told: new Set(alarm.causes),
  isUnsaid,
  repeats: 0,
  repeatAt: now + pauseAfter(0),
});

/** Maximum delay (ms) of the notice of an alarm whose notifying member may have died. */
const TAKE_OVER_DELAY_MS = 20_000;

/**
 * Creates the alarms, without an active one. While `isNotifying` is false, another process notifies of the same alarms, and
 * this one only keeps them.
 */
export function createAlarms(
  now: () => number,
  notify: (notice: Notice) => void,
  isNotifying: () => boolean = () => true,
) {
  const watched: FindAlarms[] = [];
  const takenConditions = new Map<string, readonly AlarmCondition[]>();
  const lasting = new Map<string, Lasting>();
  const send = (kind: AlarmNews, alarm: Alarm, text: string): void => {
    if (isNotifying()) notify(noticeOf(kind, alarm, text, now()));
  };
  const beginAlarm = (alarm: Alarm): unknown => alarm.announced ?? send('degraded', alarm, alarm.text);
  const noteFinding = (id: string, finding: AlarmCondition): void => {
    const entry = lasting.get(id);
    if (entry === undefined) {
      const alarm = { ...finding, since: finding.since ?? now() };
      lasting.set(id, newLastingAlarm(alarm, !isNotifying(), now()));
      beginAlarm(alarm);
      return;
    }
    const joined = takeJoinedCauses(entry, finding);
    entry.alarm = renewAlarm(entry.alarm, finding, joined.length > 0);
    if (joined.length > 0) send('degraded', entry.alarm, `now also ${causeList(joined)}: ${finding.text}`);
    if (entry.isUnsaid && isNotifying()) {
      entry.isUnsaid = false;
      if (now() - entry.alarm.since <= TAKE_OVER_DELAY_MS) beginAlarm(entry.alarm);
    }
    if (now() < entry.repeatAt || entry.alarm.acknowledged !== undefined) return;
    entry.repeats += 1;
    entry.repeatAt = now() + pauseAfter(entry.repeats);
    send('degraded', entry.alarm, `still, for ${durationText(now() - entry.alarm.since)}: ${finding.text}`);
  };
  const checkSources = (): readonly Alarm[] => {
    const lasts: AlarmActivityCheck = (kind, subject, cause) =>
      lasting.has(alarmId({ kind, subject }, cause));
    const findings = mergeFindings([...watched.map((find) => find(lasts)), ...takenConditions.values()]);
    for (const [id, finding] of findings) noteFinding(id, finding);
    for (const [id, { alarm }] of [...lasting]) {
      if (findings.has(id)) continue;
      lasting.delete(id);
      send('recovered', alarm, `over after ${durationText(now() - alarm.since)}: ${alarm.text}`);
    }
    return [...lasting.values()].map(({ alarm }) => alarm);
  };
  return {
    /** Adds a source that every check asks for its findings. */
    addSource: (find: FindAlarms): void => void watched.push(find),
    /** Replaces the findings of a source that reports by itself. */
    replaceFindings: (source: string, findings: readonly AlarmCondition[]): void => {
      takenConditions.set(source, findings);
      checkSources();
    },
    /** Checks all sources, notifies of alarms that begin, last or end, and returns the active ones. */
    current: checkSources,
    /**
     * Records who has seen an active alarm, which is then not notified again until it ends or gets worse. False for an
     * ended alarm.
     */
    acknowledge: (id: string, by: string): boolean => {
      const lastingFinding = lasting.get(id);
      if (lastingFinding === undefined) return false;
      lastingFinding.alarm = { ...lastingFinding.alarm, acknowledged: { by, at: now() } };
      send('acknowledged', lastingFinding.alarm, `${by} has seen it: ${lastingFinding.alarm.text}`);
      return true;
    },
  };
}
