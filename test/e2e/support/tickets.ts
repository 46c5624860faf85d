import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { reply, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';

const orNull = { type: 'text', nullable: true };

const evidence = { path: 'assumed', parameters: 'assumed', success: 'assumed' };

/** A pair of ticket APIs that has nothing of the shipped one: other prefixes, no envelopes, pages counted elsewhere. */
const profile = {
  name: 'Tickets',
  v1: {
    prefix: '/api/v1',
    one: '',
    list: 'tickets',
    attributes: '',
    sunset: '2999-01-01T00:00:00Z',
    paging: { current_page: 'page', last_page: 'pages', per_page: 'size', total: 'count', from: '', to: '' },
  },
  v2: {
    prefix: '/rest/3',
    one: '',
    list: 'items',
    paging: {
      current_page: 'page.number',
      per_page: 'page.size',
      total: 'page.total',
      last_page: 'page.last',
    },
  },
};

const ticket = {
  resource: 'ticket',
  contract: {
    v1: 'ticket',
    v2: 'ticket',
    adds: {
      v1: { ticket: { id: 'integer', subject: 'text', state: 'text', assignee: orNull, opened_at: 'date' } },
      v2: {
        ticket: { id: 'integer', title: 'text', state: 'text', assignee: orNull, opened_at: 'timestamp' },
      },
    },
  },
  dates: 'iso',
  envelope: { type: 'tickets', id: 'id' },
  attributes: {
    id: 'id',
    subject: 'title',
    state: { from: 'state', codec: 'capitalized' },
    assignee: { from: 'assignee', onNull: 'pass' },
    opened_at: { from: 'opened_at', codec: 'date' },
  },
  operations: {
    listTickets: {
      v1: 'GET /v1/tickets',
      v2: 'GET /v2/tickets',
      list: {
        v1: { page: 'page', size: 'size', usual: 2, most: 100 },
        v2: { page: 'number', size: 'size', most: 50, query: {} },
      },
      success: 200,
      evidence,
    },
    getTicket: {
      v1: 'GET /v1/tickets/{id}',
      parameters: { id: 'integer' },
      v2: 'GET /v2/tickets/{id}',
      success: 200,
      evidence,
    },
  },
};

/** Writes the mappings of the ticket APIs into a folder. */
export function writeTicketMappings(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'api.yaml'), stringify(profile));
  writeFileSync(join(folder, 'ticket.yaml'), stringify(ticket));
}

const ids = [1, 2, 3];
const OPENED = '2026-01-02T03:04:05Z';
const SECONDS = Date.parse(OPENED) / 1000;

/** What the ticket service answers at a target; undefined for what it does not have. */
function bodyAt(target: string): unknown {
  const { pathname, searchParams } = new URL(target, 'http://tickets');
  const askedNumber = (names: readonly string[], usual: number): number =>
    Number(names.map((name) => searchParams.get(name)).find((value) => value !== null) ?? usual);
  const [size, number] = [askedNumber(['size', 'per_page'], 2), askedNumber(['number', 'page'], 1)];
  const shownNumbers = ids.slice((number - 1) * size, number * size);
  const [, side, id] = /^(\/api\/v1\/tickets|\/rest\/3\/tickets)(?:\/(\d+))?$/.exec(pathname) ?? [];
  const thing = (value: number): unknown =>
    side === '/api/v1/tickets'
      ? { id: value, subject: `Ticket ${value}`, state: 'Open', assignee: null, opened_at: OPENED }
      : { id: value, title: `Ticket ${value}`, state: 'open', assignee: null, opened_at: SECONDS };
  if (side === undefined || (id !== undefined && !ids.includes(Number(id)))) return undefined;
  if (id !== undefined) return thing(Number(id));
  const last = Math.ceil(ids.length / size);
  return side === '/api/v1/tickets'
    ? { tickets: shownNumbers.map(thing), page: number, pages: last, size, count: ids.length }
    : { items: shownNumbers.map(thing), page: { number, size, total: ids.length } };
}

/** The service that speaks both ticket APIs. */
export interface TicketService extends Pick<ScriptedUpstream, 'origin' | 'close'> {
  /** Every request so far. */
  readonly asked: readonly string[];
}

/** Starts the ticket service on a free port of the loopback interface. */
export async function startTickets(): Promise<TicketService> {
  const asked: string[] = [];
  const { origin, close } = await startUpstream({
    request: ({ method, path }, socket) => {
      asked.push(`${method} ${path}`);
      const body = bodyAt(path);
      const status = body === undefined ? 404 : 200;
      socket.write(reply(status, JSON.stringify(body ?? { message: 'no such ticket' })));
    },
  });
  return { origin, close, asked };
}
