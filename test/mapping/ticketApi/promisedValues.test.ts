import { hall, playTicket, ticketApi } from '../support/ticketApi.ts';

const profile = 'name: Tickets\nv1: { auth: bearer }\nv2: { auth: bearer }\n';
const venue = { id: 7, name: 'Hall', street: null, city: 'Bonn', level: 2, facts: {}, labels: [], doors: [] };

const readRoom = (changed: object) =>
  playTicket({ path: '/v1/rooms/hall', profile, v2: [{ body: { data: { ...hall, ...changed } } }] });
const readVenue = (changed: object) =>
  playTicket({
    path: '/v1/towns/bonn/venues/7',
    profile,
    v2: [{ body: { data: { ...venue, ...changed } } }],
  });

describe('an attribute for which v1 promises a value, in a pair of its own', () => {
  it.each([
    ['is null', { capacity: null }],
    ['is absent', { name: undefined }],
    ['has another type', { fee_cents: { amount: 1250 } }],
  ])('is not made up where the source %s: the answer is refused', async (_case, changed) => {
    expect((await readRoom({})).status).toBe(200);
    const { status, body } = await readRoom(changed);
    expect([status, body]).toEqual([502, expect.not.stringContaining('1250')]);
  });

  it('is not null as a whole where one value of a map is none of its kind', async () => {
    expect((await readVenue({ facts: { colour: 'red', owner: null } })).status).toBe(200);
    expect((await readVenue({ facts: { colour: 'red', owner: {} } })).status).toBe(502);
  });

  it('is said to be refused in the ledger', () => {
    const lines = ticketApi(undefined, undefined, profile).resources.flatMap(
      ({ ledger }) => ledger.attributes,
    );
    expect(lines.find(({ source }) => source === 'capacity')?.missing).toEqual({
      null: 'refused',
      absent: 'refused',
    });
  });
});
