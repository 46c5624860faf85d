import type { Json } from '../../../src/contract/json.js';
import { playExchange } from '../support/playExchange.ts';
import { put, ticketFaults, ticketMappings } from '../support/ticketMapping.ts';

const adds = 'contract.adds';

/** What a client reads as `parts` when v2 shows these. */
async function partsShown(value: Json): Promise<unknown> {
  const data = { id: 7, title: 'Rack', price: '1.50', values: {}, parts: value };
  const exchange = { path: '/v1/tickets/7', v2: [{ body: { data } }] };
  const { status, json } = await playExchange(ticketMappings(), exchange);
  expect(status).toBe(200);
  return (json as { data: { attributes: { parts: unknown } } }).data.attributes.parts;
}

describe('a list of objects', () => {
  it('shows only the declared members', async () => {
    const listParts = [
      { name: 'Bolt', size: 3, supplier_price: '0.01' },
      { name: 'Nut', cost: { eur: 1 } },
    ];
    expect(await partsShown(listParts)).toEqual([{ name: 'Bolt', size: 3 }, { name: 'Nut' }]);
  });

  it('is null when one of its elements cannot be read', async () => {
    expect(await partsShown([{ name: 'Bolt' }, { title: 'Nut' }])).toBeNull();
    expect(await partsShown([null])).toBeNull();
  });

  it('is listed in the ledger with its members', () => {
    const [ledger] = ticketMappings().ledgers;
    const lines = ledger?.attributes.filter(({ attribute }) => attribute.startsWith('parts'));
    expect(lines?.map(({ attribute, source, class: lossClass }) => [attribute, source, lossClass])).toEqual([
      ['parts', 'parts', 'exact'],
      ['parts[].name', 'parts[].name', 'exact'],
      ['parts[].size', 'parts[].size', 'exact'],
    ]);
    const members = ledger?.members.map(({ member, target }) => `${member} -> ${target}`);
    expect(members).toContain('parts[].size -> parts[].size');
  });

  it.each([
    [
      'a member that v1 does not show',
      'secret_note',
      'text',
      'parts[].secret_note is declared on one side alone',
    ],
    [
      'a member of another kind',
      'name',
      'integer',
      'parts[].name is integer on one side and text on the other',
    ],
    [
      'a member that may be null',
      'name',
      { type: 'text', nullable: true },
      'parts[].name may be null on one side alone',
    ],
    [
      'a member that may be absent',
      'name',
      { type: 'text', optional: true },
      'parts[].name may be absent on one side alone',
    ],
    ['a secret member', 'name', { type: 'text', secret: true }, 'parts[].name is secret on one side alone'],
  ])('is a fault with %s', (_, name, field, difference) => {
    expect(ticketFaults(put(`${adds}.v2.ticket.parts.each.fields.${name}`, field))).toEqual([
      `codec-misfit: the lists differ: ${difference}`,
    ]);
  });

  it('is a fault in a request if v2 takes other members', () => {
    expect(ticketFaults(put(`${adds}.v2.ticketPatch.parts.each.fields`, { name: 'text' }))).toEqual([
      'codec-misfit: the lists differ: parts[].size is declared on one side alone',
    ]);
  });

  it('is a fault if it holds amounts, which only a codec can read', () => {
    const amounts = (side: 'v1' | 'v2') => put(`${adds}.${side}.ticket.parts.each`, 'money(2)');
    expect(ticketFaults(amounts('v1'), amounts('v2'))).toContain(
      'codec-misfit: the lists differ: parts[] is money on one side and money on the other',
    );
  });
});

describe('a number that a contract calls text', () => {
  const hint = 'is for v2 and for requests';

  it.each([
    ['integer', `text-unwritten: v1 is answered id as a number: \`asText\` ${hint}`],
    ['number', `text-unwritten: v1 is answered id as a number: \`asText\` ${hint}`],
    ['instant(unixMilliseconds)', 'malformed: asText: applies to nothing here: it is for integer, number'],
  ])('is a fault in an answer of v1: %s', (type, message) => {
    const faults = ticketFaults(put(`${adds}.v1.ticket.id`, { type, asText: true }));
    expect(faults).toContain(message);
  });

  it('is a fault inside a list, and no fault in a request', () => {
    const text = { type: 'integer', asText: true };
    expect(ticketFaults(put(`${adds}.v1.ticket.parts.each.fields.size`, text))).toContain(
      `text-unwritten: v1 is answered size as a number: \`asText\` ${hint}`,
    );
    expect(ticketFaults(put(`${adds}.v1.ticketUpdate.parts.each.fields.size`, text)).join()).not.toContain(
      'text-unwritten',
    );
  });
});

describe('an amount in a currency that v1 does not show', () => {
  it('is refused as a fault of the mapping', () => {
    expect(ticketFaults(put(`${adds}.v2.ticket.price`, 'money(2, USD)'))).toEqual([
      'codec-misfit: v1 has an amount of EUR here, and v2 one of USD',
    ]);
  });
});
