import { explainBody } from '../../../src/mapping/explain/explanation.js';
import { tryLaws } from '../../../src/proof/laws/tryLaws.js';
import { playExchange } from '../support/playExchange.ts';
import { put, ticketFaults, ticketMappings } from '../support/ticketMapping.ts';

const patch = 'contract.adds.v2.ticketPatch';
const fields = 'operations.updateTicket.body.fields';
const edits = [put(`${patch}.id`, 'integer'), put(`${fields}.{id}`, 'id')];
const ticket = { id: 7, title: 'Rack', price: '1', parts: [], values: {} };

describe('a parameter of the path in the body of v2', () => {
  it('is required where v2 requires it, and fed by a line that names it', () => {
    expect(ticketFaults(put(`${patch}.id`, 'integer'))).toEqual([
      'target-unfed: v2 requires id, and nothing feeds it',
    ]);
    expect(ticketFaults(...edits)).toEqual([]);
  });

  it.each([
    ['7', 7],
    ['007', 7],
  ])('is sent as the path has it, as a number: %s', async (given, id) => {
    const { status, sent } = await playExchange(ticketMappings(...edits), {
      method: 'PATCH',
      path: `/v1/tickets/${given}`,
      body: { title: 'Rack', id: 9 },
      v2: [{ body: { data: ticket } }],
    });
    expect([status, sent.map(({ body }) => body)]).toEqual([200, [{ title: 'Rack', id }]]);
  });

  it('holds the laws, in which no request gives it', () => {
    const { resources } = ticketMappings(...edits);
    expect(resources.flatMap((resource) => tryLaws(resource, { runs: 20, seed: 1 }))).toEqual([]);
  });

  it('is explained beside the members of the request', () => {
    const [update] = ticketMappings(...edits).resources.flatMap(({ operations }) =>
      operations.filter(({ operation }) => operation.name === 'updateTicket'),
    );
    const v1 = { title: 'Rack' };
    const sent = update?.operation.body?.(v1, { id: '7' });
    if (update?.body === undefined || sent?.ok !== true)
      throw new Error('the ticket mapping updates a ticket');
    expect(explainBody(update.body, { v1, v2: sent.value })).toMatchObject([
      { member: 'title', target: 'title', sent: 'Rack' },
      { member: '{id}', target: 'id', sent: 7 },
    ]);
  });

  it('may stand in the body of v2 alone', () => {
    const text = [put('operations.updateTicket.parameters.id', 'text'), put(`${patch}.id`, 'text')];
    const route = put('operations.updateTicket.v2', 'PATCH /v2/tickets');
    expect(ticketFaults(...text, route, put(`${fields}.{id}`, 'id'))).toEqual([]);
    expect(ticketFaults(route, put(`${patch}.title`, 'text'))).toContain(
      'parameter-unused: v1 path parameter {id} feeds nothing',
    );
  });

  it('is a fault where the path has no such parameter', () => {
    expect(ticketFaults(put(`${patch}.id`, 'integer'), put(`${fields}.{key}`, 'id'))).toContain(
      'body-field-unknown: a v1 request has no {key}',
    );
  });
});
