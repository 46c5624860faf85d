import { narrowingsOf } from '../../../src/proof/witnesses/requestNarrowings.js';
import { tryLaws } from '../../../src/proof/laws/tryLaws.js';
import { put, ticketMappings } from '../support/ticketMapping.ts';

const part = { fields: { name: 'text', size: { type: 'integer', optional: true } } };
const parts = (bounds: object) =>
  put('contract.adds.v1.ticketUpdate.parts', { each: part, optional: true, ...bounds });

/** Sends a ticket with so many parts, and returns the answer of v1. */
function refused(count: number, bounds: object): unknown {
  const { operations } = ticketMappings(parts(bounds));
  const update = operations.find(({ name }) => name === 'updateTicket');
  const sent = update?.body?.({ parts: Array.from({ length: count }, (_, at) => ({ name: `part ${at}` })) });
  return sent?.ok === false ? sent.failure.errors : sent?.ok;
}

describe('the bounds of a list in a contract', () => {
  it.each([
    [1, { minimum: 2 }, 'The parts field must have at least 2 items.'],
    [3, { maximum: 2 }, 'The parts field must not have more than 2 items.'],
    [1, { maximum: 0 }, 'The parts field must not have more than 0 items.'],
  ])('refuse %d elements in a request with %j', (count, bounds, message) => {
    expect(refused(count, bounds)).toEqual({ parts: [message] });
  });

  it('are counts of elements that are taken', () => {
    expect([2, 3].map((count) => refused(count, { minimum: 2, maximum: 3 }))).toEqual([true, true]);
  });

  it('hold in the bodies that the laws are tried on', () => {
    const { resources } = ticketMappings(parts({ minimum: 5, maximum: 6 }));
    const broken = resources.flatMap((resource) => tryLaws(resource, { runs: 20, seed: 1 }));
    expect(broken).toEqual([]);
  });

  it('of v2 that v1 does not have are shown by a request', () => {
    const bounds = { each: part, optional: true, minimum: 2, maximum: 3 };
    const [ticket] = ticketMappings(put('contract.adds.v2.ticketPatch.parts', bounds)).resources;
    const update = ticket?.operations.find(({ operation }) => operation.name === 'updateTicket');
    const schema = ticket?.schemas.v2['ticketPatch'];
    if (update === undefined || schema === undefined) throw new Error('the ticket mapping updates a ticket');
    expect(narrowingsOf(update, schema).map(({ member, is }) => `${member} ${is}`)).toEqual([
      'parts an empty list',
      'parts a list of more than 3',
    ]);
  });
});
