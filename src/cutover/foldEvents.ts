import type { CutoverState } from './cutoverState';
import { foldEvent } from './foldEvent';
import { initialState } from './initialState';
import type { StageEvent } from './stageEvent';

/** The state of every resource that the events name. */
export function foldEvents(events: readonly StageEvent[]): Map<string, CutoverState> {
  const states = new Map<string, CutoverState>();
  for (const event of events) {
    states.set(event.resource, foldEvent(states.get(event.resource) ?? initialState, event));
  }
  return states;
}
