import { put, ticketFaults } from '../support/ticketMapping.ts';

/** The faults of tickets whose v1 team, one of DEV and OPS, v2 has as a word of its own. */
function faultsWith(table: object, v2: object = {}): readonly string[] {
  const [v1Team, v2Team] = [
    { type: 'text', known: ['DEV', 'OPS'] },
    { type: 'text', ...v2 },
  ];
  return ticketFaults(
    put('contract.adds.v1.ticketUpdate.team', { ...v1Team, optional: true }),
    put('contract.adds.v2.ticketPatch.team', { ...v2Team, optional: true }),
    put('operations.updateTicket.body.fields.team', { to: 'team', codec: { words: table } }),
    put('operations.updateTicket.body.unmirrored', { team: 'no read shows it' }),
  );
}

describe('the table of a codec in a request', () => {
  it('is v2 word: v1 word', () => {
    expect(faultsWith({ 7: 'DEV', 8: 'OPS' })).toEqual([]);
  });

  it.each([
    [
      'is written the other way round',
      { DEV: '7', OPS: '8' },
      'v1 has no word 7, and the table has it for v1',
    ],
    [
      'lacks a word that v1 may send',
      { 7: 'DEV' },
      'v1 may send OPS, and the table has no word of v2 for it',
    ],
  ])('is a fault where it %s', (_, table, message) => {
    expect(faultsWith(table)).toEqual([`codec-misfit: ${message}`]);
  });

  it('need not have a word that v2 takes as it is', () => {
    expect(faultsWith({ 7: 'DEV' }, { known: ['7', 'OPS'], closed: true })).toEqual([]);
  });
});

describe('the table of a codec in an answer', () => {
  it('is a fault with a word that v1 does not have', () => {
    const faults = ticketFaults(
      put('contract.adds.v1.ticket.title', { type: 'text', known: ['Open', 'Shut'] }),
      put('attributes.title', { from: 'title', codec: { words: { Open: 'open', Shut: 'shut' } } }),
    );
    expect(faults).toEqual(['codec-misfit: v1 has no word open, and the table has it for v1']);
  });
});
