import type { CutoverState } from './cutoverState';
import { foldEvent } from './foldEvent';
import { initialState } from './initialState';
import type { StageEvent } from './stageEvent';

/** The state of every resource that the events name; `first` is a resource before its first event. */
export function foldEvents(
  events: readonly StageEvent[],
  first: CutoverState = initialState,
): Map<string, CutoverState> {
  const states = new Map<string, CutoverState>();
  for (const event of events) {
    states.set(event.resource, foldEvent(states.get(event.resource) ?? first, event));
  }
  return states;
}
