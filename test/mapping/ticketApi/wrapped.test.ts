import { expectTicketFault, playTicket } from '../support/ticketApi.ts';

const data = {
  id: 7,
  name: 'Hall',
  street: null,
  city: 'Bonn',
  level: 2,
  facts: { colour: 'red', owner: null },
  labels: ['new', 'open'],
  doors: [],
};

async function readAttributes(changed: object) {
  const { json } = await playTicket({
    path: '/v1/towns/bonn/venues/7',
    v2: [{ body: { data: { ...data, ...changed } } }],
  });
  return (json as { data: { attributes: object } }).data.attributes;
}

const update = (body: object) =>
  playTicket({ method: 'PATCH', path: '/v1/towns/bonn/venues/7', body, v2: [{ body: { data } }] });

describe('a list or map of values that are objects in v1', () => {
  it('has an object around each value, also around null', async () => {
    expect(await readAttributes({})).toMatchObject({
      facts: { colour: { value: 'red' }, owner: { value: null } },
      labels: [{ name: 'new' }, { name: 'open' }],
    });
  });

  it('is empty where v2 has none, also as PHP prints an empty map', async () => {
    expect(await readAttributes({ facts: [], labels: [] })).toMatchObject({ facts: {}, labels: [] });
  });

  it('is null as a whole where one value is none of its kind', async () => {
    expect(await readAttributes({ facts: { colour: {} }, labels: [['new']] })).toMatchObject({
      facts: null,
      labels: null,
    });
  });

  it('is sent without the objects, and refused where one lacks its member', async () => {
    const { sent } = await update({ facts: { colour: { value: 'red' }, owner: { value: null } } });
    expect(sent[0]?.body).toEqual({ facts: { colour: 'red', owner: null } });
    const { status, json } = await update({ facts: { colour: {} } });
    expect([status, json]).toMatchObject([422, { errors: { facts: ['The facts field is invalid.'] } }]);
  });
});

describe('a rule with codec wrapped', () => {
  const facts = 'facts: { from: facts, codec: { wrapped: value } }';
  it.each([
    [
      'labels: { from: labels, codec: { wrapped: name } }',
      'labels: labels',
      'write `codec: { wrapped: name }`',
    ],
    [facts, facts.replace('value', 'worth'), 'v1 has other objects than codec wrapped(worth) makes'],
    [facts, facts.replace(': value', ''), 'codec wrapped takes the member of v1'],
    [
      facts,
      facts.replace('from: facts', 'from: labels'),
      'this cannot be said, because no codec makes one of the other: a `default:` can stand in',
    ],
    [
      'facts: { map: { type: text, nullable: true } }\n        labels',
      'facts: { map: { type: integer, nullable: true } }\n        labels',
      'facts[] is integer on one side and text on the other',
    ],
    [
      'fields: { value: { type: text, nullable: true } } } }\n        labels',
      'fields: { value: text } } }\n        labels',
      'facts[] may be null on one side alone',
    ],
    [
      'facts: { optional: true, map: { fields: { value: { type: text, nullable: true } } } }',
      'facts: { optional: true, map: { fields: { value: { type: text, optional: true } } } }',
      'facts[] may be absent on one side alone',
    ],
  ])('is a fault with %s as %s', expectTicketFault);
});
