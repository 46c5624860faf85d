import { readsById } from '../../../src/cli/doctor/probeV2.js';
import { Mismatch } from '../../../src/mapping/translate/madeValue.js';
import { mappingFile } from '../../../src/mapping/yaml/mappingFile.js';
import { mutantsOf } from '../../../src/proof/mutants/tryMutants.js';
import { explainTicket } from '../support/explainTicket.ts';
import type { ExchangeAnswer } from '../support/playExchange.ts';
import { playTicket, ticketApi, ticketGuide, ticketOpenApi, ticketLedger } from '../support/ticketApi.ts';

const incident = { id: 7, title: 'Leak', owner_id: 31, reporter_id: 8 };
const project = { body: { data: { ref: 'north shore', label: 'North' } } };
const other = { body: { data: { ref: 'south', label: 'South' } } };
const owner = { body: { data: { id: 31, name: 'Ada', email: 'ada@example.org' } } };

/** Asks for one incident, as v2 has it but for the changes, and for what its further calls are answered with. */
async function ask(changed: object = {}, further: Readonly<Record<string, ExchangeAnswer>> = {}) {
  const answers: Readonly<Record<string, ExchangeAnswer>> = {
    '/v2/incidents/7': { body: { data: { ...incident, ...changed } }, headers: { ETag: '"1"' } },
    '/v2/projects/north%20shore': further['project'] ?? project,
    '/v2/users/31': further['owner'] ?? owner,
  };
  const path = '/v1/projects/north%20shore/incidents/7';
  const { status, headers, json, sent } = await playTicket({ path, v2: (asked) => answers[asked] });
  const { data } = json as { data?: { attributes: object } };
  return { status, headers, attributes: data?.attributes, calls: sent.map((call) => call.path).sort() };
}

describe('an answer that several reads of v2 make', () => {
  it('has the values of each, read by a field of the first or by the path of the request', async () => {
    const { status, headers, attributes, calls } = await ask();
    expect([status, calls]).toEqual([200, ['/v2/incidents/7', '/v2/projects/north%20shore', '/v2/users/31']]);
    expect(attributes).toEqual({
      subject: 'Leak',
      project: 'North',
      owner: { name: 'Ada', mail: 'ada@example.org' },
    });
    // The state of the first answer is not that of the whole.
    expect(headers['etag']).toBeUndefined();
  });

  it('leaves out a call that the first answer has no value for, and one that v2 answers with 404', async () => {
    const ownerless = await ask({ owner_id: null });
    expect(ownerless.calls).toHaveLength(2);
    expect(ownerless).toMatchObject({ status: 200, attributes: { owner: null, project: 'North' } });
    const unknown = await ask({}, { owner: { status: 404, body: { message: 'gone' } } });
    expect(unknown).toMatchObject({ status: 200, attributes: { owner: null } });
  });

  it.each([
    ['v2 has no such resource and the file leaves none out', 502, { project: { status: 404, body: {} } }],
    ['it is no resource', 502, { project: { body: { data: [] } } }],
    ['it is another resource', 502, { owner: { body: { data: { ...owner.body.data, id: 32 } } } }],
    ['it is another one by the member that the file names', 502, { project: other }],
    ['it lacks a member that is needed', 502, { project: { body: { data: { ref: 'north shore' } } } }],
    ['the caller may not read it', 403, { owner: { status: 403, body: { message: 'no' } } }],
    ['v2 takes no more calls', 429, { project: { status: 429, headers: { 'Retry-After': '7' } } }],
    ['v2 fails', 502, { owner: { status: 500 } }],
    [
      'v2 refuses what the gateway asks',
      502,
      { owner: { status: 409, body: { message: 'User 31 is away.' } } },
    ],
  ])('is refused as a whole where of one call %s: %i', async (_, status, further) => {
    const refused = await ask({}, further);
    expect([refused.status, refused.attributes]).toEqual([status, undefined]);
  });

  it.each(['..', '', {}, 'north', 1.5])('is refused where a field of the first answer is %j', async (odd) => {
    const { status, calls } = await ask({ owner_id: odd });
    expect([status, calls.length]).toEqual([502, 2]);
  });

  it.each(['a/../admins', 'a\\b', 'a..b', 'a\nb', '\ud800'])(
    'leads nowhere else where a text of the first answer is %j',
    (text) => {
      const owner_id = 'owner_id: { type: integer, nullable: true }';
      const { operations } = ticketApi(owner_id, owner_id.replace('integer', 'text'));
      const calls = operations.find(({ name }) => name === 'getIncident')?.calls ?? [];
      const ownerCall = calls.find(({ name }) => name === 'owner');
      expect(ownerCall?.path({}, { data: { owner_id: text } })).toBeInstanceOf(Mismatch);
      expect(ownerCall?.path({}, { data: { owner_id: 'ada l' } })).toBe('/v2/users/ada%20l');
    },
  );

  it('is the refusal of the first call where that is refused', async () => {
    const { status, json } = await playTicket({
      path: '/v1/projects/1/incidents/7',
      v2: (path) => (path === '/v2/projects/1' ? other : { status: 404, body: {} }),
    });
    expect([status, json]).toEqual([404, { message: 'Resource not found.' }]);
  });

  it('is read in the form of the pair', async () => {
    const answers: Readonly<Record<string, object>> = {
      '/rest/3/incidents/7': incident,
      '/rest/3/projects/1': { ...project.body.data, ref: '1' },
      '/rest/3/users/31': owner.body.data,
    };
    const { json } = await playTicket({
      path: '/v1/projects/1/incidents/7',
      profile: "name: Tickets\nv1: { one: '', attributes: '' }\nv2: { prefix: /rest/3, one: '' }\n",
      v2: (path) => ({ body: answers[path] }),
    });
    expect(json).toMatchObject({ subject: 'Leak', project: 'North', owner: { name: 'Ada' } });
  });

  it('is explained call by call, with what v2 has for each value', async () => {
    const bodies = {
      incidents: { data: incident },
      projects: { data: { ...project.body.data, ref: '1' } },
      users: owner.body,
    };
    const bodyAt = (path: string) => Object.entries(bodies).find(([name]) => path.includes(name))?.[1];
    const { calls, attributes } = await explainTicket('/v1/projects/1/incidents/7', ticketApi(), (path) => ({
      body: bodyAt(path),
    }));
    expect(calls.map(({ path }) => path)).toEqual(['/v2/incidents/7', '/v2/projects/1', '/v2/users/31']);
    expect(attributes).toContainEqual(
      expect.objectContaining({
        attribute: 'owner.mail',
        source: 'calls.owner.email',
        given: 'ada@example.org',
      }),
    );
  });

  it('takes nothing for an answer that no call has given', async () => {
    const calls = { project: { label: 'forged' }, owner: { name: 'forged', email: 'forged' } };
    expect((await ask({ calls })).attributes).toMatchObject({ project: 'North', owner: { name: 'Ada' } });
    const meta = { current_page: 1, last_page: 1, per_page: 2, total: 1 };
    const { json } = await playTicket({
      path: '/v1/incidents',
      v2: [{ body: { data: [{ ...incident, calls }], meta } }],
    });
    expect(json).toMatchObject({ data: [{ attributes: { subject: 'Leak', owner: null } }] });
    expect(JSON.stringify(json)).not.toContain('forged');
  });
});

