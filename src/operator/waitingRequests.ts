import { z } from 'zod';
import { HOUR_MS } from '../contract/clock';
import { callerText } from '../cutover/callerNames';
import type { Cutover } from '../cutover/cutover';
import { callerOf, type Change, goalText, subjectText } from '../cutover/stages/stageEvent';
import type { OperatorParts } from './operatorParts';

/** Schema of a change that waits for a second person, with stages as people write them. */
export const waitingRequest = z.object({
  id: z.string(),
  resource: z.string().describe('a resource, or * for v1 as a whole'),
  from: z.string(),
  to: z.string().describe('where it leads: a stage, or what one client gets'),
  actor: z.string().describe('who asks for the change'),
  reason: z.string(),
  force: z.boolean(),
  until: z.number().describe('instant (clock ms) from which it can no longer be approved'),
});

type WaitingRequest = Readonly<z.output<typeof waitingRequest>> & {
  readonly asked: Extract<Change, { kind: 'ask' }>;
};

/** Time (ms) in which a request can be approved. */
const APPROVAL_MS = HOUR_MS;

/** Count of digits of an event's hash that identify its request. */
const ID_DIGITS = 12;

/** Returns what a change is about: a later change of the same subject ends a request. A move and a release share one. */
function subjectOf(resource: string, change: Change): string {
  const about = change.kind === 'ask' ? change.change : change;
  if (about.kind === 'move' || about.kind === 'release') return `move ${resource}`;
  return `${about.kind} ${resource} ${callerOf(about) ?? ''}`;
}

/**
 * Finds the waiting requests in the log that all processes share: the latest of each subject, until it is approved,
 * the subject is changed in another way, or an hour has passed.
 */
export function waitingRequests(
  { events, callerName }: Pick<Cutover, 'events' | 'callerName'>,
  now: number,
): readonly WaitingRequest[] {
  const waiting = new Map<string, WaitingRequest>();
  for (const { at, change: asked, resource: name, from, actor, reason, hash } of events()) {
    const subject = subjectOf(name, asked);
    waiting.delete(subject);
    const until = at + APPROVAL_MS;
    if (asked.kind !== 'ask' || until <= now) continue;
    const to = goalText(asked.change, from, (caller) => callerText(caller, callerName(caller)));
    const id = hash.slice(0, ID_DIGITS);
    waiting.set(subject, { id, resource: name, from, to, actor, reason, force: asked.force, until, asked });
  }
  return [...waiting.values()];
}

/** Schema of a change that waits for a second person. */
export const askedChange = z.object({
  resource: z.string(),
  request: z.string().describe('id, by which somebody else approves it'),
  to: z.string(),
  until: z.number().describe('instant (clock ms) from which it cannot be approved'),
});

/** Returns the request for a second person that an actor has just made. */
export function latestRequest(
  { cutover, now }: Pick<OperatorParts, 'cutover' | 'now'>,
  name: string,
  actor: string,
): z.output<typeof askedChange> | undefined {
  const request = waitingRequests(cutover, now()).findLast(
    (waitingRequest) => waitingRequest.resource === name && waitingRequest.actor === actor,
  );
  return request && { resource: name, request: request.id, to: request.to, until: request.until };
}

/** Says that a change waits for a second person. */
export const askedText = ({ resource: name, to, until, request }: z.output<typeof askedChange>): string =>
  `${subjectText(name)}: to ${to} once somebody else approves it, until ${new Date(until).toISOString()}: lifeboat stage approve ${request}`;
