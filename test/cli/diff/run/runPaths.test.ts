import { allReads } from '../../../../src/cli/diff/run/runPaths.js';
import type { Json } from '../../../../src/contract/json.js';
import { failure, success } from '../../../../src/contract/result.js';
import { put, ticketMappings } from '../../../mapping/support/ticketMapping.ts';
import { ticketApi } from '../../../mapping/support/ticketApi.ts';

/** Resources of the ticket API by their operations' names. */
const resourcesWith = (...names: readonly string[]) =>
  ticketApi()
    .resources.map((resource) => ({
      ...resource,
      operations: resource.operations.filter(({ operation }) => names.includes(operation.name)),
    }))
    .filter(({ operations }) => operations.length > 0);

/** A v1 that shows these pages. */
const showing = (pages: Readonly<Record<string, Json>>) => (path: string) => {
  const page = pages[path];
  return Promise.resolve(page === undefined ? failure(`${path} is not expected`) : success(page));
};

const comments = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index): Json => ({ id: from + index, attributes: {} }));

describe('the paths that v1 lists itself', () => {
  it('are to be named in a file where each list is below another resource', async () => {
    const read = () => Promise.resolve(success({ data: [] }));
    expect(await allReads(resourcesWith('listCommentsOfTicket'), read)).toEqual({
      ok: false,
      failure: 'no list of v1 is without path parameters: name reads with --paths FILE',
    });
  });

  it('lead to each item by its id, a number too, and by attributes', async () => {
    const data = [
      { id: 7, attributes: { project: 'north shore' } },
      { id: '8', attributes: {} },
    ];
    const listed = showing({ '/v1/incidents?page=1&per_page=7': { data, meta: { total: 2 } } });
    expect(await allReads(resourcesWith('listIncidents', 'getIncident'), listed)).toEqual(
      success({
        paths: ['/v1/incidents?page=1&per_page=7', '/v1/projects/north%20shore/incidents/7'],
        pageCount: 1,
        cursorPageCount: 0,
        isWhole: true,
      }),
    );
  });

  it('lead to each item by the attribute with its id, whatever its parameter is called', async () => {
    const resources = ticketMappings(
      put('operations.getTicket.v1', 'GET /v1/tickets/{ticket}'),
      put('operations.getTicket.path', { id: { from: 'ticket' } }),
      put('operations.getTicket.parameters', { ticket: 'integer' }),
      put('contract.adds.v1.ticket.number', 'integer'),
      put('attributes.number', 'id'),
      put('operations.listTickets', {
        v1: 'GET /v1/tickets',
        v2: 'GET /v2/tickets',
        success: 200,
        evidence: { path: 'spec', success: 'spec' },
        list: { v1: { whole: true }, v2: { whole: true, query: {} } },
      }),
    ).resources;
    const listed = showing({ '/v1/tickets': { data: [{ attributes: { number: 7 } }] } });
    expect(await allReads(resources, listed)).toEqual(
      success({ paths: ['/v1/tickets', '/v1/tickets/7'], pageCount: 1, cursorPageCount: 0, isWhole: true }),
    );
  });

  it('are those of all pages, as far as v1 says that one follows', async () => {
    const [first, second] = [1, 2].map((page) => `/v1/comments?page=${page}&per_page=7`);
    const pagesWith = (...metas: readonly [Json, Json]) =>
      allReads(
        resourcesWith('listComments'),
        showing({
          [first ?? '']: { data: comments(0, 7), meta: metas[0] },
          [second ?? '']: { data: comments(7, 9), meta: metas[1] },
        }),
      );
    const whole = success({ paths: [first, second], pageCount: 2, cursorPageCount: 0, isWhole: true });
    expect(await pagesWith({ total: 9 }, { total: 9 })).toEqual(whole);
    expect(await pagesWith({ last_page: 2 }, { last_page: 2 })).toEqual(whole);
    expect(await pagesWith({ next: '/a' }, { next: null })).toEqual({
      ...whole,
      value: { ...whole.value, isWhole: false },
    });
    expect(await pagesWith({}, {})).toEqual(
      success({ paths: [first], pageCount: 1, cursorPageCount: 0, isWhole: false }),
    );
  });

  it('are the first page of a list by a cursor, whose other pages are read for their items alone', async () => {
    const path = '/v1/bots/comments?limit=7';
    const next = (cursor: string) => `/v1/bots/comments?cursor=${cursor}&limit=7`;
    const listed = showing({
      [path]: { data: comments(0, 7), meta: { next: 'abc' } },
      [next('abc')]: { data: comments(7, 14), meta: { next: '/bots/comments?cursor=d%2Fe' } },
      [next('d%2Fe')]: { data: comments(14, 15), meta: { more: false, next: 'abc' } },
    });
    expect(await allReads(resourcesWith('listCommentsOfBots'), listed)).toEqual(
      success({ paths: [path], pageCount: 1, cursorPageCount: 2, isWhole: false }),
    );
  });

  it('end where a cursor is named twice, or none', async () => {
    const path = '/v1/bots/comments?limit=7';
    const next = '/v1/bots/comments?cursor=1&limit=7';
    const standing = { data: comments(0, 7), meta: { next: 1 } };
    expect(
      await allReads(resourcesWith('listCommentsOfBots'), showing({ [path]: standing, [next]: standing })),
    ).toMatchObject({ value: { cursorPageCount: 1 } });
    const unnamed = { data: comments(0, 7), meta: { more: true } };
    expect(await allReads(resourcesWith('listCommentsOfBots'), showing({ [path]: unnamed }))).toMatchObject({
      value: { cursorPageCount: 0, isWhole: false },
    });
  });

  it('include an object that is read without an id', async () => {
    const { resources } = ticketMappings(
      put('operations.getTicket.v1', 'GET /v1/ticket'),
      put('operations.getTicket.v2', 'GET /v2/ticket'),
      put('operations.getTicket.parameters'),
    );
    expect(await allReads(resources, showing({}))).toEqual(
      success({ paths: ['/v1/ticket'], pageCount: 0, cursorPageCount: 0, isWhole: true }),
    );
  });
});
