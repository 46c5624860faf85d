import { bodyText } from '../problems';
import { isDeepStrictEqual } from 'node:util';
import { dataOf, isJsonObject, type Json, ownMember } from '../../contract/json';
import type { Cutover } from '../../cutover/cutover';
import type { LeftWrite } from '../../cutover/writeList';
import type { Clock } from '../../contract/clock';
import { emptyBody, RequestContext } from '../context';
import type { Translation } from '../gateway';
import type { Caller } from '../keys/clientKeys';

/** Reports whether the read shows the written value. A number may be text, an object may show more members. */
function isShownIn(v2Value: Json, written: Json): boolean {
  if (isJsonObject(written) && isJsonObject(v2Value)) {
    return Object.entries(written).every(
      ([name, value]) => value === undefined || isShownIn(ownMember(v2Value, name) ?? null, value),
    );
  }
  const isNumeric = typeof v2Value === 'number' && typeof written === 'string' && written.trim() !== '';
  return isDeepStrictEqual(v2Value, written) || (isNumeric && Number(written) === v2Value);
}

/** Describes what a read shows of an ambiguous write: names of fields that v1 shows under the same name, no value. */
export function describeReadBack(written: Json, readBack: Json): string {
  if (!isJsonObject(written) || !isJsonObject(readBack)) return 'nothing to compare';
  const shared = Object.keys(written).filter((name) => Object.hasOwn(readBack, name));
  const differing = shared.filter((name) => !isShownIn(readBack[name] ?? null, written[name] ?? null));
  if (shared.length === 0) return 'nothing to compare';
  if (differing.length === 0) return `as written: ${shared.join(', ')}`;
  return `not as written: ${differing.join(', ')}`;
}

/** Time (ms) that a write may still be on its way before it is read back. */
const SETTLE_MS = 2_000;

function parseText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Returns the attributes of a v1 answer (spec 2.10). Anything else has none. */
function attributesOf(body: Json): Json {
  const data = dataOf(body);
  return (isJsonObject(data) ? data['attributes'] : undefined) ?? null;
}

interface ReadBackParts {
  readonly translation: Translation;
  readonly cutover: Pick<Cutover, 'noteFound'>;
  readonly clock: Clock;
}

/** The values of a write that reading it back needs; without a body only the status of the read says something. */
type WrittenBy = Pick<RequestContext, 'id' | 'authorization' | 'carried' | 'caller' | 'body'>;

/** Reads a resource back a little later and notes on the list whether it shows an ambiguous write. */
export function readBackLater(
  { id, authorization, carried, caller, body }: WrittenBy,
  target: string,
  { translation, cutover, clock }: ReadBackParts,
): void {
  const route = translation.match('GET', target);
  if (route?.ok !== true) return;
  // A separate signal for each call: Node warns of a leak when many calls listen to one signal.
  const cancel = new AbortController().signal;
  const head = { id, method: 'GET', target, authorization, contentType: undefined, carried, cancel };
  clock.schedule(SETTLE_MS, () => {
    const noteRead = async (): Promise<void> => {
      const read = new RequestContext(head, clock);
      read.caller = caller;
      const { answer } = await translation.translate(read, route.value);
      const description =
        answer.status === 200 && body.length > 0
          ? describeReadBack(parseText(body.toString()), attributesOf(parseText(bodyText(answer))))
          : `reading it back answered ${answer.status}`;
      await cutover.noteFound(id, description);
    };
    void noteRead();
  });
}

/** Reads back writes that an ended process has left. */
export type ReadsLeftWrites = ReturnType<typeof readLeftWrites>;

interface LeftParts extends ReadBackParts {
  /** Returns the callers whose keys are known without a request. Absent: none. */
  readonly callers?: (() => readonly Caller[]) | undefined;
}

/** Reads back left writes with their callers' own keys: no key is stored, so an unknown caller has to ask first. */
export function readLeftWrites({ callers = () => [], ...readParts }: LeftParts) {
  const unread = new Map<string, LeftWrite[]>();
  const readWrites = (caller: Caller, authorization: string | undefined): void => {
    const writesOfCaller = unread.get(caller.fingerprint) ?? [];
    unread.delete(caller.fingerprint);
    for (const { id, target } of writesOfCaller) {
      const path = target.slice(target.indexOf(' ') + 1);
      readBackLater({ id, authorization, carried: undefined, caller, body: emptyBody }, path, readParts);
    }
  };
  return {
    /** Takes writes that are new on the list. */
    addWrites: (writes: readonly LeftWrite[]): void => {
      for (const write of writes) {
        if (write.side !== 'v2') continue;
        const writesOfCaller = unread.get(write.caller) ?? [];
        writesOfCaller.push(write);
        unread.set(write.caller, writesOfCaller);
      }
      for (const caller of unread.size === 0 ? [] : callers())
        if (unread.has(caller.fingerprint)) readWrites(caller, caller.authorizations()[0]);
    },
    /** Takes note of an ended request, by which the key of its caller is known. */
    noteEnded: ({ caller, authorization }: Pick<RequestContext, 'caller' | 'authorization'>): void => {
      if (unread.size > 0 && caller !== undefined && unread.has(caller.fingerprint))
        readWrites(caller, authorization);
    },
  };
}
