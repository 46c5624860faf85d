import type { Logger } from 'pino';
import type { Facts } from '../../gateway/context';
import type { CallerName } from '../../cutover/callerNames';
import { writeJson } from '../../mapping/translate/exactJson';
import { membersWriter } from './logger';

/** One line of the access log. Nothing in it was written by the client but the method, which Node has checked. */
export type AccessEntry = Readonly<Partial<Facts>> & Readonly<Pick<Facts, Always>>;
type Always = 'requestId' | 'method' | 'status' | 'milliseconds' | 'route' | 'upstreamCalls';

/** Characters of a detail: with its other members a line stays under 2 KiB. */
const DETAIL = 800;

const placeMembers = ['servedBy', 'because', 'route', 'shape', 'stage', 'caller'] as const;

/** Members of a line that depend on caller and route: most requests of a route repeat those of the one before. */
function createPlaceText(): (entry: AccessEntry) => string {
  const latest = new Map<string, { readonly entry: AccessEntry; readonly text: string }>();
  return (entry) => {
    const before = latest.get(entry.route);
    if (before !== undefined && placeMembers.every((name) => before.entry[name] === entry[name]))
      return before.text;
    const text = placeMembers.map((name) => member(name, entry[name])).join('');
    const { servedBy, because, route, shape, stage, caller } = entry;
    const kept = { servedBy, because, route, shape, stage, caller };
    latest.set(route, { entry: { ...kept, ...nothingElse }, text });
    return text;
  };
}

const nothingElse = { requestId: '', method: '', status: 0, milliseconds: 0, upstreamCalls: 0 };

/** Members by the order of a line; each is written where it is set. */
const membersOf = (entry: AccessEntry, place: string): string => {
  const { requestId, method, status, milliseconds, upstreamCalls, upstreamMilliseconds } = entry;
  return (
    `,"requestId":"${requestId}","method":${writeJson(method)},"status":${status},"milliseconds":${milliseconds}${place},"upstreamCalls":${upstreamCalls}` +
    (upstreamMilliseconds === undefined ? '' : `,"upstreamMilliseconds":${upstreamMilliseconds}`) +
    member('problem', entry.problem) +
    (entry.ambiguous === true ? ',"ambiguous":true' : '') +
    (entry.executed === true ? ',"executed":true' : '')
  );
};

const member = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `,"${name}":${writeJson(text)}`;

/** Writes one line per request, with the name of its caller: `info`, or `warn` when the answer is a 5xx. */
export function createAccessLog(
  logger: Logger,
  callerName: CallerName = () => undefined,
): (entry: AccessEntry) => void {
  const write = membersWriter(logger);
  const placeText = createPlaceText();
  return (entry) => {
    const { detail, caller } = entry;
    const level = entry.status < 500 ? 'info' : 'warn';
    const name = caller === undefined ? undefined : callerName(caller);
    const shown = detail && plain(detail);
    if (write === undefined) {
      logger[level]({ ...entry, detail: shown, callerName: name }, 'request');
      return;
    }
    const more = member('detail', shown) + member('callerName', name);
    write(level, membersOf(entry, placeText(entry)) + more, 'request');
  };
}

/** A detail may name a member of an upstream's answer, so it is cut down to what no terminal and no tool acts on. */
const plain = (detail: string): string => detail.slice(0, DETAIL).replace(/[^\x20-\x7e]/g, '?');
