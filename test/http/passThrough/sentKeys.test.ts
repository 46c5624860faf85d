import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestKey } from '../../../src/gateway/keys/clientKeys.js';
import { writeKeyFile } from '../../../src/gateway/keys/editKeyTable.js';
import { startWhole } from '../../support/startWhole.ts';
import { ask } from '../../support/talk.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { reply, startUpstream } from '../../support/upstream.ts';

const folder = temporaryFolder();
const [V1_KEY, V2_KEY] = ['key-of-the-client', "key(of'v2)/1"];

/** Asks a gateway whose table exchanges the key for pages of a v2 that repeats the address it was asked. */
async function askPassed(environment: Readonly<Record<string, string>>) {
  const self = (path: string) => `https://v2.example${path}`;
  const upstream = await startUpstream({
    request: ({ path }, socket) => {
      const links = { link: `<${self(path)}&page=2>; rel="next"`, location: self(path), etag: '"1"' };
      const second = self(path).replace('?', '?page=2\\u0026');
      const said = `api_token=${V2_KEY} or token=${V2_KEY}x`;
      const list = JSON.stringify({ data: [], links: { self: self(path) }, said }).replace(
        '{',
        `{"second":"${second}",`,
      );
      socket.write(path.includes('moved') ? reply(302, '{}', links) : reply(200, list, links));
    },
  });
  const mappings = folder.path('mappings');
  mkdirSync(mappings, { recursive: true });
  writeFileSync(folder.path('mappings/api.yaml'), 'name: Tickets\nv1: {}\nv2: { auth: { query: token } }\n');
  const comment = join(import.meta.dirname, '../../mapping/ticketApi/comment.yaml');
  copyFileSync(comment, folder.path('mappings/comment.yaml'));
  const table = folder.path('keys.yaml');
  const v1 = digestKey(V1_KEY).toString('hex');
  await writeKeyFile(table, {
    keys: [{ name: 'shop', v1, v2: [{ value: V2_KEY }], created: '2025-01-01' }],
  });
  const { gateway, close } = await startWhole({
    LIFEBOAT_UPSTREAM_V2: upstream.origin,
    LIFEBOAT_MAPPINGS: mappings,
    LIFEBOAT_KEYS_EXCHANGE: table,
    ...environment,
  });
  const answers = [];
  for (const path of ['/v2/tickets', '/v2/moved'])
    answers.push(await ask(gateway, { path: `${path}?token=${V1_KEY}` }));
  await close();
  await upstream.close();
  return { answers, sent: upstream.requests.map(({ path }) => path) };
}

describe('a key in the query that the table has put in place of the client’s', () => {
  it.each(['rewrite', 'keep'])('is shown in no link of an answer that is passed on (%s)', async (links) => {
    const { answers, sent } = await askPassed({ LIFEBOAT_PASS_THROUGH_LINKS: links });
    const inQuery = new URLSearchParams({ token: V2_KEY }).toString();
    expect(sent).toEqual([`/v2/tickets?${inQuery}`, `/v2/moved?${inQuery}`]);
    const own = `?token=${V1_KEY}`;
    for (const { headers, wire } of answers) {
      expect(headers).toMatchObject({ link: expect.stringContaining(`${own}&page=2>`) as string });
      expect(headers['location']).toContain(own);
      expect(wire).not.toContain(inQuery);
    }
    expect(answers.map(({ headers }) => headers['etag'])).toEqual(['W/"1"', '"1"']);
    // Nothing but the parameter and its whole value is another text.
    expect(answers[0]?.body).toContain(`api_token=${V2_KEY} or token=${V2_KEY}x`);
    expect(answers[0]?.body).toContain(`/v2/tickets${own}"`);
    expect(answers[0]?.body).toContain(`page=2\\u0026token=${V1_KEY}"`);
  });
});
