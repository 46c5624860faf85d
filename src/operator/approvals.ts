import { z } from 'zod';
import { renderStage, type Stage } from '../cutover/stages/stage';
import type { StageEvent } from '../cutover/stages/stageEvent';

/** Schema of a move forward that waits for a second person, with stages as people write them. */
export const waitingRequest = z.object({
  id: z.string(),
  resource: z.string(),
  from: z.string(),
  to: z.string(),
  actor: z.string().describe('who asks for the move'),
  reason: z.string(),
  force: z.boolean(),
  until: z.number().describe('instant (clock ms) from which it can no longer be approved'),
});

interface WaitingRequest extends Readonly<z.output<typeof waitingRequest>> {
  readonly confirm: string | undefined;
  /** Stage of the move; undefined for a release. */
  readonly asked: Stage | undefined;
}

/** Time (ms) in which a request can be approved. */
const APPROVAL_MS = 3_600_000;

/** Count of digits of an event's hash that identify its request. */
const ID_DIGITS = 12;

/**
 * Finds the waiting requests in the log that all processes share: the latest of each resource, until it is approved,
 * the resource moves in another way, or an hour has passed.
 */
export function waitingRequests(events: readonly StageEvent[], now: number): readonly WaitingRequest[] {
  const waiting = new Map<string, WaitingRequest>();
  for (const { at, change, resource, from, actor, reason, hash } of events) {
    if (change.kind === 'move' || change.kind === 'release') waiting.delete(resource);
    const until = at + APPROVAL_MS;
    if (change.kind !== 'ask' || until <= now) continue;
    const { force, confirm, to: stage } = change;
    const to = stage === undefined ? from : renderStage(stage);
    const id = hash.slice(0, ID_DIGITS);
    waiting.set(resource, { id, resource, from, to, actor, reason, force, confirm, asked: stage, until });
  }
  return [...waiting.values()];
}
