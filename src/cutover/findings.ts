import type { Finding } from './alarms';
import type { AmbiguousWrite } from './ambiguousWrite';
import type { Health } from './createHealth';
import { currentHold } from './currentHold';
import type { Standing } from './decide';
import { renderStage } from './renderStage';

/** What a store of the cutover that fails means. */
export function storeFindings(health: Health): readonly Finding[] {
  if (health.ok) return [];
  const text = `the store of the cutover cannot be relied on (${health.reason}): v1 answers while it lives`;
  return [{ kind: 'store cutover', severity: 'critical', subject: '*', text, since: health.since }];
}

/** Writes that a person has to look at, by resource. */
export function writeFindings(writes: readonly AmbiguousWrite[]): readonly Finding[] {
  const open = writes.filter(({ closed }) => closed === undefined);
  return [...new Set(open.map(({ resource }) => resource))].map((subject) => {
    const its = open.filter(({ resource }) => resource === subject);
    const since = Math.min(...its.map(({ at }) => at));
    const what = its.length === 1 ? 'a write' : `${its.length} writes`;
    const text = `${subject}: ${what} may have been executed, or may lack a part: see \`lifeboat writes\``;
    return { kind: 'writes', severity: 'warning', subject, text, since, announced: true };
  });
}

/** What is known beside how a resource stands. */
interface Surroundings {
  /** Since its breaker has opened. */
  readonly failing: boolean;
  /** A caller (fingerprint) as people know it. */
  readonly callerText: (caller: string) => string;
}

function stageFindings(
  resource: string,
  { state, broken }: Standing,
  failing: boolean,
  now: number,
): Finding[] {
  const { stage, killed, coolUntil, since } = state;
  const on = (kind: string, severity: Finding['severity'], text: string): Finding => ({
    kind,
    severity,
    subject: resource,
    text: `${resource} ${text}`,
  });
  const found: Finding[] = [];
  if (killed)
    found.push({ ...on('killed', 'critical', 'is killed: everything goes to v1'), announced: true });
  const asksV2 = stage.kind === 'canary' || stage.kind === 'v2';
  if (failing && (asksV2 || broken)) {
    const next = broken ? 'v1 answers instead' : 'the next request tries it';
    found.push(on('breaker', 'critical', `has its breaker open, as v2 keeps failing: ${next}`));
  }
  if (now < coolUntil && !asksV2) {
    const text = `went back to ${renderStage(stage)} by itself, as v2 failed: see \`lifeboat stage log\``;
    found.push({ ...on('back', 'critical', text), since, announced: true });
  }
  return found;
}

function overlayFindings(
  resource: string,
  { state }: Standing,
  { callerText }: Surroundings,
  now: number,
): Finding[] {
  const common = { severity: 'warning', subject: resource, announced: true } as const;
  const hold = currentHold(state, now);
  const held = hold && {
    ...common,
    kind: 'held',
    text: `${resource} is held, nothing moves it forward: ${hold.reason}`,
  };
  const pins = [...state.pins].map(([caller, side]) => ({
    ...common,
    kind: 'pin',
    part: caller,
    text: `${resource} has caller ${callerText(caller)} pinned to ${side}`,
  }));
  return held === undefined ? pins : [held, ...pins];
}

/** What is set of one resource, or has been done about it, that is not as it should be. */
export function findingsOf(
  resource: string,
  standing: Standing,
  surroundings: Surroundings,
  now: number,
): readonly Finding[] {
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
