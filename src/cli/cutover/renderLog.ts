import type { z } from 'zod';
import type { changedPage, logPage } from '../../cutover/cutoverPages';
import { callerText } from '../../cutover/callerNames';
import { isRetiring, missedByGate, resolvedText, type RetiringChange } from '../../cutover/stages/stageEvent';
import { renderStage, type Stage } from '../../cutover/stages/stage';
import type { ManualChange } from '../../cutover/stages/changeRequest';

type Event = z.output<typeof logPage>[number];

/** Renders an instant with date and time: events are days apart. */
const timeText = (at: number): string => {
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
};

const againstText = (event: Event): string => (missedByGate(event).length > 0 ? ', against the gate' : '');

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
  return side === 'none'
    ? `let caller ${who} of ${resource} go`
    : `pinned caller ${who} of ${resource} to ${side}`;
}

const brownoutTexts = {
  ...{ week: 'announced, a week ahead,', day: 'announced, a day ahead,', hour: 'announced, an hour ahead,' },
  ...{ began: 'began', ended: 'ended', stopped: 'stopped' },
} as const;

function retiringText({ name }: Event, change: RetiringChange): string {
  if (change.kind === 'brownout') return `${brownoutTexts[change.phase]} the ${change.brownout}`;
  const who = callerText(change.caller, name);
  if (change.kind === 'retire')
    return `${change.gone ? 'ended v1' : 'took back the end of v1'} for caller ${who}`;
  const { until } = change;
  return until === undefined
    ? `gave caller ${who} no more time`
    : `gave caller ${who} time${untilText(until)}`;
}

/** Describes an event in words that follow the actor's name. */
function deedText(event: Event): string {
  const { resource, change } = event;
  if (isRetiring(change)) return retiringText(event, change);
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
    case 'resolve':
      return `${resolvedText(change)} issue ${change.issue} of ${resource}`;
    case 'closeStep':
      return `let a step of the plan go (${change.step})`;
    case 'epoch':
      return `began new evidence for ${resource} and held it`;
  }
}

/** Renders the log as sentences, oldest first; `verbose` adds the gate's verdict at every move. */
export function renderLog(log: readonly Event[], verbose: boolean): readonly string[] {
  if (log.length === 0) return ['nothing was changed yet'];
  return log.flatMap((event) => [
    `${timeText(event.at)}  ${event.actor} ${deedText(event)}: ${event.reason}`,
    ...(verbose ? event.evidence.map((sentence) => `    ${sentence}`) : []),
  ]);
}

type Changed = z.output<typeof changedPage>;

/** Renders a completed change in words. */
export function madeText(change: ManualChange, { resource, stage, killed }: Changed): string {
  switch (change.kind) {
    case 'move':
      return killed
        ? `${resource}: stored at ${stage}, but killed: everything goes to v1 until it is released`
        : `${resource}: at ${stage}, in force`;
    case 'kill':
      return `${resource}: killed, everything goes to v1`;
    case 'release':
      return `${resource}: released, at ${stage}`;
    case 'hold':
      return `${resource}: held at ${stage}${change.until === undefined ? '' : ` until ${new Date(change.until).toISOString()}`}`;
    case 'pin':
      return change.side === 'none'
        ? `${resource}: ${change.caller} is pinned no more`
        : `${resource}: ${change.caller} goes to ${change.side}`;
    case 'resolve':
      return `${resource}: in force`;
  }
}
