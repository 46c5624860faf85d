import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import request from 'supertest';
import { doctor } from '../../../src/cli/doctor/doctor.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../../sandbox/support/openSandbox.ts';
import { realClock } from '../../support/realClock.ts';
import { recordingTerminal } from '../../support/recordingTerminal.ts';
import { shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { examined } from './support/examined.ts';

const folder = temporaryFolder();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox({ liveShapes: true, rateLimits: 'documented', clock: realClock });
});

/** Counts the logins in the marketplace's own list. */
async function logins(): Promise<{ offers: number; without: number; shared: number }> {
  const headers = { authorization: `Bearer ${sandbox.keys.v2}` };
  const foundEntries: (string | null)[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const path = `/v2/account-offers?per_page=50&page=${page}`;
    const { data } = (await request(sandbox.origin).get(path).set(headers)).body as {
      data: { credentials: { login: string | null } }[];
    };
    foundEntries.push(...data.map(({ credentials }) => credentials.login));
  }
  const some = foundEntries.filter((login) => login !== null);
  return {
    offers: foundEntries.length,
    without: foundEntries.length - some.length,
    shared: some.length - new Set(some).size,
  };
}

const settings = () => ({ LIFEBOAT_UPSTREAM_V2: sandbox.origin, OPERATOR_KEY: sandbox.keys.v2 });

