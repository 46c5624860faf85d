import { pathNames } from '../../contract/field';
import type { Json, JsonObject } from '../../contract/json';
import { failure, type Result, success } from '../../contract/result';
import { dateCodec } from '../codecs/dateCodec';
import { withoutCalls } from '../compile/calls/calledContracts';
import type { ResolvedResource } from '../compile/resolveFile';
import { shownParameters } from '../compile/shownParameters';
import { writeJson } from '../translate/exactJson';
import type { Complaints } from '../yaml/complaints';
import type { EventsEntry } from './eventForm';
import { putAt, valueIn } from './places';
import type { Profile } from './profileFile';
import { unwrapResource } from './wire';

/** An event of v2 as v1 would have told it. */
export interface TranslatedEvent {
  /** v2's id and name of the event. */
  readonly id: string;
  readonly name: string;
  /** v1's event as JSON. It is undefined if v1 had no such event. */
  readonly body: string | undefined;
}

/** Reason why an event has no v1 form: places and names, never values. */
export interface EventMisfit {
  /** v2's name of the event. */
  readonly name: string;
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
export function reportEvents(
  { events }: Profile,
  resources: readonly ResolvedResource[],
  complaints: Complaints,
): void {
  if (events === undefined) return;
  const names = resources.map(({ name }) => name);
  for (const name of Object.keys(events.takes)) {
    const path = ['events', 'takes', name];
    const resource = resources.find((knownResource) => knownResource.name === name);
    if (resource === undefined)
      complaints.reportKey(path, 'resource-unknown', `there is no resource ${name}`, [name, names]);
    else if (isNeverAlone(resource))
      complaints.reportKey(path, 'event-calls', `the further calls of ${name} are not made for an event`);
    else if (shownParameters(resource.rules).some(({ rule }) => rule.loss === undefined))
      complaints.reportKey(
        path,
        'event-parameter',
        `${name} shows a parameter of its path, and an event has none`,
      );
  }
  const knownEvents = new Map(Object.keys(events.drops).map((name) => [name, 'dropped']));
  for (const { v2, v1, resource } of takenEvents(events)) {
    const owner = knownEvents.get(v2);
    const path = ['events', 'takes', resource, v1];
    if (owner !== undefined) complaints.report(path, 'event-twice', `${v2} is ${owner} already`);
    knownEvents.set(v2, v1);
  }
}

/** A member of v1's event, or the reason why it cannot be made. */
type Member = Result<Json, string>;

/** Creates the reader of the instant of an event, in v1's notation. */
function compileEventInstant({ v1, v2 }: NonNullable<EventsEntry['at']>): (event: Json) => Member {
  const { read } = dateCodec(v2.as, v1.as);
  return (event) => {
    const instant = read(valueIn(event, v2.path) ?? null);
    return typeof instant === 'symbol' || instant === undefined
      ? failure(`${v2.path} is not ${v2.as}`)
      : success(instant);
  };
}

/** Creates the reader of the resource of an event, in v1's form. */
function compileEventResource(resource: ResolvedResource, path: string, shape: Profile['v1']) {
  const answer = makesCalls(resource) ? withoutCalls(resource.answer) : resource.answer;
  return (event: Json): Member => {
    const body = { data: valueIn(event, path) ?? null };
    const shownResource = answer.read(body);
    if (!shownResource.ok) {
      const { path: misplaced, expected, rule = 'no rule' } = shownResource.failure;
      return failure(`${misplaced.replace(/^data\b/, path)} is not ${expected} (${rule})`);
    }
    // An answer may lack a value, which the client can ask for again; an event is told once.
    if (answer.lacksSource?.(body) === true) return failure(`${path} is not a whole ${resource.name}`);
    return success(unwrapResource(shownResource.value['data'] ?? null, shape));
  };
}

/** Creates the writer of v1's event. The first member that cannot be made refuses the whole. */
function compileEventWriter({ name, id, at, resource, beside }: EventsEntry) {
  const readInstant = at && compileEventInstant(at);
  return (event: Json, v1Name: string, eventId: string, shownResource: Member): Result<string, string> => {
    const members = [
      [name.v1, success(v1Name)],
      [id.v1, success(eventId)],
      [at?.v1.path ?? '', readInstant?.(event)],
      [resource.v1, shownResource],
    ] as const;
    let body: JsonObject = beside;
    for (const [path, member] of members) {
      if (member?.ok === false) return member;
      if (member !== undefined && path !== '') body = putAt(body, pathNames(path), member.value);
    }
    return success(writeJson(body));
  };
}

/** Reads the id of an event: text, or a whole number. */
function idIn(event: Json, path: string): string | undefined {
  const id = valueIn(event, path);
  if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Reads the name of an event; one that is no plain word may hold anything, and is not shown. */
function nameIn(event: Json, path: string): string {
  const name = valueIn(event, path);
  return typeof name === 'string' && /^[\w.:/-]{1,100}$/.test(name) ? name : 'without a plain name';
}

/** Creates the translation of v2's events by the rules of the mapping files. */
export function compileEventTranslation(
  events: EventsEntry,
  { v1: shape }: Profile,
  resources: readonly ResolvedResource[],
): (event: Json) => Result<TranslatedEvent, EventMisfit> {
  const { name: names, id: ids, resource: places, drops } = events;
  const eventsByName = new Map(takenEvents(events).map((event) => [event.v2, event]));
  const readers = new Map(
    resources.map((resource) => [resource.name, compileEventResource(resource, places.v2, shape)]),
  );
  const write = compileEventWriter(events);
  return (event) => {
    const name = nameIn(event, names.v2);
    const eventMisfit = (reason: string) => failure({ name, reason });
    const id = idIn(event, ids.v2);
    if (id === undefined) return eventMisfit(`${ids.v2} is not an id`);
    if (Object.hasOwn(drops, name)) return success({ id, name, body: undefined });
    const takenEvent = eventsByName.get(name);
    const shownEvent = takenEvent && readers.get(takenEvent.resource)?.(event);
    if (shownEvent === undefined) return eventMisfit(`${names.v2} is no event of the mappings`);
    const body = write(event, takenEvent?.v1 ?? '', id, shownEvent);
    return body.ok ? success({ id, name, body: body.value }) : eventMisfit(body.failure);
  };
}
