import { createOriginsFinder } from '../../../src/mapping/explain/origins.js';
import { shipped } from '../../support/shipped.ts';
import { put, ticketMappings } from '../support/ticketMapping.ts';

const origins = createOriginsFinder(shipped().resources);

describe('the origin of a part of a v1 answer', () => {
  it.each([
    ['getCurrencyOffer', 'data.id', 'id'],
    ['getCurrencyOffer', 'data.attributes.price', 'price_eur'],
    ['getCurrencyOffer', 'data.attributes.delivery_time.formatLong', 'delivery_time.format_long'],
    ['getCurrencyOffer', 'data.attributes.data.{}', 'parameters'],
    ['listCurrencyOffers', 'data.[].attributes.price', 'price_eur'],
    ['listCurrencyOffers', 'data.[12].attributes.game_slug', 'game.slug'],
    ['listCurrencyOffers', 'data[].attributes.title', 'title'],
  ])('%s %s is read from %s', (operation, path, source) => {
    const origin = origins(operation, path);
    expect(origin).toMatchObject({ source, within: 'resource' });
    expect(origin?.place).toMatch(/^currency-offer\.yaml:\d+$/);
  });

  it('is the value of the same key in v2, whatever v1 wraps around it', () => {
    const { resources } = ticketMappings(
      put('contract.adds.v1.ticket.facts', { map: { fields: { value: 'text' } } }),
      put('contract.adds.v2.ticket.facts', { map: 'text' }),
      put('attributes.facts', { from: 'facts', codec: { wrapped: 'value' } }),
    );
    const source = createOriginsFinder(resources)(
      'getTicket',
      'data.attributes.facts.#46da70ee.value',
    )?.source;
    expect(source).toBe('facts.#46da70ee');
  });

  it('is the line of the attribute itself', () => {
    const { attributes } = shipped().resources.find(({ name }) => name === 'currency-offer')?.ledger ?? {};
    const price = attributes?.find(({ attribute }) => attribute === 'price');
    expect(origins('getCurrencyOffer', 'data.attributes.price')?.place).toBe(price?.place);
  });

  it('is the first line of an object that is missing as a whole', () => {
    expect(origins('getCurrencyOffer', 'data.attributes.delivery_time')?.place).toBe(
      origins('getCurrencyOffer', 'data.attributes.delivery_time.duration')?.place,
    );
  });

  it('is the operation if no attribute makes the part', () => {
    const ownOrigin = origins('getCurrencyOffer', 'status');
    expect(ownOrigin).toEqual({
      place: expect.stringMatching(/^currency-offer\.yaml:\d+$/) as string,
      within: 'body',
    });
    expect(origins('listCurrencyOffers', 'meta.total')).not.toEqual(ownOrigin);
    expect(origins('getCurrencyOffer', 'data.attributes')).toEqual(ownOrigin);
  });

  it('is the operation, not an attribute of that name, for a part outside the attributes', () => {
    const ownOrigin = origins('getCurrencyOffer', 'status');
    expect(origins('getCurrencyOffer', 'data.links.title')).toEqual(ownOrigin);
  });

  it('is the attribute that reads the misfit, even in an answer that is not the resource', () => {
    const lines = shipped().resources.flatMap(({ operations }) =>
      operations.flatMap(({ operation: { name }, ownAnswer }) =>
        (ownAnswer?.ledger ?? []).map((line) => ({ name, ...line })),
      ),
    );
    const read = lines.filter(({ source }) => source !== undefined);
    expect(read.length).toBeGreaterThan(0);
    for (const { name, place: location, source = '' } of read.slice(0, 1))
      expect(origins(name, 'nowhere', `${source} is not text`)).toEqual({
        place: location,
        source,
        within: 'body',
      });
  });

  it('is unknown for an operation without a mapping', () => {
    expect(origins('nothing', 'data.id')).toBeUndefined();
  });
});
