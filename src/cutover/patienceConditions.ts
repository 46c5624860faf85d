import { clockText } from './clockText';
import type { Condition } from './condition';
import { currentHold } from './currentHold';
import type { CutoverState } from './cutoverState';

/** So many automatic moves back, and only a person moves forward. */
const MOST_STRIKES = 3;

function dwell({ since }: CutoverState, least: number, now: number): Condition {
  const until = since + least;
  return now >= until
    ? { name: 'dwell', outlook: 'passed', sentence: 'long enough in the present stage' }
    : {
        name: 'dwell',
        outlook: 'waiting',
        sentence: `in the present stage until ${clockText(until, now)} at least`,
      };
}

function hold(state: CutoverState, now: number): Condition {
  const name = 'hold';
  const held = currentHold(state, now);
  if (held !== undefined) {
    const end = held.until === undefined ? 'until it is released' : `until ${clockText(held.until, now)}`;
    return { name, outlook: 'waiting', sentence: `held ${end}: ${held.reason}` };
  }
  if (state.killed) return { name, outlook: 'waiting', sentence: 'killed until it is released' };
  return { name, outlook: 'passed', sentence: 'not held' };
}

function coolDown({ strikes, coolUntil }: CutoverState, now: number): Condition {
  const name = 'coolDown';
  if (strikes >= MOST_STRIKES) {
    const sentence = `it went back by itself ${strikes} times: only a person moves it forward now`;
    return { name, outlook: 'waiting', sentence };
  }
  return now >= coolUntil
    ? { name, outlook: 'passed', sentence: 'no move back to cool down from' }
    : { name, outlook: 'waiting', sentence: `cooling down until ${clockText(coolUntil, now)}` };
}

/** Is it time, whatever the data say? */
export function patienceConditions(state: CutoverState, least: number, now: number): readonly Condition[] {
  return [dwell(state, least, now), hold(state, now), coolDown(state, now)];
}
