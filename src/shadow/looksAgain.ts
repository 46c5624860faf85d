import type { Clock } from '../contract/clock';
import type { ShadowedRequest } from '../http/shadowPort';

/** Compares reads again that differed, so that a seller who asks seldom is not lied to for long before it is said. */
export interface LooksAgain {
  /** Takes a read whose answers differ; the last pause has passed when it is compared for the third time. */
  readonly differed: (request: ShadowedRequest) => void;
  readonly close: () => void;
}

/** Options of createLooksAgain. */
interface LookParts {
  /** Compares a read anew, and calls back when that has ended. */
  readonly compare: (request: ShadowedRequest, ended: () => void) => void;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Pauses (ms) before it is compared again: longer than v2 may need to show what was written. */
const PAUSES = [2_000, 3_500] as const;

/** Most reads that are compared again at a time: where all differ, there is no need for each. */
const MOST = 20;

/** One read of one caller. */
interface Differing {
  looks: number;
  isOpen: boolean;
  cancel: () => void;
}

/** A write is never sent twice, and who is not known is nobody to name. */
const isRepeatable = ({ method, caller, route }: ShadowedRequest): boolean =>
  method === 'GET' && route.operation.v1.method === 'GET' && caller !== '';

/** Creates it; nothing is compared again before something differs. */
export function createLooksAgain({ compare, clock }: LookParts): LooksAgain {
  const all = new Map<string, Differing>();
  let isClosed = false;
  return {
    differed: (request) => {
      if (!isRepeatable(request)) return;
      const id = `${request.route.operation.name} ${request.caller}`;
      const known = all.get(id);
      // A client that asks meanwhile adds nothing: its read is compared anyway.
      if (isClosed || (known !== undefined && !known.isOpen)) return;
      if (known === undefined && all.size >= MOST) return;
      const one = known ?? { looks: 0, isOpen: false, cancel: () => undefined };
      const pause = PAUSES[one.looks];
      one.isOpen = false;
      if (pause === undefined) {
        all.delete(id);
        return;
      }
      all.set(id, one);
      one.looks += 1;
      const look = one.looks;
      one.cancel = clock.schedule(pause, () => {
        one.isOpen = true;
        compare(request, () => {
          // Equal by now, or not to be compared.
          if (one.isOpen && one.looks === look) all.delete(id);
        });
      });
    },
    close: () => {
      isClosed = true;
      for (const { cancel } of all.values()) cancel();
      all.clear();
    },
  };
}
