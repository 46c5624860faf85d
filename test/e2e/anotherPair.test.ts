import { writeFileSync } from 'node:fs';
import { runHere } from '../support/runHere.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { startTickets, type TicketService, writeTicketMappings } from './support/tickets.ts';

const folder = temporaryFolder();
let service: TicketService;
let gateway: StartedWhole;

beforeEach(async () => {
  writeTicketMappings(folder.path('mappings'));
  service = await startTickets();
  gateway = await startWhole({
    LIFEBOAT_MAPPINGS: folder.path('mappings'),
    LIFEBOAT_UPSTREAM_V2: service.origin,
  });
});

const get = async (path: string) => {
  const answer = await fetch(`${gateway.gateway}${path}`, { headers: { authorization: 'Bearer key' } });
  const ending = ['sunset', 'deprecation'].map((name) => answer.headers.get(name));
  return {
    status: answer.status,
    ending,
    link: answer.headers.get('link'),
    body: (await answer.json()) as unknown,
  };
};

/** Reads the report of the comparison when nothing waits to be compared. */
async function settledReport(admin: string): Promise<unknown> {
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${admin}/api/differences${path}`)).json();
  for (;;) {
    const { operations } = (await read('/accounts')) as { operations: Record<string, { pending: number }> };
    if (Object.values(operations).every(({ pending }) => pending === 0)) return read('');
  }
}

const shownEntry = { state: 'Open', assignee: null, opened_at: '2026-01-02T03:04:05Z' };

describe('a pair of APIs other than the shipped one', () => {
  it('is answered at its own paths and in its own shapes', async () => {
    const answer = await get('/api/v1/tickets/2');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: 2, subject: 'Ticket 2', ...shownEntry });
    expect(answer.link).toContain('</rest/3/tickets/2>; rel="successor-version"');
    expect(service.asked).toEqual(['GET /rest/3/tickets/2']);
    // The profile names the end of v1, and nobody when it was deprecated.
    expect(answer.ending).toEqual(['Tue, 01 Jan 2999 00:00:00 GMT', null]);
  });

  it('reads and writes lists in the paging of both APIs', async () => {
    expect((await get('/api/v1/tickets?page=2')).body).toEqual({
      tickets: [{ id: 3, subject: 'Ticket 3', ...shownEntry }],
      page: 2,
      pages: 2,
      size: 2,
      count: 3,
    });
  });

  it('is passed through only under its own prefix', async () => {
    expect((await get('/rest/3/tickets/1')).body).toEqual({
      id: 1,
      title: 'Ticket 1',
      state: 'open',
      assignee: null,
      opened_at: 1_767_323_045,
    });
    expect((await get('/v1/tickets/1')).status).toBe(404);
    expect((await get('/v2/tickets/1')).status).toBe(404);
    expect((await get('/api/v1/tickets/9')).status).toBe(404);
    expect(service.asked).toEqual(['GET /rest/3/tickets/1', 'GET /rest/3/tickets/9']);
  });

  it('is compared in one form where v2 answers its clients', async () => {
    const compared = await startWhole({
      LIFEBOAT_MAPPINGS: folder.path('mappings'),
      LIFEBOAT_UPSTREAM_V1: service.origin,
      LIFEBOAT_UPSTREAM_V2: service.origin,
      LIFEBOAT_COMPARISON_SAMPLE: '100',
    });
    for (const path of ['/api/v1/tickets/2', '/api/v1/tickets', '/api/v1/tickets?page=2'])
      await fetch(`${compared.gateway}${path}`, { headers: { authorization: 'Bearer key' } });
    const report = await settledReport(compared.admin);
    expect(report).toMatchObject({ compared: 3, issues: [] });
  });

  it('is documented and compared without a word of the shipped pair', async () => {
    const mappings = folder.path('mappings');
    const environment = { KEY: 'key' };
    const run = async (...words: readonly string[]) => {
      const { stdout, stderr } = await runHere(words, { cwd: folder.path('.'), environment });
      expect(stderr).toBe('');
      return stdout.join('\n');
    };
    for (const words of [['openapi'], ['guide']]) {
      const text = await run(...words, '--mappings', mappings);
      expect(text).toContain('/api/v1/tickets/{id}');
      expect(text).not.toMatch(/marketplace|seller|offer|\/v2\b/i);
    }
    const settings = folder.path('lifeboat.yaml');
    writeFileSync(settings, `upstream: { v2: ${service.origin} }\nmappings: ${mappings}\n`);
    writeFileSync(folder.path('paths'), '/api/v1/tickets/1\n/api/v1/tickets?page=1\n');
    const sides = ['--v1', service.origin, '--v2', service.origin, '--key-env', 'KEY', '--format', 'json'];
    const compared = await run('diff', 'run', ...sides, '--paths', folder.path('paths'), '-c', settings);
    expect(JSON.parse(compared)).toMatchObject({ compared: 2, differing: 0 });
  });
});
