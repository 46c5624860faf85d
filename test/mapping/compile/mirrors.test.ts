import { put, ticketFaults } from '../support/ticketMapping.ts';

const guessed = { class: 'guessed', reason: 'none' };

describe('an attribute that a client writes back as it read it', () => {
  it.each([
    ['an empty object', 'data', { from: 'values', codec: 'phpObject', default: {}, ...guessed }],
    ['an empty list', 'parts', { from: 'parts', default: [], ...guessed }],
    ['a word', 'title', { from: 'title', default: 'untitled', ...guessed }],
    ['an empty text that v1 takes', 'title', { from: 'title', default: '', ...guessed }],
  ])('is a fault if its default is %s', (_, attribute, rule) => {
    const message = `a client that writes back what it reads in ${attribute} would write its default to `;
    expect(ticketFaults(put(`attributes.${attribute}`, rule))).toEqual([
      expect.stringContaining(`default-written-back: ${message}`),
    ]);
  });

  it('may have a default that v1 does not take as data', () => {
    const nullable = { type: 'text', nullable: true, optional: true };
    expect(
      ticketFaults(
        put('contract.adds.v2.ticket.title', { type: 'text', optional: true }),
        put('contract.adds.v1.ticketUpdate.title', nullable),
        put('contract.adds.v2.ticketPatch.title', nullable),
        put('operations.updateTicket.body.fields.title', { to: 'title', onNull: 'omit' }),
        put('attributes.title', { from: 'title', default: '', ...guessed }),
      ),
    ).toEqual([]);
  });
});
