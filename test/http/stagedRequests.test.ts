import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { closeStaged, failed, KEY, staged, TOKEN, write } from '../support/stagedEdge.ts';
import { ask } from '../support/talk.ts';
import { answering, reply } from '../support/upstream.ts';
import { gate } from '../gateway/support/gate.ts';
import { digestKey, fingerprintOfHeader } from '../../src/gateway/keys/clientKeys.js';
import { writeKeyFile } from '../../src/gateway/keys/editKeyTable.js';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

afterEach(closeStaged);

describe('a request that its stage gives to v1', () => {
  it('reaches v1 unchanged except for its connection headers, and reports its outcome to the cutover', async () => {
    const { edge, served } = await staged({ side: 'v1' });
    const ownEntry = { deprecation: '@1', sunset: 'soon', link: '<https://v1>; rel="x"' };
    edge.v1.play(answering(200, '{"data":"v1"}', ownEntry));
    const answer = await ask(edge.origin, { ...write, headers: { ...KEY, 'X-Lifeboat-Token': TOKEN } });
    await edge.logged(1);
    expect(answer).toMatchObject({ status: 200, body: '{"data":"v1"}' });
    expect(answer.headers).toMatchObject({
      'x-lifeboat-served-by': 'v1',
      link: '<https://example.com/guide>; rel="deprecation", <https://v1>; rel="x"',
    });
    expect(answer.headers['deprecation']).toBe('@0');
    expect(answer.headers['sunset']).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(edge.v1.requests).toMatchObject([{ path: '/v1/things/1?x=1', body: '{"price":2}' }]);
    expect(edge.v1.requests[0]?.headers).not.toHaveProperty('x-lifeboat-token');
    expect(edge.handled).toEqual([]);
    const expected = { resource: 'thing', operation: 'updateThing', side: 'v1', failed: false };
    expect(served).toMatchObject([expected]);
  });

  it('is a failure of v1 if v1 fails, and is listed if it is a write that v1 may have executed', async () => {
    const { edge, served, writes } = await staged({ side: 'v1' });
    edge.v1.play({ request: (_request, socket) => socket.destroy() });
    const answer = await ask(edge.origin, write);
    await edge.logged(1);
    expect(answer).toMatchObject({ status: 502, headers: { 'x-lifeboat-ambiguous': '1' } });
    expect(served).toMatchObject([{ failed: true, signature: 'upstreamUnreachable' }]);
    const listed = { target: 'PATCH /v1/things/1', side: 'v1', problem: 'upstreamUnreachable' };
    expect(writes).toMatchObject([listed]);
  });

  it.each<[string, (socket: Socket) => void, string[]]>([
    ['is reset', (socket) => socket.destroy(), ['upstreamUnreachable']],
    [
      'answers half',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
      ['upstreamBroken'],
    ],
    ['answers', (socket) => socket.write(reply(200, '{}')), []],
  ])(
    'is listed even if its client has disconnected, unless v1 answers it: v1 %s',
    async (_what, end, problems) => {
      const { edge, writes } = await staged({ side: 'v1' });
      const [askedEntry, toEnd] = [gate(), gate()];
      edge.v1.play({
        request: (_request, socket) => {
          askedEntry.open();
          void toEnd.opened.then(() => end(socket));
        },
      });
      const client = net.connect(Number(new URL(edge.origin).port), '127.0.0.1');
      const head = `PATCH ${write.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer key-1\r\n`;
      client.write(`${head}content-length: ${write.body.length}\r\n\r\n${write.body}`);
      await askedEntry.opened;
      client.destroy();
      await once(client, 'close');
      await ask(edge.origin, { path: '/a/../b' }); // refused at once; by then the gateway has seen it go
      toEnd.open();
      const entry = (await edge.logged(2)).at(-1);
      expect(entry).toMatchObject({ status: 499, upstreamCalls: 1, problem: 'clientGone' });
      expect(entry?.ambiguous ?? false).toBe(problems.length > 0);
      expect(writes.map(({ problem }) => problem)).toEqual(problems);
    },
  );

  it('is listed and logged if the gateway closes before v1 has answered', async () => {
    const { edge, writes } = await staged({ side: 'v1' });
    const askedEntry = gate();
    edge.v1.play({ request: askedEntry.open });
    const answer = ask(edge.origin, write).catch(() => undefined);
    await askedEntry.opened;
    await edge.close();
    expect(await answer).not.toMatchObject({ status: 200 });
    expect(edge.log).toMatchObject([{ upstreamCalls: 1, problem: 'clientGone', ambiguous: true }]);
    expect(writes).toMatchObject([{ target: 'PATCH /v1/things/1', side: 'v1' }]);
  });

  it('is no ambiguous write if v1 could not be reached at all', async () => {
    const { edge, writes } = await staged({ side: 'v1' });
    await edge.v1.close();
    const answer = await ask(edge.origin, write);
    await edge.logged(1);
    expect(answer.status).toBe(502);
    expect(answer.headers).not.toHaveProperty('x-lifeboat-ambiguous');
    expect(writes).toEqual([]);
  });
});

