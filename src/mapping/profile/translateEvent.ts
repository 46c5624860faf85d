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
  /** v2's id of the event. */
  readonly id: string;
  /** v2's name of the event. */
  readonly name: string;
  /** v1's event as JSON; undefined if v1 had no such event. */
  readonly body: string | undefined;
}

/** Reason why an event has no v1 form: places and names, never values. */
export interface EventMisfit {
  /** v2's name of the event; undefined if it is no plain word. */
  readonly name: string | undefined;
  readonly reason: string;
}

/** Translates a whole event of v2. */
export type TranslateEvent = (event: Json) => Result<TranslatedEvent, EventMisfit>;

/** An event of v1, with the resource that v2 shows in it. */
interface TakenEvent {
  readonly v1Name: string;
  readonly resource: string;
}

/** Lists the events that a profile takes, by v2's names. */
const takenEvents = ({ takes }: EventsEntry): readonly (readonly [v2Name: string, taken: TakenEvent])[] =>
  Object.entries(takes).flatMap(([resource, names]) =>
    Object.entries(names).flatMap(([v1Name, v2Names]) =>
      [v2Names].flat().map((v2Name) => [v2Name, { v1Name, resource }] as const),
    ),
  );

/** True if each answer that shows the resource is made of several reads. */
const isNeverAlone = ({ operations }: ResolvedResource): boolean =>
  operations.some(({ operation }) => operation.calls) &&
  operations.every(({ operation, ownAnswer }) => (ownAnswer ?? operation.calls) !== undefined);

/** Reports events that nothing can translate: of no resource, named twice, or without what v1 tells. */
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
  for (const [v2Name, { v1Name, resource }] of takenEvents(events)) {
    const owner = told.get(v2Name);
    const at = ['events', 'takes', resource, v1Name];
    if (owner !== undefined) complaints.report(at, 'event-twice', `${v2Name} is ${owner} already`);
    told.set(v2Name, v1Name);
  }
  if (events.v1.at !== undefined && events.v2.at === undefined)
    complaints.report(
      ['events', 'v1', 'at'],
      'place-missing',
      'nothing says where v2 tells the instant',
      'add `at: { path: ..., as: ... }` to v2',
    );
  return complaints.faults;
}

/** Reads the name of an event; a name that is no plain word may hold anything, and is not shown. */
function nameIn(event: Json, path: string): string | undefined {
  const name = valueIn(event, path);
  return typeof name === 'string' && /^[\w.:/-]{1,100}$/.test(name) ? name : undefined;
}

/** Reads the id of an event: text, or a whole number. */
function idIn(event: Json, path: string): string | undefined {
  const id = valueIn(event, path);
  return (typeof id === 'string' && id !== '') || Number.isSafeInteger(id) ? String(id) : undefined;
}

/** A member of v1's event, or the reason why it cannot be made. */
type Made = Result<Json, string>;

/** Makes the reader of the instant of an event; undefined if v1 does not tell it. */
function instantReader({ v1, v2 }: EventsEntry): ((event: Json) => Made) | undefined {
  if (v1.at === undefined || v2.at === undefined) return undefined;
  const { path, as } = v2.at;
  const { read } = dateCodec(as, v1.at.as);
  return (event) => {
    const instant = read(valueIn(event, path) ?? null);
    return typeof instant === 'number' || typeof instant === 'string'
      ? success(instant)
      : failure(`${path} is not ${as}`);
  };
}

/** Makes the reader of the resource of an event, in v1's form. */
function resourceReader(
  { name, answer: whole, operations }: ResolvedResource,
  path: string,
  shape: Profile['v1'],
): (event: Json) => Made {
  const answer = operations.some(({ operation }) => operation.calls) ? withoutCalls(whole) : whole;
  return (event) => {
    const body = { data: valueIn(event, path) ?? null };
    const shown = answer.read(body);
    // An answer may lack a value, which the client can ask for again; an event is told once.
    if (shown.ok && answer.lacks?.(body) === true) return failure(`${path} is not a whole ${name}`);
    if (shown.ok) return success(unwrapped(shown.value['data'] ?? null, shape));
    const { path: misplaced, expected, rule } = shown.failure;
    const place = misplaced.replace(/^data\b/, path).replace(/^\./, '');
    return failure(`${place} is not ${expected}${rule === undefined ? '' : ` (${rule})`}`);
  };
}

/** Makes the translation of v2's events by the rules of the mapping files; undefined if the profile has no events. */
export function eventTranslation(
  { events, v1: shape }: Profile,
  resources: readonly ResolvedResource[],
): TranslateEvent | undefined {
  if (events === undefined) return undefined;
  const { v1, v2, drops } = events;
  const taken = new Map(takenEvents(events));
  const readers = new Map(resources.map((of) => [of.name, resourceReader(of, v2.resource, shape)]));
  const readInstant = instantReader(events);
  /** Makes the whole event of v1, or none. */
  const made = (event: Json, id: string, { v1Name, resource }: TakenEvent): Result<string, string> => {
    const members: [path: string, made: Made | undefined][] = [
      [v1.name, success(v1Name)],
      [v1.id, v1.id === '' ? undefined : success(id)],
      [v1.at?.path ?? '', readInstant?.(event)],
      [v1.resource, readers.get(resource)?.(event)],
    ];
    let body: JsonObject = v1.beside;
    for (const [path, member] of members) {
      if (member?.ok === false) return member;
      if (member !== undefined) body = putAt(body, stepsOf(path), member.value);
    }
    return success(writeJson(body));
  };
  return (event) => {
    const name = nameIn(event, v2.name);
    const misfit = (reason: string) => failure({ name, reason });
    const id = idIn(event, v2.id);
    if (id === undefined) return misfit(`${v2.id} is not an id`);
    if (name !== undefined && Object.hasOwn(drops, name)) return success({ id, name, body: undefined });
    const known = name === undefined ? undefined : taken.get(name);
    if (name === undefined || known === undefined) return misfit(`${v2.name} is no event of the mappings`);
    const body = made(event, id, known);
    return body.ok ? success({ id, name, body: body.value }) : misfit(body.failure);
  };
}
