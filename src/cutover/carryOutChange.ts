import {
  type ChangeOutcome,
  type ChangeRequest,
  type ManualChange,
  refuseChange,
} from './stages/changeRequest';
import {
  ALL,
  type Change,
  type ChangeCause,
  forwardSchema,
  isRetiring,
  subjectText,
} from './stages/stageEvent';
import type { FoundCaller } from './callerNames';
import { LIFEBOAT } from './stages/mover';
import type { WriteResult } from './stages/stageLog';
import { directionOf, type CutoverState } from './stages/stageState';
import type { Components } from './cutoverComponents';
import { renderStage, type Stage } from './stages/stage';

type Refused = Extract<ChangeOutcome, { ok: false }>;

/** Returns the stage that a change puts in force. Returns undefined if it changes no stage. */
function changedStage({ log }: Components, { resource, change }: ChangeRequest): Stage | undefined {
  if (change.kind === 'move') return change.to;
  const { stage, killed } = log.state(resource);
  return change.kind === 'release' && killed ? stage : undefined;
}

/** Refuses a change that is not permitted now, is unconfirmed or fails the gate. Returns undefined if it may be made. */
function refuseRequest(
  components: Components,
  request: ChangeRequest,
  state: CutoverState,
): Refused | undefined {
  const { resource, force, confirm } = request;
  const refused = refuseChange(request, state, components.now());
  if (refused !== undefined) return { ok: false, ...refused };
  const stage = changedStage(components, request);
  if (stage === undefined) return undefined;
  if (stage.kind === 'gone' && confirm !== resource) {
    const sentence = `at gone every request of ${resource} gets a 410: confirm it with the name of the resource`;
    return { ok: false, why: 'unconfirmed', sentence };
  }
  const gate = components.gate(resource, stage);
  if (gate === undefined || !gate.forward || force === true) return undefined;
  const { judgement, from, to } = gate;
  if (judgement.verdict === 'ready') return undefined;
  const missing = judgement.conditions.filter(({ outlook }) => outlook !== 'passed');
  const why = missing.map((condition) => condition.sentence).join('; ');
  const sentence = `${resource} from ${renderStage(from)} to ${renderStage(to)}: the gate is not passed (${why}); force moves it all the same`;
  return { ok: false, why: 'gate', sentence, judgement };
}

/** Returns all callers that were seen or are pinned at any resource. */
export function knownCallers({ subject, usage, log }: Components): ReadonlySet<string> {
  const names = subject().resources.map(({ name }) => name);
  return new Set(
    names.flatMap((name) => [...usage.usageOf(name).callers.keys(), ...log.state(name).pins.keys()]),
  );
}

/** Replaces the caller that a person named by its fingerprint. */
function resolveCaller(
  components: Components,
  change: ManualChange,
): { readonly ok: true; readonly change: ManualChange } | Extract<FoundCaller, { ok: false }> {
  if (!('caller' in change)) return { ok: true, change };
  const foundCaller = components.names.find(change.caller, knownCallers(components));
  return foundCaller.ok ? { ok: true, change: { ...change, caller: foundCaller.caller } } : foundCaller;
}

/** Answers a person once all processes obey the change, or with the reason against it. */
async function reportChange(
  { journal, log, members }: Components,
  writeResult: WriteResult,
  { resource, safer }: { readonly resource: string; readonly safer: boolean },
) {
  if (writeResult === 'overtaken') {
    const sentence = `${subjectText(resource)} has been changed by another process meanwhile: look at it again`;
    return { ok: false, why: 'overtaken', sentence } as const;
  }
  const isKept = writeResult === 'stored';
  if (!isKept) journal.onError(new Error('a change could not be written'));
  if (!isKept && !safer) {
    const sentence = 'the change cannot be written down, so it is not made';
    return { ok: false, why: 'storeFailed', sentence } as const;
  }
  if (isKept) await members.obeyed(log.events().length);
  return { ok: true, kept: isKept } as const;
}

/** Returns the request for a second person that replaces a change. Returns undefined if the change needs none. */
function requestForSecond(
  { approvals = 1 }: Components,
  { change, force = false, confirm, approved = false }: ChangeRequest,
  state: CutoverState,
): Extract<Change, { kind: 'ask' }> | undefined {
  if (approvals < 2 || approved || directionOf(change, state) !== 'forward') return undefined;
  // The log hashes what it reads back, whose members have the order of the schema.
  return { kind: 'ask', change: forwardSchema.parse(change), force, confirm };
}

function causeOf({ actor, change }: ChangeRequest): ChangeCause {
  if (actor === LIFEBOAT) return 'gate';
  return change.kind === 'kill' ? 'kill' : 'manual';
}

/** Carries out a change by a person, or by the gateway from its evidence, or returns the reason against it. */
export async function carryOut(components: Components, request: ChangeRequest): Promise<ChangeOutcome> {
  const { subject, log, move } = components;
  const { resource, actor, reason } = request;
  const names = subject().resources.map(({ name }) => name);
  if (isRetiring(request.change) ? resource !== ALL : !names.includes(resource)) {
    const sentence = `no resource ${resource}; there are: ${names.join(', ')}`;
    return { ok: false, why: 'unknownResource', sentence };
  }
  const foundChange = resolveCaller(components, request.change);
  if (!foundChange.ok) return { ...foundChange, why: 'unknownCaller' };
  const { change } = foundChange;
  const state = log.state(resource);
  const foundRequest = { ...request, change };
  const refused = refuseRequest(components, foundRequest, state);
  if (refused !== undefined) return refused;
  const approvalRequest = requestForSecond(components, foundRequest, state);
  const safer = directionOf(change, state) === 'back';
  const cause = causeOf(foundRequest);
  const written = await move(resource, approvalRequest ?? change, { actor, cause, reason });
  const outcome = await reportChange(components, written, { resource, safer });
  if (!outcome.ok) return outcome;
  return {
    ...outcome,
    ...(approvalRequest !== undefined && { asked: true }),
    ...('caller' in change && { caller: change.caller }),
  };
}
