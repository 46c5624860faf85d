import type { AlarmCondition, AlarmKind } from './alarms';
import type { Health } from '../contract/journal';
import type { AmbiguousWrite } from './cutoverStore';
import type { Delivery } from './notices';
import { currentHold } from './stages/stageState';
import type { Standing } from './stages/decide';
import type { StoreMembers } from './members/memberStore';
import { renderStage } from './stages/stage';

const createConditionMaker =
  (severity: AlarmCondition['severity']) =>
  (kind: AlarmKind, subject: string, text: string, more: Partial<AlarmCondition> = {}): AlarmCondition => ({
    kind,
    severity,
    subject,
    text,
    ...more,
  });
const [warning, critical] = [createConditionMaker('warning'), createConditionMaker('critical')];

/** Names each store, how bad its failure is, and what happens meanwhile. */
const STORES = {
  cutover: { of: 'the cutover', finding: critical, meanwhile: 'v1 answers while it lives' },
  usage: { of: 'usage', finding: warning, meanwhile: 'counts wait in memory' },
  comparison: { of: 'the comparison', finding: warning, meanwhile: 'evidence waits in memory' },
} as const;

/** Returns the alarm of a failing store. */
export function storeFindings(store: keyof typeof STORES, health: Health): readonly AlarmCondition[] {
  if (health.ok) return [];
  const { of, finding, meanwhile } = STORES[store];
  const text = `the store of ${of} cannot be relied on (${health.reason}): ${meanwhile}`;
  return [finding(`store ${store}`, '*', text, { since: health.since })];
}

/** Returns the alarm of a channel (name of its setting) that accepts no notices, or no events. */
export function deliveryFindings(
  channel: string,
  { failingSince, deliveredAt, waiting }: Delivery,
  kind: 'notify' | 'events' = 'notify',
): readonly AlarmCondition[] {
  if (failingSince === undefined) return [];
  const last =
    deliveredAt === undefined
      ? 'nothing delivered yet'
      : `last delivered ${new Date(deliveredAt).toISOString()}`;
  const what = kind === 'notify' ? 'notices' : kind;
  const text = `${channel} takes no ${what}: ${last}, waiting ${waiting}`;
  return [warning(kind, '*', text, { part: channel, since: failingSince })];
}

/** Returns an alarm if this process is cut off. Otherwise those of other processes, and of silent ones. */
export function memberFindings({
  list,
  isCutOff,
}: Pick<StoreMembers, 'list' | 'isCutOff'>): readonly AlarmCondition[] {
  if (isCutOff()) {
    const text = 'the store was not reached for 5 s, others may have moved stages: v1 answers while it lives';
    return [critical('store cutover', '*', text)];
  }
  return list().flatMap(({ id, name, live, alarms }) => {
    if (live) return alarms.map((alarm) => ({ ...alarm, text: `${alarm.text} (at ${name})` }));
    const text = `the process ${name}, which shares the store, has ended or cannot reach it`;
    return [warning('member', '*', text, { part: id })];
  });
}

const writesText = (count: number): string => (count === 1 ? 'a write' : `${count} writes`);

/** Words the open writes. Parts that a rate limit prevented are not ambiguous. */
function openWritesText(writes: readonly AmbiguousWrite[]): string {
  const undone = writes.filter(({ found: foundText }) => foundText === 'not executed').length;
  const open = writes.length - undone;
  const was = undone === 1 ? 'was' : 'were';
  return [
    ...(open === 0 ? [] : [`${writesText(open)} may have been executed`]),
    ...(undone === 0 ? [] : [`${writesText(undone)} of a change of several ${was} not executed`]),
  ].join(', and ');
}

/** Returns an alarm for each resource with open writes, which a person has to check. */
export function writeFindings(writes: readonly AmbiguousWrite[]): readonly AlarmCondition[] {
  const open = Map.groupBy(
    writes.filter(({ closed }) => closed === undefined),
    ({ resource }) => resource,
  );
  return Array.from(open, ([subject, its]) =>
    warning('writes', subject, `${subject}: ${openWritesText(its)}: see \`lifeboat writes\``, {
      since: Math.min(...its.map(({ at }) => at)),
      announced: true,
    }),
  );
}

interface Surroundings {
  /** True from the opening of its breaker to the next success of v2. */
  readonly failing: boolean;
  /** Renders a caller (fingerprint) for people. */
  readonly callerText: (caller: string) => string;
}

/** Returns the alarms of one resource that follow from its stage, holds and pins while v1 lives. */
function standingFindings(
  resource: string,
  { state, broken }: Standing,
  { failing, callerText }: Surroundings,
  now: number,
): readonly AlarmCondition[] {
  const { stage, killed, coolUntil, since } = state;
  const asksV2 = stage.kind === 'canary' || stage.kind === 'v2';
  const hold = currentHold(state, now);
  const next = broken ? 'v1 answers instead' : 'the next request tries it';
  const back = `went back to ${renderStage(stage)} by itself, as v2 failed: see \`lifeboat stage log\``;
  const announced = { announced: true } as const;
  const rules = [
    { is: killed, has: critical('killed', resource, 'is killed: everything goes to v1', announced) },
    {
      is: failing && !killed && (asksV2 || broken),
      has: critical('breaker', resource, `has its breaker open, as v2 keeps failing: ${next}`),
    },
    { is: now < coolUntil && !asksV2, has: critical('back', resource, back, { since, ...announced }) },
    {
      is: hold !== undefined,
      has: warning('held', resource, `is held, nothing moves it forward: ${hold?.reason}`, announced),
    },
    // A pin to v2 tries a first seller; a pin to v1 would keep its caller there until the end of v1.
    ...Array.from(state.pins, ([caller, side]) => ({
      is: side === 'v1',
      has: warning('pin', resource, `has caller ${callerText(caller)} pinned to ${side}`, {
        part: caller,
        ...announced,
      }),
    })),
  ];
  return rules.filter(({ is }) => is).map(({ has }) => ({ ...has, text: `${resource} ${has.text}` }));
}

/** Returns the alarms of one resource that follow from its stage, holds, pins and the end of v1. */
export function findingsOf(
  resource: string,
  standing: Standing,
  surroundings: Surroundings,
  now: number,
): readonly AlarmCondition[] {
  const { state, sunset } = standing;
  if (sunset !== undefined && now < sunset) return standingFindings(resource, standing, surroundings, now);
  if (sunset === undefined || state.stage.kind === 'v2' || state.stage.kind === 'gone') return [];
  const text = `${resource} is set to ${renderStage(state.stage)}, but v1 has ended: v2 answers`;
  return [warning('sunset', resource, text, { since: sunset })];
}