describe('a request that its stage gives to v2', () => {
  it('is translated, and its answer has the headers of a deprecated API', async () => {
    const { edge, served } = await staged({});
    const answer = await ask(edge.origin, write);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'x-lifeboat-served-by': 'v2',
      link: '<https://example.com/guide>; rel="deprecation"',
    });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['deprecation']).toMatch(/^@\d+$/);
    expect(served).toMatchObject([{ side: 'v2', failed: false, signature: '200' }]);
  });

  it.each([
    ['untranslatable', 'v1'],
    ['unsent', 'v1'],
    ['refused', 'v2'],
    ['failed', 'v2'],
    ['unfit', 'v2'],
  ] as const)('is answered after a write that was %s there by %s', async (phase, side) => {
    const { edge } = await staged({}, failed(phase, 'upstreamFailed'));
    edge.v1.play(answering(200, '{"data":"v1"}'));
    const answer = await ask(edge.origin, write);
    const because = side === 'v1' ? 'fallback' : undefined;
    const { 'x-lifeboat-served-by': by, 'x-lifeboat-because': why } = answer.headers;
    expect([by, why]).toEqual([side, because]);
    expect((await edge.logged(1))[0]).toMatchObject({ servedBy: side, because });
    expect(answer.status).toBe(side === 'v1' ? 200 : 502);
    const sent = { method: 'PATCH', path: '/v1/things/1?x=1', body: '{"price":2}' };
    expect(edge.v1.requests).toMatchObject(side === 'v1' ? [sent] : []);
  });

  it('counts as failed even if v1 rescues it, and a refusal does not count', async () => {
    const rescued = await staged({}, failed('unsent', 'upstreamFailed'));
    rescued.edge.v1.play(answering(200, 'ok', { 'content-type': 'text/plain' }));
    expect((await ask(rescued.edge.origin, write)).headers['content-type']).toBe('text/plain');
    expect(rescued.served).toMatchObject([{ side: 'v2', failed: true, signature: 'upstreamFailed' }]);
    const refused = await staged({}, failed('refused', 'notFound'));
    await ask(refused.edge.origin, write);
    expect(refused.served).toMatchObject([{ side: 'v2', failed: false }]);
  });

  it.each([
    [422, false],
    [200, true],
  ])('counts against v2 for an unreadable answer only if v1 accepts it: %i', async (status, counts) => {
    const { edge, served } = await staged({}, failed('untranslatable', 'invalid'));
    edge.v1.play(answering(status, '{}'));
    expect((await ask(edge.origin, write)).status).toBe(status);
    expect(served).toMatchObject([{ failed: counts }]);
  });

  it('is listed before its client is answered if v2 may have executed it', async () => {
    const { edge, writes } = await staged({}, failed('failed', 'upstreamFailed', true));
    const answer = await ask(edge.origin, write);
    expect(answer.headers['x-lifeboat-ambiguous']).toBe('1');
    expect(edge.v1.requests).toEqual([]);
    expect(writes).toMatchObject([{ target: 'PATCH /v1/things/1', side: 'v2', problem: 'upstreamFailed' }]);
  });

  it('is listed if the fallback itself was sent and lost', async () => {
    const { edge, writes } = await staged({}, failed('unsent', 'upstreamFailed'));
    edge.v1.play({ request: (_request, socket) => socket.destroy() });
    const answer = await ask(edge.origin, write);
    expect(answer).toMatchObject({ status: 502, headers: { 'x-lifeboat-ambiguous': '1' } });
    expect(writes).toMatchObject([{ side: 'v1', problem: 'upstreamUnreachable' }]);
  });

  it('gets no fallback to v1 if the decision rules it out', async () => {
    const { edge } = await staged({ mayFallBack: false }, failed('unsent', 'upstreamFailed'));
    expect((await ask(edge.origin, write)).status).toBe(502);
    expect(edge.v1.requests).toEqual([]);
  });
});

