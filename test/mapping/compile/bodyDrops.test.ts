import { put, ticketFaults, ticketMappings } from '../support/ticketMapping.ts';

const body = 'operations.updateTicket.body';
const version = { fields: { number: 'integer', minorEdit: 'boolean', by: { fields: { name: 'text' } } } };

/** A ticket with a version in both APIs, of which v2 takes the number alone. */
const edits = [
  put('contract.adds.v1.ticketUpdate.version', { ...version, optional: true }),
  put('contract.adds.v1.ticket.version', { fields: { number: 'integer' } }),
  put('contract.adds.v2.ticketPatch.version', { fields: { number: 'integer' }, optional: true }),
  put('contract.adds.v2.ticket.version', { fields: { number: 'integer' } }),
  put('attributes.version', { from: 'version', pick: ['number'] }),
  put(`${body}.fields.version`, { to: 'version', pick: ['number'] }),
];
const note = { name: 'text', size: { type: 'integer', optional: true }, note: 'text' };
const drops = (dropped: object) => [
  put(`${body}.drops`, dropped),
  put(`${body}.mirrors`, {
    title: 'title',
    parts: 'parts',
    ticket_data: 'data',
    'version.number': 'version.number',
  }),
];
const both = { 'version.minorEdit': 'v2 has no minor edits', 'version.by': 'v2 takes it from the key' };

describe('a nested member of a request', () => {
  it('is dropped by its path, with a reason', () => {
    const { operations, ledgers } = ticketMappings(...edits, ...drops(both));
    const update = operations.find(({ name }) => name === 'updateTicket');
    const sent = update?.body?.({ version: { number: 3, minorEdit: true, by: { name: 'Ada' } } });
    expect(sent).toEqual({ ok: true, value: { json: { version: { number: 3 } } } });
    expect(ledgers[0]?.losses.map(({ member, reason }) => [member, reason])).toEqual(Object.entries(both));
  });

  it('is asked for where nothing drops it', () => {
    expect(ticketFaults(...edits, ...drops({ 'version.by': 'v2 takes it from the key' }))).toEqual([
      'body-field-without-rule: v1 request field version.minorEdit has no rule',
      'mirror-missing: nothing says where a client reads back what it writes to version.minorEdit',
    ]);
  });

  it('is dropped in each element of a list', () => {
    const parts = [
      put('contract.adds.v1.ticketUpdate.parts', { each: { fields: note }, optional: true }),
      put(`${body}.fields.parts`, { to: 'parts', each: ['name', 'size'] }),
      put(`${body}.mirrors`, { title: 'title', ticket_data: 'data' }),
      put(`${body}.unmirrored`, { parts: 'a read shows them without notes' }),
    ];
    const dropped = put(`${body}.drops`, { 'parts[].note': 'v2 has no notes' });
    expect(ticketFaults(...parts, dropped)).toEqual([]);
    expect(ticketFaults(...parts)).toEqual([
      'body-field-without-rule: v1 request field parts[].note has no rule',
    ]);
  });

  it.each([
    ['version.colour', 'drop-unknown: a v1 request has no version.colour'],
    ['ticket_data.colour', 'drop-unknown: a v1 request has no ticket_data.colour'],
    ['version.number', 'dropped-and-used: version.number is dropped here and has a rule'],
    ['parts[].size', 'dropped-and-used: parts[].size is dropped here and goes on with parts[]'],
  ])('is no member that there is not, and none that is sent: %s', (name, fault) => {
    expect(ticketFaults(...edits, ...drops({ ...both, [name]: 'no reason' }))).toContain(fault);
  });
});
