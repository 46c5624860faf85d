import type { Json, JsonObject } from '../../contract/json';
import { failure, type Result, success } from '../../contract/result';
import { dateCodec } from '../codecs/dateCodec';
import { withoutCalls } from '../compile/calls/calledContracts';
import type { ResolvedResource } from '../compile/resolveFile';
import { writeJson } from '../translate/exactJson';
import { createComplaints } from '../yaml/complaints';
import type { Fault } from '../yaml/fileFault';
import type { MappingText } from '../yaml/mappingFolder';
import { readDocument } from '../yaml/yamlDocument';
import type { EventsEntry } from './eventForm';
import { putAt, stepsOf, valueIn } from './places';
import type { Profile } from './profileFile';
import { unwrapped } from './wire';

/** An event of v2 as v1 would have told it. */
export interface TranslatedEvent {
  /** v2's id and name of the event. */
  readonly id: string;
  readonly name: string;
  /** v1's event as JSON; undefined if v1 had no such event. */
  readonly body: string | undefined;
}

/** Reason why an event has no v1 form: places and names, never values. */
export interface EventMisfit {
  /** v2's name of the event; a name that is no plain word may hold anything, and is not shown. */
  readonly name: string | undefined;
  readonly reason: string;
}

/** Lists the events that a profile takes: v2's name, v1's name and the resource. */
const takenEvents = ({ takes }: EventsEntry) =>
  Object.entries(takes).flatMap(([resource, names]) =>
    Object.entries(names).flatMap(([v1, names]) => [names].flat().map((v2) => ({ v2, v1, resource }))),
  );

const makesCalls = ({ operations }: ResolvedResource): boolean =>
  operations.some(({ operation }) => operation.calls !== undefined);

/** True if each answer that shows the resource is made of several reads. */
const isNeverAlone = (resource: ResolvedResource): boolean =>
  makesCalls(resource) &&
  resource.operations.every(({ operation, ownAnswer }) => (ownAnswer ?? operation.calls) !== undefined);

/** Reports events that nothing can translate: of no resource, or named twice. */
export function eventFaults(
  { file, text }: MappingText,
  { events }: Profile,
  { resources }: { readonly resources: readonly ResolvedResource[] },
): readonly Fault[] {
  if (events === undefined) return [];
  const complaints = createComplaints(readDocument(file, text));
  const names = resources.map(({ name }) => name);
  for (const name of Object.keys(events.takes)) {
    const at = ['events', 'takes', name];
    const resource = resources.find((known) => known.name === name);
    if (resource === undefined)
      complaints.reportKey(at, 'resource-unknown', `there is no resource ${name}`, [name, names]);
    else if (isNeverAlone(resource))
      complaints.reportKey(at, 'event-calls', `the further calls of ${name} are not made for an event`);
  }
  const told = new Map(Object.keys(events.drops).map((name) => [name, 'dropped']));
  for (const { v2, v1, resource } of takenEvents(events)) {
    const owner = told.get(v2);
    const at = ['events', 'takes', resource, v1];
    if (owner !== undefined) complaints.report(at, 'event-twice', `${v2} is ${owner} already`);
    told.set(v2, v1);
  }
  return complaints.faults;
}

/** Makes the reader of the instant of an event, in v1's notation. */
function instantReader({ v1, v2 }: NonNullable<EventsEntry['at']>): (event: Json) => Result<Json, string> {
  const { read } = dateCodec(v2.as, v1.as);
  return (event) => {
    const instant = read(valueIn(event, v2.path) ?? null);
    return typeof instant === 'symbol' || instant === undefined
      ? failure(`${v2.path} is not ${v2.as}`)
      : success(instant);
  };
}

/** Makes the reader of the resource of an event, in v1's form. */
function resourceReader(resource: ResolvedResource, path: string, shape: Profile['v1']) {
  const answer = makesCalls(resource) ? withoutCalls(resource.answer) : resource.answer;
  return (event: Json): Result<Json, string> => {
    const body = { data: valueIn(event, path) ?? null };
    const shown = answer.read(body);
    if (!shown.ok) {
      const { path: misplaced, expected, rule = 'no rule' } = shown.failure;
      return failure(`${misplaced.replace(/^data\b/, path)} is not ${expected} (${rule})`);
    }
    // An answer may lack a value, which the client can ask for again; an event is told once.
    if (answer.lacks?.(body) === true) return failure(`${path} is not a whole ${resource.name}`);
    return success(unwrapped(shown.value['data'] ?? null, shape));
  };
}

/** Reads the id of an event: text, or a whole number. */
function idIn(event: Json, path: string): string | undefined {
  const id = valueIn(event, path);
  return (typeof id === 'string' && id !== '') || Number.isSafeInteger(id) ? String(id) : undefined;
}

/** Makes the translation of v2's events by the rules of the mapping files. */
export function eventTranslation(
  events: EventsEntry,
  { v1: shape }: Profile,
  resources: readonly ResolvedResource[],
): (event: Json) => Result<TranslatedEvent, EventMisfit> {
  const { name: names, id: ids, at, resource: places, beside, drops } = events;
  const taken = new Map(takenEvents(events).map((event) => [event.v2, event]));
  const readers = new Map(resources.map((of) => [of.name, resourceReader(of, places.v2, shape)]));
  const readInstant = at && instantReader(at);
  return (event) => {
    const shownName = valueIn(event, names.v2);
    const name = typeof shownName === 'string' && /^[\w.:/-]{1,100}$/.test(shownName) ? shownName : undefined;
    const misfit = (reason: string) => failure({ name, reason });
    const id = idIn(event, ids.v2);
    if (id === undefined) return misfit(`${ids.v2} is not an id`);
    if (name !== undefined && Object.hasOwn(drops, name)) return success({ id, name, body: undefined });
    const { v1, resource = '' } = taken.get(name ?? '') ?? {};
    const shown = readers.get(resource)?.(event);
    if (name === undefined || v1 === undefined || shown === undefined)
      return misfit(`${names.v2} is no event of the mappings`);
    let body: JsonObject = putAt(beside, stepsOf(names.v1), v1);
    const members = [
      [ids.v1, success(id)],
      [at?.v1.path ?? '', readInstant?.(event)],
      [places.v1, shown],
    ] as const;
    for (const [path, member] of members) {
      if (member?.ok === false) return misfit(member.failure);
      if (member !== undefined && path !== '') body = putAt(body, stepsOf(path), member.value);
    }
    return success({ id, name, body: writeJson(body) });
  };
}