describe('lifeboat doctor in front of the marketplace', () => {
  it('finds nothing that keeps requests from being answered, and ends with 0', async () => {
    const environment = { ...settings(), LIFEBOAT_MAPPINGS: shippedFolder };
    const { code, findings, about } = await examined(environment, { keyEnv: 'OPERATOR_KEY' });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(code).toBe(0);
    expect(about('v2')).toEqual([
      expect.stringMatching(/^ok: 127\.0\.0\.1:\d+ takes connections \(\d+ ms\)$/),
      'ok: the key is accepted',
      'ok: clocks agree within 5 s',
      expect.stringMatching(/^ok: \d+ of \d+ calls are left in this minute$/),
    ]);
    expect(about('settings')[0]).toBe('ok: no faults, read from the environment and the defaults');
    expect(about('mappings')).toEqual([
      expect.stringMatching(/^ok: [0-9a-f]{12}: \d+ operations on \d+ resources/),
      expect.stringMatching(/^ok: [1-9]\d* fixtures as expected$/),
    ]);
    expect(about('GET /v2/account-offers/{account}')).toEqual([
      'ok: reads as the mapping relies on, and answers 404 for what is not there',
    ]);
    expect(about('GET /v2/currency-offers/{currencyOffer}')).toHaveLength(1);
    expect(about('GET /v2/item-offers')).toEqual([
      expect.stringMatching(/^ok: pages as the mapping relies on; \d+ items fit the contract$/),
    ]);
  });

  it('counts offers without a login and shared logins', async () => {
    const { offers, without, shared } = await logins();
    expect(Math.min(offers, without, shared)).toBeGreaterThan(0);
    const { about, findings } = await examined(settings(), { keyEnv: 'OPERATOR_KEY' });
    expect(about('index login')).toEqual([
      'ok: /v2/account-offers pages and sorts as the index relies on',
      `ok: all ${offers} read on 3 pages, ${offers - without} of them can be found by login`,
      `warning: ${without} of ${offers} have no login: v1 cannot find them by one`,
      `warning: ${shared} of ${offers} share their login with another: the preferred one wins, then the newest`,
    ]);
    const advised = findings.filter(
      ({ subject, severity }) => subject === 'index login' && severity !== 'ok',
    );
    for (const { advice } of advised) expect(advice).toMatch(/^ask for them by id|^remove the ones/);
  });

  it('reports the offers that a scan could not reach when the page budget is too small', async () => {
    const environment = { ...settings(), LIFEBOAT_INDEX_PAGE_BUDGET: '1' };
    const { about } = await examined(environment, { keyEnv: 'OPERATOR_KEY' });
    expect(about('index login')).toContain(
      'warning: the list was read to item 50 of 120: indexing page budget used up',
    );
  });

  it('confirms by reads the assumptions of the mappings about reads', async () => {
    cpSync(shippedFolder, folder.path('mappings'), { recursive: true });
    const file = folder.path('mappings/account.yaml');
    const text = readFileSync(file, 'utf8').replaceAll('path: observed', 'path: assumed');
    writeFileSync(file, text);
    const environment = { ...settings(), LIFEBOAT_MAPPINGS: folder.path('mappings') };
    const { about } = await examined(environment, { keyEnv: 'OPERATOR_KEY' });
    const confirmed = about('evidence').filter((line) => line.endsWith('and a read has confirmed it'));
    expect(confirmed.join('\n')).toContain('ok: path of GET /v2/account-offers is assumed (account.yaml:');
    expect(confirmed.join('\n')).toContain(
      'ok: path of GET /v2/account-offers/{account} is assumed (account.yaml:',
    );
  });

  it('sends only reads', async () => {
    const countBefore = sandbox.requests().length;
    await examined(settings(), { keyEnv: 'OPERATOR_KEY' });
    const madeRecordedRequests = sandbox.requests().slice(countBefore);
    expect(madeRecordedRequests.length).toBeGreaterThan(5);
    expect(new Set(madeRecordedRequests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('checks only reads without a key if there is none, says so, and ends with 0', async () => {
    const { code, about } = await examined({ LIFEBOAT_UPSTREAM_V2: sandbox.origin });
    expect(code).toBe(0);
    expect(about('v2')).toContain('ok: it answers, and asks for a key (401)');
    expect(about('v2')).toContain('warning: not tried from inside: no key');
    expect(about('index login')).toEqual([]);
  });

  it('ends with 1 when the key is not accepted', async () => {
    const { code, about } = await examined(
      { ...settings(), OPERATOR_KEY: 'another' },
      { keyEnv: 'OPERATOR_KEY' },
    );
    expect(code).toBe(1);
    expect(about('v2')).toContain('error: the key is not accepted (401)');
  });

  it.each([
    ['is not set', {}],
    ['holds is not a key', { OPERATOR_KEY: 'two words\n' }],
  ])('ends with 1 when the variable named for the key %s', async (text, key) => {
    const environment = { LIFEBOAT_UPSTREAM_V2: sandbox.origin, ...key };
    const { code, about } = await examined(environment, { keyEnv: 'OPERATOR_KEY' });
    expect(code).toBe(1);
    expect(about('keys').join()).toContain(text);
  });

  it('asks v1 before its sunset, with the key when keys pass as they are', async () => {
    const living = await openSandbox({ clock: realClock, v1Sunset: Infinity });
    const tomorrow = new Date(realClock.now() + 36 * 60 * 60 * 1000).toISOString();
    const { about } = await examined(
      {
        ...settings(),
        LIFEBOAT_UPSTREAM_V1: living.origin,
        LIFEBOAT_SUNSET: tomorrow,
        OPERATOR_KEY: living.keys.v1,
      },
      { keyEnv: 'OPERATOR_KEY' },
    );
    expect(about('v1')).toContain('ok: the key is accepted');
    expect(about('v1').at(-1)).toMatch(/^ok: will be asked until \d{4}-\d\d-\d\d, for 2 more days$/);
  });

  it('says that v1 is no longer asked after its sunset', async () => {
    const environment = { LIFEBOAT_UPSTREAM_V2: sandbox.origin, LIFEBOAT_UPSTREAM_V1: sandbox.origin };
    const { about } = await examined({ ...environment, LIFEBOAT_SUNSET: '2025-11-30T00:00:00Z' });
    expect(about('v1')).toEqual(['warning: is not asked any more since 2025-11-30']);
  });

  it('prints each finding with its advice below, and the totals', async () => {
    const terminal = recordingTerminal();
    expect(await doctor({ json: false, keyEnv: 'OPERATOR_KEY' }, { environment: settings(), terminal })).toBe(
      0,
    );
    expect(terminal.out).toContain('ok       v2: the key is accepted');
    expect(terminal.out.join('\n')).toMatch(/^warning {2}index login: \d+ of .*\n {9}= ask for them by id/m);
    expect(terminal.out.at(-1)).toMatch(/^\n0 errors, \d+ warnings$/);
  });

  it('never prints a key', async () => {
    const { printed } = await examined(settings(), { keyEnv: 'OPERATOR_KEY' });
    expect(printed).not.toContain(sandbox.keys.v2);
  });
});
