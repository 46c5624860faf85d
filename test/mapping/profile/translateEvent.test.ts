import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../../src/contract/json.js';
import { compileMappings } from '../../../src/mapping/compile/loadMappings.js';
import { compileEventTranslation } from '../../../src/mapping/profile/translateEvent.js';
import { ticketApi } from '../support/ticketApi.ts';

const profileWith = (events: string): string => `
name: Tickets
v1: { one: '', attributes: '', list: rows }
v2: {}
events:
${events}
`;

const EVENTS = `
  name: { v1: event, v2: type }
  id: { v1: delivery.id, v2: id }
  at: { v1: { path: delivery.at, as: iso }, v2: { path: sent, as: unixMilliseconds } }
  resource: { v1: payload, v2: data.object }
  signature: { v1: { header: X-Sign }, v2: { header: X-Hub } }
  beside: { version: 1 }
  takes:
    room: { room.added: room.created, room.changed: [room.renamed, room.moved] }
    incident: { incident.opened: incident.opened }
  drops: { room.liked: v1 had no likes }
`;

const room = {
  ref: 'hall',
  name: 'Hall',
  capacity: 80,
  fee_cents: 1250,
  locked: false,
  noise: 'low',
  phase: 'used',
  state: 'open',
};

const eventOf = (type: string, object: Json = room): Json => ({
  type,
  id: 'evt-1',
  sent: 1_767_323_045_678,
  data: { object },
});

function translated(event: Json, events = EVENTS) {
  const { profile, resources } = ticketApi(undefined, undefined, profileWith(events));
  if (profile.events === undefined) throw new Error('there are no events');
  const outcome = compileEventTranslation(profile.events, profile, resources)(event);
  if (!outcome.ok) return outcome.failure;
  const { body, ...named } = outcome.value;
  return { ...named, body: body === undefined ? undefined : (JSON.parse(body) as unknown) };
}

describe('an event of v2', () => {
  it("is told in v1's names, places, notation and resource", () => {
    expect(translated(eventOf('room.created'))).toEqual({
      id: 'evt-1',
      name: 'room.created',
      body: {
        version: 1,
        event: 'room.added',
        delivery: { id: 'evt-1', at: '2026-01-02T03:04:05Z' },
        payload: {
          label: 'Hall',
          seats: 80,
          fee: 12.5,
          state: 'free',
          bookable: true,
          quiet: 1,
          shut: false,
        },
      },
    });
    expect(translated(eventOf('room.moved'))).toMatchObject({ body: { event: 'room.changed' } });
  });

  it('is read where the event itself is the resource', () => {
    const whole = EVENTS.replace('v2: data.object', "v2: ''");
    const event = { type: 'room.created', id: 7, sent: 0, ...room };
    expect(translated(event, whole)).toMatchObject({ id: '7', body: { payload: { label: 'Hall' } } });
  });

  it('shows what a resource shows without further calls', () => {
    const incident = {
      id: 7,
      title: 'Leak',
      owner_id: 31,
      reporter_id: 8,
      calls: { owner: { name: 'Eve' } },
    };
    expect(translated(eventOf('incident.opened', incident))).toMatchObject({
      body: { payload: { subject: 'Leak', owner: null } },
    });
  });

  it('that v1 did not have is no event of v1', () => {
    expect(translated(eventOf('room.liked', null))).toEqual({
      id: 'evt-1',
      name: 'room.liked',
      body: undefined,
    });
  });

  it.each([
    ['room.deleted', room, 'room.deleted', 'type is no event of the mappings'],
    ['<a secret word>', room, 'without a plain name', 'type is no event of the mappings'],
    ['room.created', null, 'room.created', 'data.object is not object'],
    ['room.created', { ...room, ref: null }, 'room.created', 'data.object.ref is not '],
    ['room.created', { ref: 'hall' }, 'room.created', 'data.object'],
  ])('that is %s of %j is refused with its place, and without its values', (type, object, name, reason) => {
    expect(translated(eventOf(type, object))).toEqual({
      name,
      reason: expect.stringContaining(reason) as string,
    });
  });

  it.each([
    ['id', { id: null }],
    ['sent', { sent: 'today' }],
  ])('without a %s that can be read is refused', (place, without) => {
    const event = { ...(eventOf('room.created') as object), ...without };
    expect(translated(event)).toMatchObject({ reason: expect.stringMatching(`^${place} is not`) as string });
  });
});

describe('the events of a profile', () => {
  it.each([
    ['takes:\n    room:', 'takes:\n    rom:', 'there is no resource rom', 'did you mean "room"?'],
    ['takes:\n    room:', 'takes:\n    venue:', 'venue shows a parameter of its path', '^'],
    ['room.liked: v1', 'room.moved: v1', 'room.moved is dropped already', '^'],
    ['[room.renamed, room.moved]', 'room.created', 'room.created is room.added already', '^'],
    ['header: X-Sign', 'header: Host', 'is not a header that signs', '^'],
    ['header: X-Sign', 'header: X-Sign, form: "{md5}"', 'is not a form such as sha256={hex}', '^'],
    [', v2: { header: X-Hub }', '', 'v2', '^'],
  ])('with %j as %j are refused with their place', (from, to, ...texts) => {
    const compile = () => ticketApi(undefined, undefined, profileWith(EVENTS.replace(from, to)));
    for (const text of texts) expect(compile).toThrow(text);
  });

  it('are refused for a resource that is never made of one read', () => {
    const text = readFileSync(join(import.meta.dirname, '..', 'ticketApi', 'incident.yaml'), 'utf8');
    const alone = text
      .slice(0, text.indexOf('  listIncidents:'))
      .replace('{ from: calls.project.label, onAbsent: omit }', 'calls.project.label');
    const events = EVENTS.replace(/^ +room: .*\n/m, '');
    const compiled = compileMappings({
      profile: { file: 'api.yaml', text: profileWith(events) },
      files: [{ file: 'incident.yaml', text: alone }],
      forms: [],
    });
    expect(compiled).toMatchObject({ ok: false, failure: [{ code: 'event-calls' }] });
  });
});
