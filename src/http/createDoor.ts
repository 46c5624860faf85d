import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createLine } from './createLine';
import type { TurnAway } from './createTurnAway';

/** Stands before all work. */
export interface Door {
  /** Lets a request in to those who work on it, now or in its turn, or turns it away. */
  readonly enter: (request: IncomingMessage, response: ServerResponse, work: RequestListener) => void;
  /** Told of each new connection. */
  readonly connected: () => void;
}

export interface DoorOptions extends Pick<TurnAway, 'turnAway'> {
  /** True while the event loop is late whatever comes: then nobody is let in. */
  readonly busy: () => boolean;
}

/** Requests that may wait to be let in. */
const QUEUE = 256;
/** Requests let in during one turn of the event loop: together they take less time each (`atEndOfRound`). */
const PER_TURN = 16;
/**
 * While connections come. Node accepts a single one each turn (libuv since 1.45, pull request 3696): with turns as long
 * as all that has arrived takes, new clients would wait for seconds to be seen.
 */
const PER_TURN_ACCEPTING = 4;
/** So many turns that bring a connection may follow each other without letting anyone in: more may wait behind it. */
const ACCEPTING = 4;
/**
 * One more for so many that are turned away, who together cost about what an answer does: clients that come again at
 * once would otherwise leave a turn nothing but refusals.
 */
const REFUSALS = 8;

const AUTHORIZATION = 'authorization';

/** From the raw headers: making an object of them costs a good part of what a refusal does. */
function partyOf({ rawHeaders }: IncomingMessage): string {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== AUTHORIZATION.length || name.toLowerCase() !== AUTHORIZATION) continue;
    return rawHeaders[index + 1] ?? '';
  }
  return '';
}

/**
 * Opens a door before all work. Who finds nobody before it goes through at once, the others a few in each turn of the
 * event loop, fairly between keys; what finds no room is refused before anything is done for it.
 */
export function createDoor({ busy, turnAway }: DoorOptions): Door {
  const line = createLine(1, QUEUE);
  let inside = '';
  let begun = 0;
  let refused = 0;
  let isAccepting = false;
  let accepting = 0;

  const places = (): number => {
    const most = isAccepting ? PER_TURN_ACCEPTING : PER_TURN;
    accepting = isAccepting ? (accepting + 1) % ACCEPTING : 0;
    isAccepting = false;
    return accepting > 0 ? 0 : Math.max(most, refused / REFUSALS);
  };
  const turn = (): void => {
    const most = places();
    begun = refused = 0;
    while (line.taken() > 0 && begun < most) line.leave(inside);
    if (line.taken() > 0) setImmediate(turn);
  };
  const enter: Door['enter'] = (request, response, work) => {
    const party = partyOf(request);
    const refuse = (): void => {
      refused += 1;
      turnAway(request, response);
    };
    const start = (): void => {
      inside = party;
      if (busy() || !request.socket.writable) {
        refuse();
        return;
      }
      begun += 1;
      work(request, response);
    };
    const isFirst = line.taken() === 0;
    const entered = line.enter({ party, start, displaced: refuse });
    if (entered === undefined) refuse();
    if (isFirst) setImmediate(turn);
  };
  return {
    enter,
    connected: () => {
      isAccepting = true;
    },
  };
}
