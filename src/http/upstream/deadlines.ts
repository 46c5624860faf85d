import type { Clock } from '../../contract/clock';

/** Whatever has to end by an instant; a link in the list of those that end with it. */
export abstract class Deadline {
  /** The list it stands in. */
  round: Round | undefined = undefined;
  before: Deadline | undefined = undefined;
  after: Deadline | undefined = undefined;

  abstract expire(): void;
}

/** Those that end within the same few milliseconds, under one timer. */
interface Round {
  first: Deadline | undefined;
  readonly number: number;
  readonly stop: () => void;
}

/** The deadlines of calls under way. */
export interface Deadlines {
  /** Expires at this instant (steady ms) or up to 64 ms later, unless it is removed before. */
  readonly add: (deadline: Deadline, at: number) => void;
  readonly remove: (deadline: Deadline) => void;
  /** From now on no timer outlives its deadlines. */
  readonly stop: () => void;
}

/** Milliseconds that share a timer: one for each call costs more than all else that is done for its deadline. */
const STEP = 64;

function takeOut(deadline: Deadline, round: Round): void {
  const { before, after } = deadline;
  if (before === undefined) round.first = after;
  else before.after = after;
  if (after !== undefined) after.before = before;
  deadline.round = deadline.before = deadline.after = undefined;
}

/** Keeps deadlines in lists by the step of time in which they end, which costs no memory but their own. */
export function createDeadlines({ steady, schedule }: Pick<Clock, 'steady' | 'schedule'>): Deadlines {
  const rounds = new Map<number, Round>();
  /** Kept when it is empty: more are likely to come. */
  let latest: Round | undefined;
  let isStopped = false;

  const close = (round: Round): void => {
    round.stop();
    rounds.delete(round.number);
    if (latest === round) latest = undefined;
  };

  const remove = (deadline: Deadline): void => {
    const { round } = deadline;
    if (round === undefined) return;
    takeOut(deadline, round);
    if (round.first === undefined && (isStopped || round !== latest)) close(round);
  };
  const opened = (number: number): Round => {
    const stop = schedule(Math.max(0, number * STEP - steady()), () => {
      close(round);
      for (let { first } = round; first !== undefined; { first } = round) {
        takeOut(first, round);
        first.expire();
      }
    });
    const round: Round = { first: undefined, number, stop };
    rounds.set(number, round);
    if (latest !== undefined && latest.first === undefined) close(latest);
    latest = round;
    return round;
  };
  return {
    add: (deadline, at) => {
      const number = Math.ceil(at / STEP);
      const round = rounds.get(number) ?? opened(number);
      deadline.round = round;
      deadline.after = round.first;
      if (round.first !== undefined) round.first.before = deadline;
      round.first = deadline;
    },
    remove,
    stop: () => {
      isStopped = true;
      if (latest !== undefined && latest.first === undefined) close(latest);
    },
  };
}
