import type { Service } from '../../../src/cli/doctor/examineService.js';
import { probeRead } from '../../../src/cli/doctor/probeV2.js';
import type { Json } from '../../../src/contract/json.js';
import { success } from '../../../src/contract/result.js';
import { allOf } from './support/examined.ts';
import { put, ticketMappings } from '../../mapping/support/ticketMapping.ts';

const ticket = { ticket_no: 7, title: 'Rack', price: '1', parts: [], values: {} };
const answers: Readonly<Record<string, Json>> = {
  '/v2/tickets?page=1&per_page=1': { data: [ticket] },
  '/v2/tickets/7': { data: ticket },
};

const read: Service['read'] = (path) => {
  const body = answers[path] ?? { message: 'Resource not found.' };
  const status = answers[path] === undefined ? 404 : 200;
  return Promise.resolve(success({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) }));
};

describe('lifeboat doctor', () => {
  it('reads a resource by the id that the mapping names', async () => {
    const mappings = ticketMappings(
      put('contract.adds.v2.ticket.id'),
      put('contract.adds.v2.ticket.ticket_no', 'integer'),
      put('envelope.id', 'ticket_no'),
    );
    const operation = mappings.operations.find(({ name }) => name === 'getTicket');
    if (operation === undefined) throw new Error('the ticket mapping reads a ticket');
    const visit = { service: { read }, key: 'key-1', lists: [] };
    const findings = await allOf(probeRead(visit, operation));
    expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'ok: reads as the mapping relies on, and answers 404 for what is not there',
    ]);
  });
});
