import { contracts } from '../../src/contract/contracts.js';
import type { Field } from '../../src/contract/field.js';
import { type WrittenContracts, writtenContracts } from '../../src/contract/writtenContract.js';
import { extendContracts } from '../../src/contract/knownContracts.js';

/** Reads contracts as they stand in a mapping file, and returns the one of that name. */
function fieldOf(side: 'v1' | 'v2', name: string, members: unknown): Field | undefined {
  const written: WrittenContracts = writtenContracts.parse({ [side]: { [name]: members } });
  return extendContracts(written).fields[side].get(name);
}

const text = 'text';
const timestamp = 'timestamp';

/** The shipped contract of a v2 currency offer, as a user would write it. */
const currencyOffer = {
  id: 'integer',
  uuid: text,
  external_id: { type: text, nullable: true },
  game: {
    fields: { id: 'integer', name: { type: text, issued: true }, slug: { type: text, issued: true } },
  },
  currency_unit: {
    fields: { slug: text, currency_name: text, name: text, symbol: text, multiplier: 'number' },
  },
  title: text,
  description: text,
  parameters: 'object',
  base_currency: text,
  status: { type: text, known: ['draft', 'listed', 'archived'], needed: true },
  delivery_time: {
    fields: {
      duration: 'integer',
      unit: { type: text, known: ['minutes', 'hours', 'days', 'seconds'] },
      format: text,
      format_long: { type: text, alsoNamed: 'formatLong' },
      seconds: 'integer',
    },
  },
  delivery_instructions: { type: text, nullable: true },
  stock: { type: 'integer', needed: true },
  min_quantity: 'integer',
  price_eur: 'money(6)',
  price_usd: 'money(6, USD)',
  views: 'integer',
  icon_url: text,
  created_at: timestamp,
  updated_at: timestamp,
  listed_at: { type: timestamp, nullable: true },
};

/** The shipped contract of a v1 request. */
const currencyOfferUpdate = {
  description: { type: text, maximum: 5028 },
  price: { type: 'number', asText: true, decimals: 6, minimum: 0, maximum: 999_999_999 },
  game: { type: text, issued: true },
  stock: { type: 'integer', asText: true, minimum: 0, maximum: 1_000_000_000 },
  min_quantity: { type: 'integer', asText: true, minimum: 1, maximum: 1_000_000_000 },
  delivery_time: {
    fields: {
      duration: { type: 'integer', asText: true, minimum: 0, maximum: 1_000_000 },
      unit: { type: text, known: ['minutes', 'hours', 'days', 'seconds'], closed: true },
    },
  },
  currency_data: { type: 'phpArray', optional: true },
  delivery_instructions: { type: text, nullable: true, optional: true },
};

describe('a contract that a mapping file declares', () => {
  it('describes an answer of v2 as the shipped one does', () => {
    expect(fieldOf('v2', 'written', currencyOffer)).toEqual(contracts.v2.get('currencyOffer'));
  });

  it('describes a request of v1 as the shipped one does', () => {
    expect(fieldOf('v1', 'written', currencyOfferUpdate)).toEqual(contracts.v1.get('currencyOfferUpdate'));
  });

  it('adds a member to a shipped contract, and replaces one of the same name', () => {
    const shipped = contracts.v2.get('currencyOffer');
    const extended = fieldOf('v2', 'currencyOffer', {
      boosts: { each: { fields: { until: timestamp } } },
      views: { type: 'integer', nullable: true },
    });
    const added = extendContracts({
      v2: { none: { boosts: { each: { fields: { until: { type: timestamp } } } } } },
    });
    const boosts = added.fields.v2.get('none');
    expect(shipped?.kind === 'object' && boosts?.kind === 'object' && extended).toMatchObject({
      members: new Map([
        ...(shipped?.kind === 'object' ? shipped.members : []),
        ['views', { kind: 'integer', asText: false, nullable: true, optional: false, secret: false }],
        ...(boosts?.kind === 'object' ? boosts.members : []),
      ]),
    });
    expect(contracts.v2.get('currencyOffer')).toBe(shipped);
  });

  it.each([
    [
      'text of a few words alone',
      { type: text, known: ['a', 'b'], closed: true },
      { closed: true, known: ['a', 'b'] },
    ],
    ['a secret', { type: text, secret: true, nullable: true }, { secret: true, nullable: true }],
    [
      'a number in bounds',
      { type: 'number', minimum: 0, maximum: 9 },
      { minimum: 0, maximum: 9, asText: false },
    ],
    [
      'a number in bounds that also comes as text',
      { type: 'number', asText: true, decimals: 2, minimum: 0, maximum: 9 },
      { kind: 'number', decimals: 2, minimum: 0, maximum: 9, asText: true },
    ],
    [
      'text of bounded length',
      { type: text, minimum: 1, maximum: 5 },
      { minimumLength: 1, maximumLength: 5 },
    ],
    ['an address', 'url', { kind: 'text', format: 'url' }],
    ['a date', 'date', { kind: 'date' }],
    [
      'what a flag asks for',
      { type: text, optional: true, requiredWhen: 'is_manual' },
      { requiredWhen: 'is_manual' },
    ],
  ])('describes %s', (_, member, described) => {
    const field = fieldOf('v1', 'written', { member });
    expect(field?.kind === 'object' && field.members.get('member')).toMatchObject(described);
  });

  it.each([
    ['an unknown type', { type: 'string' }],
    ['a type and members', { type: text, fields: { a: text } }],
    ['neither', { nullable: true }],
    ['an unknown fact', { type: text, nulable: true }],
    ['amounts without places', 'money'],
  ])('is refused with %s', (_, member) => {
    expect(writtenContracts.safeParse({ v1: { written: { member } } }).success).toBe(false);
  });
});