describe('the documents of an answer that several reads make', () => {
  it('name each call, and the place of each value', () => {
    const ledger = ticketLedger('incident');
    expect(
      ledger?.attributes.map(({ attribute, source, class: loss }) => `${attribute} <- ${source}: ${loss}`),
    ).toEqual([
      'subject <- title: exact',
      'project <- calls.project.label: exact',
      'owner.name <- calls.owner.name: exact',
      'owner.mail <- calls.owner.email: exact',
      'owner.phone <- calls.owner.phone: exact',
    ]);
    expect(ledger?.uses).toContainEqual({ field: 'owner_id', attributes: ['calls.owner'] });
    expect(ledger?.references.map(({ operation, v2 }) => `${operation}: ${v2}`)).toEqual([
      'getIncident: GET /v2/incidents/{id}',
      'listIncidents: GET /v2/incidents',
      'getIncident calls.owner: GET /v2/users/{user}',
      'getIncident calls.project: GET /v2/projects/{project}',
    ]);
    const guide = ticketGuide();
    expect(guide).toContain(
      'v1 also shows what `GET /v2/users/{user}` answers, here `calls.owner`; `{user}` is `owner_id`.',
    );
    expect(guide).toMatch(/`owner\.mail`.*`calls\.owner\.email`/);
    expect(ticketOpenApi()).toMatchObject({
      paths: {
        '/v1/projects/{project}/incidents/{id}': {
          get: {
            description:
              'Answered by `GET /v2/incidents/{id}`, and `GET /v2/users/{user}`, and `GET /v2/projects/{project}`.',
          },
        },
      },
      components: {
        schemas: {
          IncidentAttributes: {
            properties: { project: { 'x-lifeboat': { source: 'calls.project.label' } } },
          },
        },
      },
    });
  });
});

describe('the proofs of an answer that several reads make', () => {
  it('make mistakes in each word of a call', () => {
    const document = ticketApi().documents.find(({ file }) => file === 'incident.yaml');
    const mutants = mutantsOf(mappingFile.parse(document?.value));
    expect(mutants.filter(({ path }) => path.includes('calls')).map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'user fed by {"field":"id"}',
        'project fed by {"from":"id"}',
        'project.id missing',
        'route GET /v2/userss/{user} instead of GET /v2/users/{user}',
        'contract "users" instead of "user"',
        'owner.onAbsent missing',
        'calls.project missing',
      ]),
    );
    expect(mutants.map(({ what }) => what)).toContain(
      'from calls.project.ref instead of calls.project.label',
    );
  });

  it('do not take the first answer alone for what an operation shows', () => {
    expect(readsById(ticketApi().operations).map(({ name }) => name)).not.toContain('getIncident');
  });
});
