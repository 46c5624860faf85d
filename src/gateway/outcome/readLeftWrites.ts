import type { Cutover, LeftWrite } from '../../cutover/cutover';
import type { Clock } from '../../contract/clock';
import type { Translation } from '../gateway';
import type { Caller } from '../keys/clientKeys';
import type { AsksAgain } from './askAgain';
import { readBackLater } from './readBackLater';

/** Reads writes back that a process has left when it ended. */
export interface ReadsLeftWrites {
  /** Takes writes that are new on the list. */
  readonly add: (writes: readonly LeftWrite[]) => void;
  /** Sees the ended requests before another does: then their callers' keys are known. */
  readonly before: (again: AsksAgain) => AsksAgain;
}

/** Options of readLeftWrites. */
interface LeftParts {
  readonly translation: Translation;
  readonly cutover: Pick<Cutover, 'noteFound'>;
  readonly clock: Clock;
  /** Returns the callers whose keys are known without a request; absent: there are none. */
  readonly callers?: (() => readonly Caller[]) | undefined;
}

const nothing = Buffer.alloc(0);

/**
 * Reads back what was left behind, each write with its caller's own key: no key is kept, so that one which stands in no
 * table is waited for until its owner asks for something.
 */
export function readLeftWrites({ callers = () => [], ...parts }: LeftParts): ReadsLeftWrites {
  const unread = new Map<string, LeftWrite[]>();
  const read = (caller: Caller, authorization: string | undefined): void => {
    const left = unread.get(caller.fingerprint) ?? [];
    unread.delete(caller.fingerprint);
    for (const { id, target } of left) {
      const path = target.slice(target.indexOf(' ') + 1);
      readBackLater({ id, authorization, traceparent: undefined, caller, body: nothing }, path, parts);
    }
  };
  return {
    add: (writes) => {
      for (const write of writes) {
        if (write.side !== 'v2') continue;
        const left = unread.get(write.caller);
        if (left === undefined) unread.set(write.caller, [write]);
        else left.push(write);
      }
      for (const caller of unread.size === 0 ? [] : callers())
        if (unread.has(caller.fingerprint)) read(caller, caller.authorizations()[0]);
    },
    before: (again) => ({
      ...again,
      ended: (served, context, route) => {
        again.ended(served, context, route);
        const { caller, authorization } = context;
        if (unread.size > 0 && caller !== undefined && unread.has(caller.fingerprint))
          read(caller, authorization);
      },
    }),
  };
}
