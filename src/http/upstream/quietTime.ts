import type { Clock } from '../../contract/clock';
import { afterArrivals } from '../server/eventLoopRounds';

/** Time (ms) between two looks at the clock. */
const STEP = 5;
/**
 * Length (ms) of a silence. An upstream that writes twice may have to wait for the first to be acknowledged
 * (RFC 1122 4.2.3.4), which Linux does after 40 ms, or with the next request.
 */
const SILENCE = 50;

/**
 * Reads of one party that follow each other at once, before their connection has to be silent again: one whose answers
 * are a request behind shows it then, by the answer that is left over.
 */
const MOST_IN_A_ROW = 64;

/** A connection between two requests. */
export interface Silence {
  /** Its begin, clock ms. */
  readonly begun: number;
  /** On whose behalf it carried the request before; empty when nobody knows. */
  readonly party: string;
  /** Requests that it has carried since it was silent for long. */
  readonly inARow: number;
}

/** A request that looks for a connection. */
export interface Comer {
  readonly party: string;
  readonly isRead: boolean;
}

/**
 * Decides which connections to an upstream may carry a further request. An upstream that says something nobody asked for
 * says it to whoever asks next, unless the bytes are there before: they end a connection that is silent. So a connection
 * that has carried one party's request carries another's, or any write, only after it has been silent for a time; reads of
 * the same party follow at once, until something unasked has ever come from this upstream.
 *
 * The time is over when whatever had come by its end has been read, not where a clock says so: in a turn of the event loop
 * that takes long, much can come that nobody has read.
 */
export interface QuietTime {
  /** After the request of this party; `before` is the latest silence of the same connection. */
  readonly begin: (party: string, before?: Silence) => Silence;
  readonly isOver: (silence: Silence) => boolean;
  readonly mayCarry: (silence: Silence, comer: Comer) => boolean;
  /** Something has come that nobody asked for. */
  readonly suspect: () => void;
}

/** Makes what decides that for one upstream: one timer for all, which runs only while a silence is not over. */
export function createQuietTime({ steady, schedule }: Pick<Clock, 'steady' | 'schedule'>): QuietTime {
  /** Whatever had come by this time has been read. */
  let read = -Infinity;
  let latest = -Infinity;
  let isRunning = false;
  let isSuspect = false;

  const isPast = (begun: number): boolean => read - begun >= SILENCE;
  const run = (): void => {
    const now = steady();
    afterArrivals(() => {
      read = now;
      isRunning = !isPast(latest);
      if (isRunning) schedule(STEP, run);
    });
  };
  const isOver: QuietTime['isOver'] = ({ begun }) => isPast(begun);
  return {
    begin: (party, before) => {
      latest = steady();
      if (!isRunning) schedule(STEP, run);
      isRunning = true;
      const isRow = before !== undefined && !isOver(before);
      return { begun: latest, party, inARow: isRow ? before.inARow + 1 : 1 };
    },
    isOver,
    mayCarry: (silence, { party, isRead }) => {
      if (isOver(silence)) return true;
      const isOwn = party !== '' && silence.party === party;
      return isRead && isOwn && !isSuspect && silence.inARow < MOST_IN_A_ROW;
    },
    suspect: () => {
      isSuspect = true;
    },
  };
}
