import { explainOffline, openSubject } from '../../../src/gateway/explain/explainSubject.js';
import { expectTicketFault, playTicket, ticketApi, ticketGuide } from '../support/ticketApi.ts';

const data = {
  id: 7,
  name: 'Hall',
  street: null,
  city: 'Bonn',
  level: 2,
  facts: {},
  labels: [],
  doors: [],
};
const body = { data };
const town = (name: string) => ({ address: { town: name, city: 'Bonn' } });

describe('a parameter of the v1 path that an answer shows', () => {
  it('is what the client asked for, decoded, and a number without its leading zeros', async () => {
    const { status, json } = await playTicket({
      path: '/v1/towns/a%20b%20%C3%BC/venues/007',
      v2: [{ body }],
    });
    expect([status, json]).toMatchObject([
      200,
      { data: { id: '7', attributes: { number: 7, ...town('a b ü') } } },
    ]);
  });

  it('stands in each item of a list, and a default where the path has none', async () => {
    const meta = { current_page: 1, per_page: 2, total: 2, last_page: 1 };
    const { json } = await playTicket({
      path: '/v1/towns/bonn/venues',
      v2: [{ body: { data: [data, { ...data, id: 8 }], meta } }],
    });
    expect(json).toMatchObject({
      data: [7, 8].map((id) => ({ id: String(id), attributes: { number: null, ...town('bonn') } })),
    });
  });

  it('stands in the answer to a write, also where v2 has only accepted it', async () => {
    const update = { method: 'PATCH', path: '/v1/towns/bonn/venues/7', body: { title: 'Hall' } };
    const answers = [[{ body }], [{ status: 202, body: { data: { id: 7 } } }, { body }]];
    for (const v2 of answers)
      expect((await playTicket({ ...update, v2 })).json).toMatchObject({
        data: { attributes: { number: 7, ...town('bonn') } },
      });
  });

  it('stands in an answer that is not the resource', async () => {
    const { json } = await playTicket({
      method: 'POST',
      path: '/v1/towns/bonn/venues/7/check',
      v2: [{ body: { free: true } }],
    });
    expect(json).toEqual({ town: 'bonn', is_free: true });
  });

  it('makes no answer of one that v2 did not give', async () => {
    for (const answer of [{ data: null }, { data: [] }, []])
      expect((await playTicket({ path: '/v1/towns/bonn/venues/7', v2: [{ body: answer }] })).status).toBe(
        502,
      );
  });

  it('is explained by its name on the path, also in the guide', () => {
    const subject = openSubject(
      { method: 'GET', path: '/v1/towns/bonn/venues/7', contentType: undefined, body: Buffer.alloc(0) },
      ticketApi(),
    );
    if (!subject.ok) throw new Error('there is no such route');
    const { attributes } = explainOffline(subject.value, body, 1);
    expect(attributes.find(({ attribute }) => attribute === 'address.town')).toMatchObject({
      value: 'bonn',
      class: 'exact',
      source: '{town}',
    });
    const guide = ticketGuide();
    expect(guide).toMatch(/`address\.town`.*`\{town\}`.*The parameter of the path/);
    expect(guide).toMatch(/`number`.*Where the path has none, Lifeboat answers `null`/);
  });
});

describe('a rule that shows a parameter', () => {
  it.each([
    ["town: '{town}' #", "town: '{twon}' #", 'address.town shows {twon}, and this path has none'],
    [
      "number: { from: '{id}', default: null, class: guessed, reason: the path of a list names no venue }",
      "number: '{id}'",
      'number shows {id}, and this path has none',
    ],
    ["town: '{town}' #", "town: { from: '{town}', onNull: pass } #", 'so onNull applies to nothing'],
    ["town: '{town}' #", "town: { from: '{town}', codec: capitalized } #", 'so codec applies to nothing'],
    ['{ label: name, size', "{ label: '{town}', size", 'doors[].label stands inside doors[]'],
    ['is_free: free', "is_free: '{town}'", 'is_free is neither text nor an integer'],
    ['parameters: { town: text, id: integer }', 'parameters: { town: text, id: text }', 'number is a number'],
    ['city: city, place', "city: '{town}', place", 'a v2 request has no {town}'],
  ])('is a fault with %s as %s', expectTicketFault);
});
