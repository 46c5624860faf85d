import { callerText } from '../cutover/callerNames';
import { renderStage, type Stage } from '../cutover/stages/stage';
import {
  askingText,
  isNoted,
  isRetiring,
  missingConditions,
  resolutionText,
  subjectText,
  type NotedChange,
  type RetiringChange,
  type StageEntry,
} from '../cutover/stages/stageEvent';

/** An event with the name of its client, if it has one. */
type Event = Omit<StageEntry, 'step' | 'mappingHash'> & { readonly name?: string | undefined };

/** Renders an instant with date and time: events are days apart. */
export const timeText = (at: number): string => {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
};

const againstText = (event: Event): string =>
  missingConditions(event).length > 0 ? ', against the gate' : '';

function moveText(event: Event, to: Stage): string {
  const { resource, from, cause } = event;
  const move = `moved ${resource} from ${from} to ${renderStage(to)}`;
  switch (cause) {
    case 'breaker':
      return `${move} by itself, as v2 failed`;
    case 'schedule':
      return `${move} as planned`;
    case 'gate':
    case 'kill':
    case 'manual':
      return `${move}${againstText(event)}`;
  }
}

const untilText = (until: number | undefined): string =>
  until === undefined ? '' : ` until ${timeText(until)}`;

function pinText({ resource, name }: Event, caller: string, side: string): string {
  const who = callerText(caller, name);
  if (side === 'none') return `let caller ${who} of ${resource} go`;
  return `pinned caller ${who} of ${resource} to ${side}`;
}

const brownoutTexts = {
  week: 'announced, a week ahead,',
  day: 'announced, a day ahead,',
  hour: 'announced, an hour ahead,',
  began: 'began',
  ended: 'ended',
  stopped: 'stopped',
} as const;

function retirementText({ name }: Event, change: RetiringChange): string {
  if (change.kind === 'brownout') return `${brownoutTexts[change.phase]} the ${change.brownout}`;
  const who = callerText(change.caller, name);
  if (change.kind === 'retire')
    return `${change.gone ? 'ended v1' : 'took back the end of v1'} for caller ${who}`;
  if (change.until === undefined) return `gave caller ${who} no more time`;
  return `gave caller ${who} time${untilText(change.until)}`;
}

function noteText({ resource, from, name }: Event, change: NotedChange): string {
  if (change.kind === 'ask') {
    const goal = askingText(change, from, (caller) => callerText(caller, name));
    return `asked for a second person for ${subjectText(resource)}, ${goal}`;
  }
  if (change.kind === 'closeStep') return `let a step of the plan go (${change.step})`;
  return `${resolutionText(change)} issue ${change.issue} of ${resource}`;
}

/** Describes an event in words that follow the actor's name. */
export function stageEventText(event: Event): string {
  const { resource, change } = event;
  if (isRetiring(change)) return retirementText(event, change);
  if (isNoted(change)) return noteText(event, change);
  switch (change.kind) {
    case 'move':
      return moveText(event, change.to);
    case 'hold':
      return `held ${resource}${untilText(change.until)}`;
    case 'release':
      return `released ${resource}${againstText(event)}`;
    case 'kill':
      return `killed ${resource}: everything went to v1`;
    case 'pin':
      return pinText(event, change.caller, change.side);
    case 'epoch':
      return `began new evidence for ${resource} and held it`;
  }
}
