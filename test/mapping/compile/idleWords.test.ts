import { put, ticketFaults, ticketMappings } from '../support/ticketMapping.ts';

const adds = 'contract.adds';
const part = { fields: { name: 'text' } };
const applies = 'applies to nothing';

/** The faults of the ticket mapping whose request has a further member. */
const faultsOf = (member: object): string =>
  ticketFaults(put(`${adds}.v1.ticketUpdate.parts`, member)).join('\n');

describe('a word of a contract', () => {
  it.each<readonly [member: object, message: string]>([
    ...['boolean', 'date', 'url', 'object', 'phpArray', 'timestamp', 'money(2)', 'instant(iso)'].flatMap(
      (type) => [
        [{ type, minimum: 1 }, `minimum: ${applies} here`] as const,
        [{ type, maximum: 9 }, `maximum: ${applies} here`] as const,
      ],
    ),
    [{ map: part, maximum: 2 }, `maximum: ${applies} here`],
    [{ ...part, minimum: 1 }, `minimum: ${applies} here`],
    [{ type: 'text', known: ['a'], maximum: 3 }, `maximum: ${applies} beside \`known\``],
    [{ type: 'text', closed: true }, `closed: ${applies} without \`known\``],
    [{ type: 'integer', known: ['a'] }, `known: ${applies} here: it is for text`],
    [{ type: 'integer', decimals: 2 }, `decimals: ${applies} here: it is for number`],
    [{ type: 'boolean', issued: true }, `issued: ${applies} here`],
    [{ each: { type: 'text', optional: true } }, `optional: ${applies}: an element has no name`],
    [{ map: { type: 'text', alsoNamed: 'b' } }, `alsoNamed: ${applies}: an element has no name`],
    [{ type: 'text', needed: true }, `needed ${applies} here: it is for answers of v2`],
    [{ type: 'text', alsoNamed: 'b' }, `alsoNamed ${applies} here: it is for answers of v2`],
    [{ fields: { a: { type: 'text', requiredWhen: 'b' } } }, `requiredWhen ${applies} here`],
    [{ each: part, maximum: 1.5 }, 'has as many elements or characters as a whole number says'],
    [{ each: part, minimum: -1 }, 'has as many elements or characters as a whole number says'],
    [{ type: 'text', minimum: 0.5 }, 'has as many elements or characters as a whole number says'],
    [{ type: 'number', minimum: 3, maximum: 2 }, 'minimum: is more than `maximum`: no value fits'],
  ])('that has no effect is a fault: %j', (member, message) => {
    expect(faultsOf(member)).toContain(message);
  });

  it.each([
    ['v1.ticket.title', { type: 'text', requiredWhen: 'data' }],
    ['v2.ticketPatch.title', { type: 'text', optional: true, needed: true }],
  ])('is a fault at %s with %j', (path, member) => {
    expect(ticketFaults(put(`${adds}.${path}`, member)).join('\n')).toContain('word-unused');
  });

  it('bounds a number that also comes as text at one end alone', () => {
    const size = { type: 'number', asText: true, minimum: 2, optional: true };
    const { operations } = ticketMappings(
      put(`${adds}.v1.ticketUpdate.size`, size),
      put(`${adds}.v2.ticketPatch.size`, size),
      put('operations.updateTicket.body.fields.size', 'size'),
      put('operations.updateTicket.body.unmirrored', { size: 'no read shows it' }),
    );
    const update = operations.find(({ name }) => name === 'updateTicket');
    const refused = update?.body?.({ size: '1' });
    expect(refused?.ok === false && refused.failure.errors).toEqual({
      size: ['The size field must be at least 2.'],
    });
    expect(update?.body?.({ size: '2' }).ok).toBe(true);
  });
});
