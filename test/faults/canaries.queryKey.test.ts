import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { filesIn } from '../support/filesIn.ts';
import { serveCli } from '../support/runCli.ts';
import { runHere } from '../support/runHere.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, startUpstream } from '../support/upstream.ts';

const folder = temporaryFolder();
const KEY = 'cnry-query-key-5b1f7c2e';

describe('a key in the query', () => {
  it('reaches v1 and v2, and stands in nothing that is written', async () => {
    const upstream = await startUpstream(answering(200, '{"data":{"id":7,"body":"Hello"}}'));
    const mappings = folder.path('mappings');
    mkdirSync(mappings);
    const comment = join(import.meta.dirname, '../mapping/ticketApi/comment.yaml');
    copyFileSync(comment, join(mappings, 'comment.yaml'));
    const auth = 'auth: { query: api_key }';
    const sides = `v1: { ${auth}, sunset: 2999-01-01T00:00:00Z }\nv2: { prefix: /rest, ${auth} }`;
    writeFileSync(join(mappings, 'api.yaml'), `name: Tickets\n${sides}\n`);
    const token = `admin-token-${'0'.repeat(24)}`;
    const environment = {
      LIFEBOAT_UPSTREAM_V1: upstream.origin,
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_MAPPINGS: mappings,
      LIFEBOAT_STORE: 'lifeboat.db',
      LIFEBOAT_COMPARISON_SAMPLE: '100',
      LIFEBOAT_ADMIN_TOKEN: token,
      LIFEBOAT_LOG_LEVEL: 'trace',
    };
    const { run, gateway, admin } = await serveCli([], { cwd: folder.path('.'), environment });
    const paths = ['/v1/comments/7', '/v1/comments/search', '/v1/unmapped', '/rest/comments/7', '/nowhere'];
    const answers: string[] = [];
    for (const path of paths) {
      const { wire } = await ask(gateway, { path: `${path}?x=1&api_key=${KEY}` });
      answers.push(wire);
    }
    const pages = await Promise.all(
      ['metrics', 'api/drift', 'api/writes', 'ledger', 'openapi.json', 'guide'].map(
        async (path) =>
          (
            await request(admin)
              .get(`/${path}`)
              .set({ authorization: `Bearer ${token}` })
              .buffer(true)
          ).text,
      ),
    );
    const words = ['explain', `GET /v1/comments/7?api_key=${KEY}`];
    const explained = await runHere(words, { cwd: folder.path('.'), environment });
    run.child.kill('SIGTERM');
    const { code, stdout, stderr } = await run.ended;
    expect([code, explained.code]).toEqual([0, 0]);

    const sent = upstream.requests.map(({ path }) => path);
    for (const path of ['/v1/comments/7', '/v1/unmapped', '/rest/comments/7'])
      expect(sent.some((target) => target.startsWith(`${path}?`) && target.includes(`api_key=${KEY}`))).toBe(
        true,
      );
    const files = filesIn(folder.path('.'));
    const outputs = [...stdout, stderr, ...explained.stdout, explained.stderr];
    const written = [...outputs, ...answers, ...pages, ...files].join('\n');
    expect(stderr.split('\n').length).toBeGreaterThan(5);
    expect(written).not.toContain(KEY);
  });
});
