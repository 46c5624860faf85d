import type { AlarmCondition } from './alarms';
import type { Health } from '../contract/journal';
import type { AmbiguousWrite } from './cutoverStore';
import type { Delivery } from './notices';
import { currentHold } from './stages/stageState';
import type { Standing } from './stages/decide';
import type { StoreMembers } from './members/memberStore';
import { renderStage } from './stages/stage';

/** Returns the alarm of a failing cutover store. */
export function storeFindings(health: Health): readonly AlarmCondition[] {
  if (health.ok) return [];
  const text = `the store of the cutover cannot be relied on (${health.reason}): v1 answers while it lives`;
  return [{ kind: 'store cutover', severity: 'critical', subject: '*', text, since: health.since }];
}

/** Returns the alarm of a channel (name of its setting) that accepts no notices. */
export function deliveryFindings(
  channel: string,
  { failingSince, deliveredAt, waiting }: Delivery,
): readonly AlarmCondition[] {
  if (failingSince === undefined) return [];
  const last =
    deliveredAt === undefined
      ? 'nothing delivered yet'
      : `last delivered ${new Date(deliveredAt).toISOString()}`;
  const text = `${channel} takes no notices: ${last}, waiting ${waiting}`;
  return [{ kind: 'notify', severity: 'warning', subject: '*', part: channel, text, since: failingSince }];
}

/** Returns an alarm if this process is cut off, and one for each other silent process. */
export function memberFindings({
  list,
  isCutOff,
}: Pick<StoreMembers, 'list' | 'isCutOff'>): readonly AlarmCondition[] {
  if (isCutOff()) {
    const text = 'the store was not reached for 5 s, others may have moved stages: v1 answers while it lives';
    return [{ kind: 'store cutover', severity: 'critical', subject: '*', text }];
  }
  return list()
    .filter(({ live }) => !live)
    .map(({ id, name }) => {
      const text = `the process ${name}, which shares the store, has ended or cannot reach it`;
      return { kind: 'member', severity: 'warning', subject: '*', part: id, text };
    });
}

const writesText = (count: number): string => (count === 1 ? 'a write' : `${count} writes`);

/** Words the open writes. Parts that a rate limit prevented are not ambiguous. */
function openText(writes: readonly AmbiguousWrite[]): string {
  const undone = writes.filter(({ found: foundText }) => foundText === 'not executed').length;
  const open = writes.length - undone;
  const texts = [
    ...(open === 0 ? [] : [`${writesText(open)} may have been executed`]),
    ...(undone === 0
      ? []
      : [`${writesText(undone)} of a change of several ${undone === 1 ? 'was' : 'were'} not executed`]),
  ];
  return texts.join(', and ');
}

/** Returns an alarm for each resource with open writes, which a person has to check. */
export function writeFindings(writes: readonly AmbiguousWrite[]): readonly AlarmCondition[] {
  const open = writes.filter(({ closed }) => closed === undefined);
  return [...new Set(open.map(({ resource }) => resource))].map((subject) => {
    const writesOfSubject = open.filter(({ resource }) => resource === subject);
    const since = Math.min(...writesOfSubject.map(({ at }) => at));
    const text = `${subject}: ${openText(writesOfSubject)}: see \`lifeboat writes\``;
    return { kind: 'writes', severity: 'warning', subject, text, since, announced: true };
  });
}

/** Facts about a resource that are not part of its state. */
interface Surroundings {
  /** True from the opening of its breaker to the next success of v2. */
  readonly failing: boolean;
  /** Renders a caller (fingerprint) for people. */
  readonly callerText: (caller: string) => string;
}

function stageFindings(
  resource: string,
  { state, broken }: Standing,
  failing: boolean,
  now: number,
): AlarmCondition[] {
  const { stage, killed, coolUntil, since } = state;
  const on = (
    kind: AlarmCondition['kind'],
    severity: AlarmCondition['severity'],
    text: string,
  ): AlarmCondition => ({
    kind,
    severity,
    subject: resource,
    text: `${resource} ${text}`,
  });
  const alarms: AlarmCondition[] = [];
  if (killed)
    alarms.push({ ...on('killed', 'critical', 'is killed: everything goes to v1'), announced: true });
  const asksV2 = stage.kind === 'canary' || stage.kind === 'v2';
  if (failing && !killed && (asksV2 || broken)) {
    const next = broken ? 'v1 answers instead' : 'the next request tries it';
    alarms.push(on('breaker', 'critical', `has its breaker open, as v2 keeps failing: ${next}`));
  }
  if (now < coolUntil && !asksV2) {
    const text = `went back to ${renderStage(stage)} by itself, as v2 failed: see \`lifeboat stage log\``;
    alarms.push({ ...on('back', 'critical', text), since, announced: true });
  }
  return alarms;
}

function overlayFindings(
  resource: string,
  { state }: Standing,
  { callerText }: Surroundings,
  now: number,
): AlarmCondition[] {
  const common = { severity: 'warning', subject: resource, announced: true } as const;
  const hold = currentHold(state, now);
  const heldFinding = hold && {
    ...common,
    kind: 'held' as const,
    text: `${resource} is held, nothing moves it forward: ${hold.reason}`,
  };
  // A pin to v2 tries a first seller; a pin to v1 would keep its caller there until the end of v1.
  const pins = [...state.pins]
    .filter(([, side]) => side === 'v1')
    .map(([caller, side]) => ({
      ...common,
      kind: 'pin' as const,
      part: caller,
      text: `${resource} has caller ${callerText(caller)} pinned to ${side}`,
    }));
  return heldFinding === undefined ? pins : [heldFinding, ...pins];
}

/** Returns the alarms of one resource that follow from its stage, holds and pins. */
export function findingsOf(
  resource: string,
  standing: Standing,
  surroundings: Surroundings,
  now: number,
): readonly AlarmCondition[] {
  const { state, sunset } = standing;
  if (sunset !== undefined && now < sunset) {
    return [
      ...stageFindings(resource, standing, surroundings.failing, now),
      ...overlayFindings(resource, standing, surroundings, now),
    ];
  }
  if (sunset === undefined || state.stage.kind === 'v2' || state.stage.kind === 'gone') return [];
  const text = `${resource} is set to ${renderStage(state.stage)}, but v1 has ended: v2 answers`;
  return [{ kind: 'sunset', severity: 'warning', subject: resource, text, since: sunset }];
}
