import { renderStage, type Stage } from '../cutover/stages/stage';
import type { StageEvent } from '../cutover/stages/stageEvent';

/** A move forward that waits for a second person. */
interface WaitingRequest {
  readonly id: string;
  readonly resource: string;
  /** A stage as people write it. */
  readonly from: string;
  readonly to: string;
  /** Who asks for it. */
  readonly actor: string;
  readonly reason: string;
  readonly force: boolean;
  readonly confirm: string | undefined;
  /** Stage of the move; undefined for a release. */
  readonly asked: Stage | undefined;
  /** Instant (clock ms) from which it cannot be approved any more. */
  readonly until: number;
}

/** Time (ms) in which a request can be approved. */
const APPROVAL_MS = 3_600_000;

/** Digits of an event's hash that name the request in it. */
const ID_DIGITS = 12;

/**
 * Finds the requests that wait, in the log that all processes share: the latest of each resource, until it is approved,
 * the resource moves otherwise, or an hour is over.
 */
export function waitingRequests(events: readonly StageEvent[], now: number): readonly WaitingRequest[] {
  const waiting = new Map<string, WaitingRequest>();
  for (const { at, change, resource, from, actor, reason, hash } of events) {
    if (change.kind === 'move' || change.kind === 'release') waiting.delete(resource);
    const until = at + APPROVAL_MS;
    if (change.kind !== 'ask' || until <= now) continue;
    const { force, confirm, to: asked } = change;
    const to = asked === undefined ? from : renderStage(asked);
    const id = hash.slice(0, ID_DIGITS);
    waiting.set(resource, { id, resource, from, to, actor, reason, force, confirm, asked, until });
  }
  return [...waiting.values()];
}