describe('a resource at stage gone', () => {
  it('answers 410 with the guide', async () => {
    const { edge } = await staged({ side: 'gone' });
    const answer = await ask(edge.origin, write);
    expect(answer).toMatchObject({
      status: 410,
      headers: { link: '<https://example.com/guide>; rel="deprecation"' },
    });
  });
});

describe('X-Lifeboat-Force', () => {
  it.each([
    [{ 'X-Lifeboat-Force': 'v2', 'X-Lifeboat-Token': TOKEN }, 'v2'],
    [{ 'X-Lifeboat-Force': 'v1', 'X-Lifeboat-Token': TOKEN }, 'v1'],
    [{ 'X-Lifeboat-Force': 'v3', 'X-Lifeboat-Token': TOKEN }, undefined],
    [{ 'X-Lifeboat-Force': 'v2', 'X-Lifeboat-Token': `${TOKEN}x` }, undefined],
    [{ 'X-Lifeboat-Force': 'v2' }, undefined],
  ])('is obeyed only together with the admin token: %j', async (headers, force) => {
    const { edge, forces } = await staged({});
    edge.v1.play(answering(200, '{}'));
    await ask(edge.origin, { ...write, headers: { ...KEY, ...headers } });
    expect(forces).toEqual([force]);
  });
});

const folder = temporaryFolder();
let startedWhole: StartedWhole | undefined;

afterEach(() => startedWhole?.close());

describe('the key of a request', () => {
  it('is logged as its fingerprint only, at any length', () => {
    expect(fingerprintOfHeader('Bearer key-1')).toBe(digestKey('key-1').toString('hex', 0, 6));
    const long = 'k'.repeat(4_000);
    expect(fingerprintOfHeader(`bearer  ${long}`)).toBe(digestKey(long).toString('hex', 0, 6));
    for (const none of [undefined, '', 'Bearer', 'Basic a2V5', 'Bearer two words']) {
      expect(fingerprintOfHeader(none)).toBeUndefined();
    }
  });

  it('is logged even if the table does not contain it', async () => {
    const created = '2025-01-01';
    const v1 = digestKey('known').toString('hex');
    const keys = [{ name: 'shop', v1, v2: [{ value: 'v2-key' }] as [{ value: string }], created }];
    await writeKeyFile(folder.path('keys.yaml'), { keys });
    startedWhole = await startWhole({
      LIFEBOAT_UPSTREAM_V2: 'http://127.0.0.1:1',
      LIFEBOAT_KEYS_EXCHANGE: folder.path('keys.yaml'),
    });
    const headers = { authorization: 'Bearer unknown' };
    expect((await ask(startedWhole.gateway, { path: '/v1/accounts/1', headers })).status).toBe(401);
    const caller = fingerprintOfHeader(headers.authorization);
    expect(await startedWhole.logged('request')).toMatchObject({ problem: 'unauthenticated', caller });
  });
});
