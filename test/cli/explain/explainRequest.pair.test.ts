import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from '../../../src/cli/explain/explainRequest.js';
import { ranText } from '../../support/recordingTerminal.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';

const temporary = temporaryFolder();
let upstream: ScriptedUpstream;

beforeEach(async () => {
  upstream = await startUpstream(answering(200, '{"data":{"id":7,"body":"Hello"}}'));
});

/** Explains a request to a pair of APIs whose v1 has a prefix and a header for keys of its own. */
function run(
  path: string,
  header: readonly string[] = [],
  further: Readonly<Record<string, string>> = {},
  admin?: string,
) {
  const mappings = temporary.path('mappings');
  mkdirSync(mappings, { recursive: true });
  const comment = join(import.meta.dirname, '../../mapping/ticketApi/comment.yaml');
  copyFileSync(comment, join(mappings, 'comment.yaml'));
  const profile = 'name: Tickets\nv1: { prefix: /api/v1.1, auth: { header: Circle-Token } }\nv2: {}\n';
  writeFileSync(join(mappings, 'api.yaml'), profile);
  const environment = { LIFEBOAT_UPSTREAM_V2: upstream.origin, LIFEBOAT_MAPPINGS: mappings, ...further };
  const flags = {
    sandbox: false,
    liveShapes: false,
    send: false,
    json: false,
    item: 1,
    ...(admin === undefined ? {} : { admin }),
  };
  return ranText((terminal) =>
    explain({ ...flags, header, request: ['GET', path] }, { environment, terminal }),
  );
}

describe('lifeboat explain, for a pair of its own', () => {
  it('names the prefix of v1 where a path is not under it', async () => {
    const err = "no mapping answers this GET: v1's prefix is /api/v1.1";
    expect(await run('/v1/comments/7')).toMatchObject({ code: 1, err });
  });

  it.each([
    [
      '/api/v1.1/comments/search?size=9',
      'v2: the stage says so; as v2 gives no success, v1 is asked in its place while it lives',
    ],
    [
      '/api/v1.1/new-comments?cursor=52',
      'v1: the request asks for a page by a cursor that only this API knows (explained is what v2 would answer)',
    ],
    [
      '/api/v1.1/new-comments?cursor=v2.53&limit=99',
      'v2: the request asks for a page by a cursor that only this API knows',
    ],
  ])('says of %s which API answers it while v1 lives', async (path, stage) => {
    const decision = { side: 'v2', because: 'stage', sentence: 'v2: the stage says so', mayFallBack: true };
    const admin = await startUpstream(answering(200, JSON.stringify(decision)));
    const living = { LIFEBOAT_UPSTREAM_V1: upstream.origin, LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z' };
    const { code, out } = await run(path, ['Circle-Token: key'], living, admin.origin);
    expect([code, out.split('\n')]).toEqual([1, expect.arrayContaining([`stage   ${stage}`])]);
    expect(out).toMatch(/^answer {2}422, invalid$/m);
    expect(upstream.requests).toEqual([]);
  });

  it("asks for the key in v1's own header, and takes it there", async () => {
    const { err } = await run('/api/v1.1/comments/7');
    expect(err).toContain('add -H "Circle-Token: ..."');
    expect(await run('/api/v1.1/comments/7', ['Circle-Token: key'])).toMatchObject({ code: 0, err: '' });
    expect(upstream.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer key']);
  });
});
