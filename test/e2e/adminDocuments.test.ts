import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { shipped, shippedFolder } from '../support/shipped.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { ask } from '../support/talk.ts';
import { openFolder } from '../support/temporaryFolder.ts';

let mappings: string;
let startedWhole: StartedWhole;

beforeAll(async () => {
  mappings = openFolder();
  cpSync(shippedFolder, mappings, { recursive: true });
  // Nothing listens there: documents need no upstream.
  const upstream = { LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:9' };
  startedWhole = await startWhole({ ...upstream, LIFEBOAT_MAPPINGS: mappings });
});

const ledger = z.object({ mappings: z.string(), summary: z.string(), ledgers: z.array(z.json()) });

describe('the admin port', () => {
  it('serves the ledger as JSON', async () => {
    const { status, body } = await ask(startedWhole.admin, { path: '/ledger' });
    const page = ledger.parse(JSON.parse(body));
    expect([status, page.mappings]).toEqual([200, shipped().hash]);
    expect(page.summary).toContain('v1 attributes');
    expect(page.ledgers).toEqual(JSON.parse(JSON.stringify(shipped().ledgers)));
  });

  it('serves the v1 surface as OpenAPI', async () => {
    const { headers, body } = await ask(startedWhole.admin, { path: '/openapi.json' });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toMatchObject({
      openapi: '3.1.1',
      info: { 'x-lifeboat-mappings': shipped().hash },
    });
  });

  it('serves the guide as a page', async () => {
    const { headers, body } = await ask(startedWhole.admin, { path: '/guide' });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<h1>From API v1 to API v2</h1>');
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    const open = await ask(startedWhole.gateway, { path: '/guide' });
    expect([open.headers['content-security-policy'], open.body]).toEqual([policy, body]);
  });

  it('does not serve ledger and OpenAPI on the public port', async () => {
    for (const path of ['/ledger', '/openapi.json']) {
      expect((await ask(startedWhole.gateway, { path })).status).toBe(404);
    }
  });

  it('serves the documents of the mappings in force after a reload', async () => {
    const file = join(mappings, 'account.yaml');
    await ask(startedWhole.admin, { path: '/guide' });
    const changed = readFileSync(file, 'utf8').replace('v2 has no trend score', 'v2 does not rank accounts');
    writeFileSync(file, changed);
    await startedWhole.logged('mappings replaced');
    for (const path of ['/ledger', '/openapi.json', '/guide']) {
      expect((await ask(startedWhole.admin, { path })).body).toContain('v2 does not rank accounts');
    }
  });
});
