import { gzipSync } from 'node:zlib';
import { Client } from 'undici';
import { startEdge, type EdgeUnderTest } from '../../support/edgeUnderTest.ts';
import { selfSigned } from '../../support/certificate.ts';
import { ask } from '../../support/talk.ts';
import { startGateway } from '../../support/startGateway.ts';
import { answering, reply, startUpstream } from '../../support/upstream.ts';

const PATH = '/v2/account-offers';
const HOST = 'https://api.example.com';

/** A list of v2 whose addresses name this origin; what stands around them is not what JSON.stringify would write. */
const listAt = (origin: string, remainder = ''): string =>
  `{ "data" : [{"id":1.0, "price":1e2,"note":"\\u00e9é","url":"${HOST}${PATH}?page=2","links":{"next":"${HOST}${PATH}"}}],` +
  `"links":{"first":"${origin}${PATH}?page=1","last":"${origin}${PATH}?page=9&sort=-id","prev":null,` +
  `"next":"${origin}${PATH}?page=2#x","self":"${HOST}${PATH}"},` +
  `"meta":{"path":"${origin}${PATH}","total":12345678901234567890,"links":[{"url":"${origin}${PATH}?page=1","label":"1"}]}${remainder}}`;

let edge: EdgeUnderTest | undefined;

afterEach(() => edge?.close());

async function start(body: string, headers = {}, keepsLinks = false): Promise<EdgeUnderTest> {
  edge = await startEdge({ keepsLinks });
  edge.v2.play(answering(200, body, headers));
  return edge;
}

const askedEntry = {
  path: `${PATH}?page=1`,
  headers: { Host: 'gateway.example:8080', 'Accept-Encoding': 'gzip, br' },
};

describe('the links of a list that is passed through', () => {
  it('name the address of the request, and leave every other byte unchanged', async () => {
    const { origin, v2 } = await start(listAt(HOST), { 'x-a': 'b' });
    const answer = await ask(origin, askedEntry);
    const expected = listAt('http://gateway.example:8080');
    expect(Buffer.from(answer.body, 'latin1').toString()).toBe(expected);
    expect(answer.headers).toMatchObject({
      'content-length': String(Buffer.byteLength(expected)),
      'x-a': 'b',
    });
    expect(v2.requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('lead a paging client through the gateway to the end', async () => {
    const { origin, v2 } = await start('');
    v2.play({
      request: ({ path }, socket) => {
        const page = Number(new URL(path, HOST).searchParams.get('page'));
        const next = page < 3 ? `${HOST}${PATH}?page=${page + 1}` : null;
        socket.write(reply(200, JSON.stringify({ data: [page], links: { next } })));
      },
    });
    const read: number[] = [];
    for (let next: string | null = `${origin}${PATH}?page=1`; next !== null;) {
      const answer = await fetch(next);
      const list = (await answer.json()) as { data: number[]; links: { next: string | null } };
      read.push(...list.data);
      ({ next } = list.links);
    }
    expect(read).toEqual([1, 2, 3]);
  });

  it('are found with escaped slashes, in chunks, and with another scheme', async () => {
    const { origin, v2 } = await start('');
    const link = `"http:\\/\\/api.example.com\\/v2\\/account-offers?page=2"`;
    const head =
      'HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\ntransfer-encoding: chunked\r\n\r\n';
    const body = `{"data":[],"links":{"next":${link}}}`;
    const chunks = body.replace(/./g, (byte) => `1\r\n${byte}\r\n`);
    v2.play({ request: (_request, socket) => socket.write(`${head}${chunks}0\r\n\r\n`) });
    expect(JSON.parse((await ask(origin, askedEntry)).body)).toEqual({
      data: [],
      links: { next: `http://gateway.example:8080${PATH}?page=2` },
    });
  });

  it.each([
    ['https', 'https'],
    ['http', 'http'],
    ['https, http', 'http'],
    ['"><script>', 'http'],
  ])('take the scheme from the proxy that ends TLS (%s)', async (forwarded, scheme) => {
    const { origin } = await start(listAt(HOST));
    const headers = { ...askedEntry.headers, 'X-Forwarded-Proto': forwarded };
    const { body } = await ask(origin, { ...askedEntry, headers });
    expect(body).toContain(`"next":"${scheme}://gateway.example:8080${PATH}?page=2`);
  });

  it('begin with https if the gateway itself speaks TLS', async () => {
    edge = await startEdge({ tls: selfSigned });
    edge.v2.play(answering(200, listAt(HOST)));
    const client = new Client(edge.origin, { connect: { ca: selfSigned.cert } });
    const { body } = await client.request({ method: 'GET', path: askedEntry.path });
    expect(await body.text()).toBe(listAt(edge.origin));
    await client.close();
  });

  it.each([
    ['the setting says so', listAt(HOST), {}, true],
    ['they lead to another path', listAt(HOST).replaceAll(PATH, '/v2/others'), {}, false],
    ['the answer is no JSON', listAt(HOST), { 'content-type': 'text/plain' }, false],
    [
      'the answer is packed',
      gzipSync(listAt(HOST)).toString('latin1'),
      { 'content-encoding': 'gzip' },
      false,
    ],
    ['the list is longer than 4 MiB', listAt(HOST, `,"x":"${'x'.repeat(4 * 1024 * 1024)}"`), {}, false],
    ['the text is broken', listAt(HOST).slice(0, 9), {}, false],
  ])('stay unchanged when %s', async (_what, body, headers, keeps) => {
    const { origin, v2 } = await start('', {}, keeps);
    const lines = {
      'content-type': 'application/json',
      ...headers,
      'content-length': Buffer.byteLength(body, 'latin1'),
    };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    const bytes = Buffer.from(`HTTP/1.1 200 OK\r\n${head.join('')}\r\n${body}`, 'latin1');
    v2.play({ request: (_request, socket) => socket.write(bytes) });
    const answer = await ask(origin, askedEntry);
    expect(answer.body === body).toBe(true);
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(body, 'latin1')));
    if (keeps) expect(v2.requests[0]?.headers['accept-encoding']).toBe('gzip, br');
  });

  it.each([
    [{}, 'http://gateway.example:8080'],
    [{ LIFEBOAT_PASS_THROUGH_LINKS: 'keep' }, HOST],
  ])('follow the settings %j of the whole gateway', async (environment, expected) => {
    const upstream = await startUpstream(answering(200, listAt(HOST)));
    const gateway = await startGateway({ v2: upstream.origin, environment });
    expect((await ask(gateway.origin, askedEntry)).body).toContain(`"next":"${expected}${PATH}?page=2`);
    await gateway.close();
    await upstream.close();
  });

  it('leave the length of a HEAD answer unchanged', async () => {
    const { origin, v2 } = await start('');
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n';
    v2.play({ request: (_request, socket) => socket.write(head) });
    expect((await ask(origin, { ...askedEntry, method: 'HEAD' })).headers['content-length']).toBe('9');
  });

  it('are followed by an error, not by a truncated list, if v2 breaks off', async () => {
    const { origin, v2 } = await start('');
    v2.play({ request: (_request, socket) => socket.end(reply(200, listAt(HOST)).slice(0, -9)) });
    expect((await ask(origin, askedEntry)).status).toBe(502);
  });
});
